//! The files of a delegation: found, checked and read, in this order, and never more than may be
//! sent.

use alloc::collections::BTreeSet;
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use sprag_core::hosts::checkpoint::FileId;
use sprag_core::limits::DELEGATED_FILES_MAX;
use sprag_core::settings::deny::guard_folder;
use sprag_core::text::path::expand_home;
use sprag_core::text::screen::number::count;
use sprag_core::worker::{
    Failure, Named, Note, Source, guard_payload, guard_repeats, guard_secrets, guard_unchanged,
};

use crate::session::project::Project;
use crate::session::run_environment::RunEnvironment;
use crate::system::files::{id, open_regular, open_without_links};

/// Files with their contents.
#[derive(Debug)]
pub(super) struct Files(Vec<(Named, Vec<u8>)>);

impl Files {
    /// Reads the files, if all of them may go; `keys` go in none.
    pub(super) fn read(
        paths: &[String],
        environment: &RunEnvironment,
        keys: &[String],
    ) -> Result<Self, Failure> {
        if paths.len() > DELEGATED_FILES_MAX {
            return Err(Failure::TooMany(DELEGATED_FILES_MAX));
        }
        let settings = &environment.settings.worker;
        let home = environment.home.as_deref();
        let (mut named, mut ids, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        let mut bytes = 0_u64;
        for path in paths {
            match find(path, home) {
                Ok((file, id, length)) => {
                    bytes = bytes.saturating_add(length);
                    named.push(file);
                    ids.push(id);
                }
                Err(_) => missing.push(path.clone()),
            }
        }
        if !missing.is_empty() {
            return Err(Failure::Missing(missing));
        }
        guard_repeats(&named)?;
        refuse_denied(&named, environment)?;
        if settings.is_guarded {
            guard_secrets(named.iter().map(|file| (file, [].as_slice())), keys)?;
        }
        guard_payload(bytes, settings.payload_max)?;

        let mut left = settings.payload_max;
        let mut files = Vec::new();
        for (file, judged) in named.into_iter().zip(ids) {
            let Ok((opened, content)) = content(&file, left) else {
                return Err(Failure::Missing(vec![file.typed]));
            };
            guard_unchanged(&file, judged, opened)?;
            // A file may have grown since it was looked at.
            let length = u64::try_from(content.len()).unwrap_or(u64::MAX);
            let read = settings.payload_max.saturating_sub(left).saturating_add(length);
            guard_payload(read, settings.payload_max)?;
            left = left.saturating_sub(length);
            files.push((file, content));
        }
        if settings.is_guarded {
            guard_secrets(files.iter().map(|(file, content)| (file, content.as_slice())), keys)?;
        }
        Ok(Self(files))
    }

    /// Returns the files as texts.
    pub(super) fn sources(&self) -> Vec<Source> {
        self.0.iter().map(|(file, content)| Source::of(&*file.typed, content)).collect()
    }

    /// Returns where the files are.
    pub(super) fn resolved(&self) -> Vec<&str> {
        self.0.iter().map(|(file, _)| file.resolved.as_str()).collect()
    }

    /// Returns what is said while somebody reads them.
    pub(super) fn words(&self, who: &str) -> String {
        let files = if self.0.len() == 1 { "file" } else { "files" };
        format!("{who} reads {} {files}, {} bytes", self.0.len(), count(self.bytes()))
    }

    /// Returns the bytes of all contents.
    pub(super) fn bytes(&self) -> u64 {
        let bytes = self.0.iter().map(|(_, content)| content.len()).fold(0, usize::saturating_add);
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }
}

/// Returns the file that a path leads to, which file that is, and its length. No link lies on the
/// way that is judged: whatever is swapped meanwhile is another file, or none.
fn find(path: &str, home: Option<&str>) -> io::Result<(Named, FileId, u64)> {
    let expanded = expand_home(path, home);
    let resolved = fs::canonicalize(&expanded)?;
    // To open a device may do something to it, so it is looked at first.
    if !fs::metadata(&resolved)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let opened = open_without_links(&resolved)?;
    let (id, length) = (id(&opened)?, opened.metadata()?.len());
    let odd = || io::Error::from(io::ErrorKind::InvalidData);
    let resolved = resolved.into_os_string().into_string().map_err(|_| odd())?;
    Ok((Named { typed: path.into(), resolved }, id, length))
}

/// Returns which file is read, and its content, one byte more than may go where it is longer.
fn content(file: &Named, bytes_max: u64) -> io::Result<(FileId, Vec<u8>)> {
    let mut content = Vec::new();
    let opened = open_regular(Path::new(&file.resolved))?;
    let id = id(&opened)?;
    opened.take(bytes_max.saturating_add(1)).read_to_end(&mut content)?;
    Ok((id, content))
}

/// What the user's deny file covers is sent nowhere: neither from a project that it covers, nor a
/// file of such a project from elsewhere.
fn refuse_denied(named: &[Named], environment: &RunEnvironment) -> Result<(), Failure> {
    let texts = environment.deny_files();
    let texts: Vec<Option<&str>> = texts.iter().map(Option::as_deref).collect();
    let files = named.iter().map(|file| file.resolved.clone());
    let mut places: Vec<String> = files.chain(Project::find(None).known.folders).collect();
    let folders: BTreeSet<&Path> =
        named.iter().filter_map(|file| Path::new(&file.resolved).parent()).collect();
    places.extend(folders.into_iter().flat_map(Project::folders_around));
    let places: Vec<&str> = places.iter().map(String::as_str).collect();
    guard_folder(&texts, &places).map_or(Ok(()), |_| Err(Failure::Denied))
}

/// Returns what there is to say of the files.
pub(super) fn notes(sources: &[Source]) -> impl Iterator<Item = Note> {
    let replaced = sources.iter().filter(|source| source.replaced > 0);
    replaced.map(|source| Note::Replaced { path: source.path.clone(), places: source.replaced })
}
