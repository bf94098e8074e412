//! Reads files that others name, so that they can neither block nor grow without end.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Component, Path};

use rustix::fd::OwnedFd;
use rustix::fs::{Mode, OFlags, open, openat};
use sprag_core::hosts::checkpoint::FileId;
use sprag_core::limits::FILE_BYTES_MAX;

/// Opens a regular file. Anything else could block for ever or never end.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    // Without `NONBLOCK`, opening a FIFO would wait for a writer.
    let flags = OFlags::RDONLY.union(OFlags::CLOEXEC).union(OFlags::NONBLOCK);
    regular(open(path, flags, Mode::empty())?.into())
}

/// How a folder is opened on the way to a file: where the system can, without the right to list it.
#[cfg(target_os = "linux")]
const PASSING: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
const PASSING: OFlags = OFlags::RDONLY;

/// Opens a regular file at an absolute path that holds no link: not at its end, and in none of the
/// folders on the way. Whatever becomes a link meanwhile is not followed.
pub(crate) fn open_without_links(path: &Path) -> io::Result<File> {
    let mut folder = open_root()?;
    let mut parts = path.components().skip(1).peekable();
    while let Some(part) = parts.next() {
        let Component::Normal(name) = part else { return Err(io::ErrorKind::InvalidInput.into()) };
        if parts.peek().is_none() {
            let read = HERE.union(OFlags::RDONLY).union(OFlags::NONBLOCK);
            return regular(openat(&folder, name, read, Mode::empty())?.into());
        }
        folder = open_folder_in(&folder, name)?;
    }
    Err(io::ErrorKind::InvalidInput.into())
}

/// What lies in a folder itself, and is no link from there.
const HERE: OFlags = OFlags::CLOEXEC.union(OFlags::NOFOLLOW);

/// Opens the folder in which every absolute path begins.
pub(crate) fn open_root() -> io::Result<OwnedFd> {
    Ok(open("/", HERE.union(PASSING).union(OFlags::DIRECTORY), Mode::empty())?)
}

/// Opens a folder that lies in an open one, to pass through it.
pub(crate) fn open_folder_in(folder: &OwnedFd, name: &OsStr) -> io::Result<OwnedFd> {
    Ok(openat(folder, name, HERE.union(PASSING).union(OFlags::DIRECTORY), Mode::empty())?)
}

/// Returns which file is open.
pub(crate) fn id(file: &File) -> io::Result<FileId> {
    let metadata = file.metadata()?;
    Ok(FileId { device: metadata.dev(), inode: metadata.ino() })
}

/// Returns a file that is open, if it is a regular one.
pub(crate) fn regular(file: File) -> io::Result<File> {
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"))
    }
}

/// Returns the bytes of a regular file of bounded length.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_bounded(open_regular(path)?)
}

/// Returns the bytes of a file of bounded length.
pub(crate) fn read_bounded(file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(FILE_BYTES_MAX.saturating_add(1)).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).is_ok_and(|len| len <= FILE_BYTES_MAX) {
        Ok(bytes)
    } else {
        Err(io::Error::new(io::ErrorKind::FileTooLarge, "the file is too large"))
    }
}

/// Returns the bytes of a file that need not exist.
pub(crate) fn read_if_present(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the text of a file that need not exist.
pub(crate) fn read_text_if_present(path: &Path) -> io::Result<Option<String>> {
    let bytes = read_if_present(path)?;
    let text = bytes.map(String::from_utf8).transpose();
    text.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

#[cfg(test)]
mod tests {
    use core::time::Duration;
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::sync::mpsc;
    use std::thread;

    use rustix::fs::{CWD, FileType, mknodat};

    use super::*;

    #[test]
    fn what_is_not_a_regular_file_is_not_opened() {
        for path in ["/dev/zero", "/dev/null", "/tmp", "/nonexistent/file"] {
            assert!(open_regular(Path::new(path)).is_err(), "{path}");
        }
    }

    #[test]
    fn a_fifo_that_nobody_writes_to_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("fifo");
        mknodat(CWD, &fifo, FileType::Fifo, Mode::RUSR.union(Mode::WUSR), 0).unwrap();
        let (ended, end) = mpsc::channel();
        thread::spawn(move || ended.send(open_regular(&fifo).is_err()));
        assert_eq!(end.recv_timeout(Duration::from_secs(10)), Ok(true));
    }

    #[test]
    fn a_file_behind_a_link_is_not_opened_where_none_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        fs::create_dir(root.join("real")).unwrap();
        fs::write(root.join("real/file"), "text").unwrap();
        symlink("real", root.join("folder")).unwrap();
        symlink("real/file", root.join("link")).unwrap();
        let file = open_without_links(&root.join("real/file")).unwrap();
        assert_eq!(id(&file).unwrap(), id(&open_regular(&root.join("link")).unwrap()).unwrap());
        assert_eq!(read_bounded(file).unwrap(), b"text");
        for path in ["link", "folder/file", "real", "real/../real/file", "none", "real/file/x"] {
            assert!(open_without_links(&root.join(path)).is_err(), "{path}");
        }
        assert!(open_without_links(Path::new("/")).is_err());
    }

    #[test]
    fn a_file_is_read_whole_and_as_text_where_it_is_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "two\nlines").unwrap();
        assert_eq!(read(&path).unwrap(), b"two\nlines");
        assert_eq!(read_if_present(&path).unwrap().unwrap(), b"two\nlines");
        assert_eq!(read_text_if_present(&path).unwrap().unwrap(), "two\nlines");
        fs::write(&path, b"\xff").unwrap();
        assert_eq!(read_if_present(&path).unwrap().unwrap(), b"\xff");
        assert_eq!(read_text_if_present(&path).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn a_file_that_is_not_there_is_none_and_one_that_cannot_be_read_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read_if_present(&folder.path().join("none")).unwrap(), None);
        assert_eq!(read_text_if_present(&folder.path().join("none")).unwrap(), None);
        assert!(read(&folder.path().join("none")).is_err());
        assert!(read_if_present(folder.path()).is_err());
        assert!(read_text_if_present(folder.path()).is_err());
    }

    #[test]
    fn a_file_that_is_too_long_is_not_read() {
        let file = tempfile::NamedTempFile::new().unwrap();
        file.as_file().set_len(FILE_BYTES_MAX).unwrap();
        assert!(read(file.path()).is_ok());
        file.as_file().set_len(FILE_BYTES_MAX + 1).unwrap();
        assert!(read(file.path()).is_err());
    }
}
