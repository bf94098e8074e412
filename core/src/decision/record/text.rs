//! The closing text in a record: only where the user asks for it.

use alloc::{string::String, vec::Vec};

use crate::limits::FINAL_TEXT_BYTES_MAX;
use crate::security::redact::{Masks, redact};
use crate::security::secret;
use crate::settings::Settings;
use crate::text::cut::tail;

/// Returns what a record keeps of a closing text: nothing, unless the user's own `config.toml` asks
/// for it. What is kept is what a judge would get: redacted, then its end. Where something in it
/// still has the shape of a credential, or is one of the user's `keys`, nothing is.
#[must_use]
pub fn guard_text(
    settings: &Settings,
    text: &str,
    masks: &Masks<'_>,
    keys: impl FnOnce() -> Vec<String>,
) -> Option<String> {
    if !settings.log_text {
        return None;
    }
    let kept: heapless::String<FINAL_TEXT_BYTES_MAX> = tail(&redact(text, masks));
    let keys = keys();
    let keys: Vec<&[u8]> = keys.iter().map(|key| key.trim().as_bytes()).collect();
    secret::find(kept.as_bytes(), &keys).is_none().then(|| kept.as_str().into())
}
