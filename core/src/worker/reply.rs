//! What came back from a worker.

use alloc::string::String;

/// An answer, and what the transport says about it. Nothing of it is computed here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// What the worker wrote.
    pub text: String,
    /// The model that answered.
    pub model: Option<String>,
    /// Tokens that it read, those from a cache included.
    pub input_tokens: Option<u64>,
    /// Tokens that it wrote.
    pub output_tokens: Option<u64>,
    /// What it cost, in dollars.
    pub cost_usd: Option<f64>,
    /// Whether it was cut off at the most tokens that it may write.
    pub is_cut: bool,
}
