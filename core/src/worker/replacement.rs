//! Whether a file may be replaced by another with a new text, and what of it the other must have.
//!
//! A replacement is a new file under an old name. What hung on the old one, its owner, its rights,
//! its other names, does not come along by itself.

use alloc::{string::String, vec::Vec};
use core::fmt;

/// What stands at a place.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Occupant {
    /// Nothing.
    Free,
    /// A regular file.
    File {
        /// How many names it has.
        names: u64,
        /// Its permission bits.
        mode: u32,
        /// Whether the system lets this process write to it.
        is_writable: bool,
    },
    /// A device, a pipe, a folder, or a link that leads nowhere.
    Other,
    /// A link where none is followed, or a place behind one: whoever made it chose the file.
    Link,
}

/// What a replacement has to have of the file that it replaces.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Attributes {
    /// The number of its owner.
    pub owner: u32,
    /// The number of its group.
    pub group: u32,
    /// Its permission bits.
    pub mode: u32,
    /// Its extended attributes, access control lists among them: names and values.
    pub extended: Vec<(String, Vec<u8>)>,
}

/// Why a file is not replaced.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Irreplaceable {
    /// It is no regular file.
    NoFile,
    /// A link leads to it.
    Link,
    /// It holds something else than what would replace it.
    Foreign,
    /// Nobody may write to it, or not this process.
    ReadOnly,
    /// It has so many names, and the others would keep the old text.
    Linked(u64),
    /// Its owner cannot be kept.
    Owner,
    /// Its group cannot be kept.
    Group,
    /// Its permissions cannot be kept.
    Mode,
    /// An extended attribute cannot be kept.
    Extended(String),
}

impl fmt::Display for Irreplaceable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFile => f.write_str("not a regular file"),
            Self::Link => f.write_str("a link leads elsewhere; name the file itself"),
            Self::Foreign => f.write_str("a file is there that holds no port; name another"),
            Self::ReadOnly => f.write_str("it is read-only; make it writable first"),
            Self::Linked(names) => write!(
                f,
                "it has {names} names (hard links), and the others would keep the old text; \
                 make it a file of its own first"
            ),
            Self::Owner => f.write_str("its owner would change; run this as its owner"),
            Self::Group => f.write_str("its group would change; run this as a member of it"),
            Self::Mode => f.write_str("its permissions would change; run this as its owner"),
            Self::Extended(name) => write!(f, "its extended attribute `{name}` would be lost"),
        }
    }
}

/// The bits of a mode that let somebody write.
const WRITE: u32 = 0o222;

/// Lets a place pass that a file may be put at.
///
/// That nobody may write to a file is a wish, which the system does not hold the superuser to. A
/// file with several names is not written in place either: whoever reads it meanwhile, or after a
/// crash, would find half of it.
///
/// # Errors
///
/// Returns why the file must stay as it is.
pub fn guard_replacement(occupant: Occupant) -> Result<(), Irreplaceable> {
    match occupant {
        Occupant::Free => Ok(()),
        Occupant::Other => Err(Irreplaceable::NoFile),
        Occupant::Link => Err(Irreplaceable::Link),
        Occupant::File { names, .. } if names > 1 => Err(Irreplaceable::Linked(names)),
        Occupant::File { mode, is_writable, .. } => {
            let is_read_only = !is_writable || mode & WRITE == 0;
            if is_read_only { Err(Irreplaceable::ReadOnly) } else { Ok(()) }
        }
    }
}

/// Lets the content of a file pass in whose place a port may be put: another port, or nothing.
///
/// # Errors
///
/// Returns that it is something else.
pub fn guard_port_file(content: &[u8]) -> Result<(), Irreplaceable> {
    let is_port = content.trim_ascii().iter().all(u8::is_ascii_digit);
    if is_port && content.len() <= PORT_BYTES_MAX { Ok(()) } else { Err(Irreplaceable::Foreign) }
}

/// Five digits and a line end.
const PORT_BYTES_MAX: usize = 6;

/// Lets a replacement pass that has all of what it must have.
///
/// # Errors
///
/// Returns what it lacks.
pub fn guard_attributes(wanted: &Attributes, found: &Attributes) -> Result<(), Irreplaceable> {
    let changed = [
        (wanted.owner != found.owner, Irreplaceable::Owner),
        (wanted.group != found.group, Irreplaceable::Group),
        (wanted.mode != found.mode, Irreplaceable::Mode),
    ];
    if let Some((_, why)) = changed.into_iter().find(|(is_changed, _)| *is_changed) {
        return Err(why);
    }
    let differs = |these: &Attributes, those: &Attributes| {
        let odd = these.extended.iter().find(|attribute| !those.extended.contains(attribute));
        odd.map(|(name, _)| Irreplaceable::Extended(name.clone()))
    };
    match differs(wanted, found).or_else(|| differs(found, wanted)) {
        Some(why) => Err(why),
        None => Ok(()),
    }
}

/// Extended attributes that the system makes for each file: of its bytes, or of how it came.
const OF_SYSTEM: [&str; 3] = ["com.apple.provenance", "security.evm", "security.ima"];

/// Returns whether an extended attribute belongs to the place, and not to the bytes in it.
#[must_use]
pub fn is_carried(name: &str) -> bool {
    !OF_SYSTEM.contains(&name)
}
