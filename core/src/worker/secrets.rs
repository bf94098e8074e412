//! What is probably secret is not sent to a worker, neither in files nor in the question.

use alloc::{format, string::String, vec::Vec};

use super::{Failure, Named, Task};
use crate::security::secret::Shape;
use crate::security::secret_file::{Indication, by_content, by_path};

/// Lets files pass of which neither the name as it was typed, nor the place that it leads to, nor
/// anything in the content says that they hold secrets; `keys` are those in use here. One that does
/// holds all of them back.
///
/// It is asked twice: before a file is read, with no content, and of every byte that was read.
///
/// # Errors
///
/// Returns each file that is held back, and why.
pub fn guard_secrets<'a>(
    files: impl IntoIterator<Item = (&'a Named, &'a [u8])>,
    keys: &[String],
) -> Result<(), Failure> {
    let keys = bytes(keys);
    let mut held = Vec::new();
    for (file, content) in files {
        let indication = by_path(&file.typed)
            .or_else(|| by_path(&file.resolved))
            // The name goes, too.
            .or_else(|| by_content(file.typed.as_bytes(), &keys))
            .or_else(|| by_content(content, &keys));
        held.extend(indication.map(|indication| (file.typed.clone(), reason(indication))));
    }
    if held.is_empty() { Ok(()) } else { Err(Failure::Secrets(held)) }
}

/// Lets a question or a spec pass in which there is no credential. No setting turns this off: what
/// is asked can be asked without one.
///
/// # Errors
///
/// Returns what it holds.
pub fn guard_asked(task: Task, asked: &str, keys: &[String]) -> Result<(), Failure> {
    match by_content(asked.as_bytes(), &bytes(keys)) {
        None => Ok(()),
        Some(indication) => {
            Err(Failure::SecretAsked { option: task.option(), holds: reason(indication) })
        }
    }
}

/// Returns the keys as they are searched for; files and variables end in line ends.
fn bytes(keys: &[String]) -> Vec<&[u8]> {
    keys.iter().map(|key| key.trim().as_bytes()).collect()
}

fn reason(indication: Indication) -> String {
    match indication {
        Indication::Name(pattern) => format!("its name matches {pattern}"),
        Indication::Folder(folder) => format!("it is in {folder}"),
        Indication::Content(Shape::JudgeKey) => "it contains a key that is in use here".into(),
        Indication::Content(shape) => format!("it contains what looks like a {}", shape.name()),
    }
}
