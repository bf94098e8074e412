//! The only way to write a file that a person named: it is written next to the place under its own
//! name, and then moved there, whole or not at all.
//!
//! A signal that ends the program removes it; what a kill leaves is in the way of no later run.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{self, Write as _};
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{self, Component, Path, PathBuf};

use rustix::buffer::spare_capacity;
use rustix::fs::{
    Access, AtFlags, CWD, Gid, Mode, OFlags, Uid, XattrFlags, accessat, chownat, fchown, fgetxattr,
    flistxattr, fremovexattr, fsetxattr, mkdirat,
};
use rustix::io::Errno;
use rustix::process::geteuid;
use sprag_core::worker::replacement::{
    Attributes, Irreplaceable, Occupant, guard_attributes, guard_replacement, is_carried,
};
use tempfile::NamedTempFile;

use crate::system::files::{open_folder_in, open_regular, open_root, read_if_present};
use crate::system::scratch::TemporaryPath;

/// The longest list of extended attributes, and the longest value of one, that Linux has.
const EXTENDED_BYTES_MAX: usize = 65_536;

/// Who may read a file that is new.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Rights {
    /// Its owner: it tells of conversations.
    Owner,
    /// Whom the user lets read new files: it is part of a project.
    Usual,
}

impl Rights {
    fn permissions(self) -> Permissions {
        Permissions::from_mode(match self {
            Self::Owner => 0o600,
            Self::Usual => 0o666,
        })
    }
}

/// A file on its way to its place.
#[derive(Debug)]
pub(crate) struct Draft {
    file: NamedTempFile,
    place: PathBuf,
    passing: TemporaryPath,
}

impl Draft {
    /// Begins a file for `place`. One that is there must be of the kind that may be replaced, and
    /// the draft has its owner, group, permissions and extended attributes.
    pub(crate) fn of(place: &Path, rights: Rights) -> io::Result<Self> {
        guard_replacement(occupant(place)).map_err(refused)?;
        let place = end_of(place)?;
        Self::at(&place, rights)
    }

    /// Begins a file for the name of `place` in a folder that is open: wherever the path to it has
    /// come to lead, the file is put there.
    pub(crate) fn inside(folder: &OwnedFd, place: &Path, rights: Rights) -> io::Result<Self> {
        let place = path_inside(folder, place);
        guard_replacement(occupant_itself(&place)).map_err(refused)?;
        Self::at(&place, rights)
    }

    /// Begins a copy for `place` of what hangs on the file at `model`.
    pub(crate) fn copy_of(model: &Path, place: &Path) -> io::Result<Self> {
        Self::like(&open_regular(model)?, place)
    }

    fn at(place: &Path, rights: Rights) -> io::Result<Self> {
        match open_regular(place) {
            Ok(model) => Self::like(&model, place),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::beside(place, rights),
            Err(error) => Err(error),
        }
    }

    fn like(model: &File, place: &Path) -> io::Result<Self> {
        let draft = Self::beside(place, Rights::Owner)?;
        take_after(model, draft.file.as_file())?;
        Ok(draft)
    }

    fn beside(place: &Path, rights: Rights) -> io::Result<Self> {
        let folder = folder_of(place);
        let make = || {
            tempfile::Builder::new()
                .prefix(".sprag-")
                .suffix(".tmp")
                .permissions(rights.permissions())
                .tempfile_in(folder)
        };
        let (file, passing) = TemporaryPath::make(make)?;
        if let Some((owner, group)) = beneficiary(folder)? {
            fchown(&file, Some(owner), Some(group))?;
        }
        Ok(Self { file, place: place.into(), passing })
    }

    /// Adds to it.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    /// Puts it there, in place of what is there.
    pub(crate) fn put(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        let Self { file, place, passing } = self;
        passing.leave(|| file.persist(place)).map_err(|error| error.error).map(drop)
    }

    /// Puts it there where nothing is by now.
    pub(crate) fn put_new(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        let Self { file, place, passing } = self;
        passing.leave(|| file.persist_noclobber(place)).map_err(|error| error.error).map(drop)
    }
}

/// Puts a file with these bytes at `place`, in place of what is there. No link is followed.
pub(crate) fn replace(place: &Path, bytes: &[u8], rights: Rights) -> io::Result<()> {
    guard_replacement(occupant_itself(place)).map_err(refused)?;
    let mut draft = Draft::of(place, rights)?;
    draft.write(bytes)?;
    draft.put()
}

