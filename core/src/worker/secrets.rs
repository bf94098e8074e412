//! Files that are likely secrets do not go to a worker.

use alloc::{format, string::String, vec::Vec};

use super::{Failure, Named};
use crate::secret_file::{Sign, by_content, by_path};

/// Lets files pass of which neither the name as it was typed, nor the place that it leads to, nor
/// anything in the content says that they hold secrets. One that does holds all of them back.
///
/// It is asked twice: before a file is read, with no content, and of every byte that was read.
///
/// # Errors
///
/// Returns each file that is held back, and why.
pub fn guard_secrets<'a>(
    files: impl IntoIterator<Item = (&'a Named, &'a [u8])>,
) -> Result<(), Failure> {
    let mut held = Vec::new();
    for (file, content) in files {
        let sign = by_path(&file.typed)
            .or_else(|| by_path(&file.resolved))
            .or_else(|| by_content(content));
        held.extend(sign.map(|sign| (file.typed.clone(), reason(sign))));
    }
    if held.is_empty() { Ok(()) } else { Err(Failure::Secrets(held)) }
}

fn reason(sign: Sign) -> String {
    match sign {
        Sign::Name(pattern) => format!("its name is one of {pattern}"),
        Sign::Folder(folder) => format!("it lies in {folder}"),
        Sign::Content(shape) => format!("it holds what looks like a {}", shape.name()),
    }
}
