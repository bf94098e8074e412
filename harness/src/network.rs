//! A judge behind TLS on this machine, and a line to it that is as slow as one across an ocean.
//!
//! ```text
//! client --TCP--> Relay (holds everything back for half a round trip) --TCP--> TlsJudge
//! ```

mod authority;
mod judge;
mod record;
mod relay;
mod request;

pub use authority::Authority;
pub use judge::{Heard, TlsJudge};
pub use record::Record;
pub use relay::Relay;
pub use request::Request;
pub use rustls::{HandshakeKind, ProtocolVersion};