/// Puts a file at a place that somebody named as [`replace`] does, if what is there passes.
pub(crate) fn replace_only(
    place: &Path,
    bytes: &[u8],
    rights: Rights,
    guard: fn(&[u8]) -> Result<(), Irreplaceable>,
) -> io::Result<()> {
    check_named(place)?;
    guard_replacement(occupant_itself(place)).map_err(refused)?;
    if let Some(there) = read_if_present(place)? {
        guard(&there).map_err(refused)?;
    }
    replace(place, bytes, rights)
}

/// Removes a file that might be replaced as well.
pub(crate) fn remove(place: &Path) -> io::Result<()> {
    guard_replacement(occupant(place)).map_err(refused)?;
    fs::remove_file(place)
}

/// Opens a file to add to, which is its owner's alone where it is new.
pub(crate) fn append(place: &Path) -> io::Result<File> {
    check_named(place)?;
    guard_replacement(occupant_itself(place)).map_err(refused)?;
    let follows_none = OFlags::NOFOLLOW.bits().cast_signed();
    File::options().append(true).create(true).mode(0o600).custom_flags(follows_none).open(place)
}

/// Makes a folder, and those that it is in.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    if let Some(parent) = folder.parent() {
        make_folder(parent)?;
    }
    match fs::create_dir(folder) {
        // Somebody else has just made it.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        Err(error) => Err(error),
        Ok(()) => match beneficiary(folder_of(folder))? {
            Some((owner, group)) => {
                let flags = AtFlags::SYMLINK_NOFOLLOW;
                Ok(chownat(CWD, folder, Some(owner), Some(group), flags)?)
            }
            None => Ok(()),
        },
    }
}

/// Opens the folder at an absolute path that holds no link, and makes what is missing of it.
/// Whatever becomes a link meanwhile is not followed.
pub(crate) fn make_folder_without_links(path: &Path) -> io::Result<OwnedFd> {
    let mut folder = open_root()?;
    for part in path.components().skip(1) {
        let Component::Normal(name) = part else { return Err(io::ErrorKind::InvalidInput.into()) };
        folder = match open_folder_in(&folder, name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => make_folder_in(&folder, name)?,
            opened => opened?,
        };
    }
    Ok(folder)
}

fn make_folder_in(folder: &OwnedFd, name: &OsStr) -> io::Result<OwnedFd> {
    match mkdirat(folder, name, Mode::from_raw_mode(0o777)) {
        Ok(()) | Err(Errno::EXIST) => {}
        Err(error) => return Err(error.into()),
    }
    if let Some((owner, group)) = beneficiary(&path_inside(folder, Path::new(".")))? {
        chownat(folder, name, Some(owner), Some(group), AtFlags::SYMLINK_NOFOLLOW)?;
    }
    open_folder_in(folder, name)
}

/// Returns a path to the name of `place` in an open folder, which no link on the way changes.
#[cfg(target_os = "linux")]
fn path_inside(folder: &OwnedFd, place: &Path) -> PathBuf {
    let open = PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd()));
    place.file_name().map_or_else(|| open.clone(), |name| open.join(name))
}

/// Without such a path, what becomes a link meanwhile is followed.
#[cfg(not(target_os = "linux"))]
fn path_inside(_folder: &OwnedFd, place: &Path) -> PathBuf {
    place.into()
}

/// Returns what stands at a place.
pub(crate) fn occupant(place: &Path) -> Occupant {
    match fs::metadata(place) {
        Ok(metadata) if metadata.is_file() => Occupant::File {
            names: metadata.nlink(),
            mode: metadata.mode(),
            is_writable: accessat(CWD, place, Access::WRITE_OK, AtFlags::EACCESS).is_ok(),
        },
        Ok(_) => Occupant::Other,
        // A link that leads nowhere is something, too.
        Err(_) if fs::symlink_metadata(place).is_ok() => Occupant::Other,
        Err(_) => Occupant::Free,
    }
}

/// Returns what stands at a place itself, where no link is to be followed.
fn occupant_itself(place: &Path) -> Occupant {
    match fs::symlink_metadata(place) {
        Ok(metadata) if metadata.is_symlink() => Occupant::Link,
        Ok(_) | Err(_) => occupant(place),
    }
}

/// Lets a place pass that somebody named, if no link of the working directory leads there. A link
/// elsewhere is the user's.
pub(crate) fn check_named(place: &Path) -> io::Result<()> {
    let place = path::absolute(place)?;
    if place.starts_with(env::current_dir()?) { check_below(&place) } else { Ok(()) }
}

