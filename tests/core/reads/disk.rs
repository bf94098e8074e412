//! Files that are made up.

use alloc::collections::BTreeMap;

use sprag_core::reads::{Asked, FileAsked, Measured, Meter, ReadSettings, Stat, Version};

/// Files below one folder, by their names there.
#[derive(Clone, Debug, Default)]
pub(super) struct Disk(BTreeMap<String, Entry>);

#[derive(Clone, Debug)]
enum Entry {
    File { content: Vec<u8>, modified_ns: u64 },
    Link(String),
    Other,
}

impl Disk {
    /// The folder.
    pub(super) const ROOT: &str = "/home/dev/rocket";

    pub(super) fn put(&mut self, path: &str, content: impl Into<Vec<u8>>) {
        let modified_ns = match self.0.get(&normal(path)) {
            Some(Entry::File { modified_ns, .. }) => modified_ns + 1,
            Some(Entry::Link(_) | Entry::Other) | None => 1,
        };
        self.0.insert(normal(path), Entry::File { content: content.into(), modified_ns });
    }

    pub(super) fn link(&mut self, path: &str, to: &str) {
        self.0.insert(normal(path), Entry::Link(normal(to)));
    }

    pub(super) fn put_other(&mut self, path: &str) {
        self.0.insert(normal(path), Entry::Other);
    }

    /// Stats and counts as the shell does.
    pub(super) fn measure(&self, asked: &Asked, settings: &ReadSettings) -> Vec<Option<Measured>> {
        let one = |file: &FileAsked| {
            let (path, content, modified_ns) = self.file(&normal(&file.path))?;
            let version = Version { bytes: content.len() as u64, modified_ns };
            let stat = Stat { path, version };
            let mut meter = Meter::new(asked, file, stat, settings);
            for piece in content.chunks(64 << 10).chain([&[][..]]) {
                if meter.is_known() {
                    break;
                }
                meter.feed(piece);
            }
            Some(meter.finish())
        };
        asked.files.iter().map(one).collect()
    }

    fn file(&self, path: &str) -> Option<(String, &[u8], u64)> {
        match self.0.get(path)? {
            Entry::File { content, modified_ns } => Some((path.into(), content, *modified_ns)),
            Entry::Link(to) => self.file(to),
            Entry::Other => None,
        }
    }
}

/// Resolves `.`, `..` and doubled slashes, from the folder on.
fn normal(path: &str) -> String {
    let path = if path.starts_with('/') { path.into() } else { [Disk::ROOT, "/", path].concat() };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    ["/", &parts.join("/")].concat()
}