/// Lets a place inside the working directory pass to which no link leads on the way from there.
pub(crate) fn check_below(place: &Path) -> io::Result<()> {
    let here = env::current_dir()?;
    let mut inside = place.ancestors().take_while(|part| *part != here);
    let is_led = inside.any(|part| occupant_itself(part) == Occupant::Link);
    let occupant = if is_led { Occupant::Link } else { occupant(place) };
    guard_replacement(occupant).map_err(refused)
}

/// Returns where a place is: a link stays a link, and what it leads to is replaced.
fn end_of(place: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(place) {
        Err(_) if fs::symlink_metadata(place).is_err() => Ok(place.into()),
        end => end,
    }
}

fn folder_of(place: &Path) -> &Path {
    match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    }
}

/// Returns to whom what the superuser makes in a folder of somebody's belongs.
fn beneficiary(folder: &Path) -> io::Result<Option<(Uid, Gid)>> {
    let metadata = fs::metadata(folder)?;
    let owner = Uid::from_raw(metadata.uid());
    let is_given = geteuid().is_root() && !owner.is_root();
    Ok(is_given.then(|| (owner, Gid::from_raw(metadata.gid()))))
}

/// Gives a draft what hangs on the file that it is to replace.
fn take_after(model: &File, draft: &File) -> io::Result<()> {
    let (wanted, found) = (attributes(model)?, attributes(draft)?);
    // Whatever cannot be had is missed below. A change of owner takes rights away: it comes first.
    if (wanted.owner, wanted.group) != (found.owner, found.group) {
        let (owner, group) = (Uid::from_raw(wanted.owner), Gid::from_raw(wanted.group));
        let _ = fchown(draft, Some(owner), Some(group));
    }
    for (name, _) in found.extended.iter().filter(|found| !wanted.extended.contains(found)) {
        let _ = fremovexattr(draft, name.as_str());
    }
    for (name, value) in wanted.extended.iter().filter(|wanted| !found.extended.contains(wanted)) {
        let _ = fsetxattr(draft, name.as_str(), value, XattrFlags::empty());
    }
    let _ = draft.set_permissions(Permissions::from_mode(wanted.mode));
    guard_attributes(&wanted, &attributes(draft)?).map_err(refused)
}

fn attributes(file: &File) -> io::Result<Attributes> {
    let metadata = file.metadata()?;
    Ok(Attributes {
        owner: metadata.uid(),
        group: metadata.gid(),
        mode: metadata.mode() & 0o7777,
        extended: extended(file)?,
    })
}

fn extended(file: &File) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut names = Vec::with_capacity(EXTENDED_BYTES_MAX);
    match flistxattr(file, spare_capacity(&mut names)) {
        // A file system that has none.
        Err(Errno::NOTSUP) => return Ok(Vec::new()),
        listed => listed?,
    };
    let mut extended = Vec::new();
    for name in names.split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        let name = core::str::from_utf8(name).map_err(io::Error::other)?;
        if is_carried(name) {
            let mut value = Vec::with_capacity(EXTENDED_BYTES_MAX);
            fgetxattr(file, name, spare_capacity(&mut value))?;
            extended.push((name.to_owned(), value));
        }
    }
    Ok(extended)
}

fn refused(why: Irreplaceable) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, why.to_string())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::{Draft, Rights, make_folder_without_links};

    #[test]
    #[cfg_attr(not(target_os = "linux"), ignore = "there is no path into an open folder")]
    fn a_file_is_put_into_the_folder_that_was_judged_whatever_its_path_leads_to_by_then() {
        let root = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(root.path()).unwrap();
        let [judged, moved, other] = ["judged", "moved", "other"].map(|name| root.join(name));
        fs::create_dir(&other).unwrap();
        let end = judged.join("deep/file.txt");
        let folder = make_folder_without_links(end.parent().unwrap()).unwrap();
        let put = |text: &str| {
            let mut draft = Draft::inside(&folder, &end, Rights::Usual).unwrap();
            draft.write(text.as_bytes()).unwrap();
            draft.put().unwrap();
        };
        put("one");
        fs::create_dir(other.join("deep")).unwrap();
        fs::rename(&judged, &moved).unwrap();
        symlink(&other, &judged).unwrap();
        put("two");
        assert_eq!(fs::read_to_string(moved.join("deep/file.txt")).unwrap(), "two");
        assert_eq!(fs::read_dir(other.join("deep")).unwrap().count(), 0);
        make_folder_without_links(&judged.join("new")).unwrap_err();
        assert!(!other.join("new").exists());
    }
}
