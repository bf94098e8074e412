//! Trust: whose settings and files count.
//!
//! A repository holds files, and its settings can set variables for the hook. Neither is the user's
//! word. The user's word is what is in the user's own files. Each question here is answered with
//! yes only for what is known; whatever is unknown is not trusted.
//!
//! | found | may decide |
//! |---|---|
//! | the `config.toml` in the home that the user database names ([`guard_config`]) | everything |
//! | that file, where a project holds it or others may write it | what a variable may; it forbids |
//! | a `config.toml` that `HOME` or `XDG_CONFIG_HOME` leads to | what a variable may |
//! | an endpoint of a variable ([`crate::judge::endpoint`]) | nothing, unless `hosts` lists it |
//! | the same on loopback | who is asked, without the key |
//! | `ca_file` and `proxy` of the user's `config.toml` | authorities and proxy |
//! | a proxy that a variable names ([`guard_carrier`]) | who carries the encrypted bytes |
//! | certificates that a variable names ([`guard_authorities`]) | the authorities, if alone |
//! | such a file inside a project, or that others may write ([`guard_certificates`]) | nothing |
//! | a state folder in no tool's way, by a variable ([`guard_state`]) | where state lies |
//! | a key in a variable ([`super::key_variable`]) | who pays, unless it is to be ignored |
//! | a folder of `PATH` ([`guard_program`]) | which programs are run, outside of projects |
//! | the same, where others may write ([`guard_program_place`]) | nothing |
//! | a `TMPDIR` ([`guard_worker_folder`]) | where the worker runs, outside of projects |
//! | what `worker_env` of the user's `config.toml` lists ([`crate::worker`]) | what it can |
//! | another variable that a worker's program would read | nothing; its key: who pays |
//! | a deny list in any home that could be meant ([`guard_named`]) | that sprag stays away |
//! | any variable, where the user's `config.toml` has them ignored ([`guard_named`]) | nothing |

mod state;

use alloc::{string::String, vec::Vec};

use crate::text::path::is_below;
pub use state::{
    Contents, Shared, Unfit, guard_mark, guard_state, guard_state_file, guard_state_folder,
};

/// Variables that lead a connection to another machine than its name would: proxies, and what the
/// resolver of the C library reads, <https://man7.org/linux/man-pages/man5/resolv.conf.5.html>.
pub const DIVERTING: [&str; 9] = [
    "ALL_PROXY",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "all_proxy",
    "https_proxy",
    "http_proxy",
    "HOSTALIASES",
    "LOCALDOMAIN",
    "RES_OPTIONS",
];

/// Variables in which a host says which project a session works on.
pub const PROJECT_FOLDERS: [&str; 3] =
    ["CLAUDE_PROJECT_DIR", "GROK_WORKSPACE_ROOT", "GEMINI_PROJECT_DIR"];

/// A file or folder, as the file system describes it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Node {
    /// The owner's number.
    pub owner: u32,
    /// The group's number.
    pub group: u32,
    /// Type and permissions, as `stat` has them.
    pub mode: u32,
}

const ROOT: u32 = 0;
const TYPE: u32 = 0o170_000;
const FILE: u32 = 0o100_000;
const FOLDER: u32 = 0o040_000;
const LINK: u32 = 0o120_000;
const STICKY: u32 = 0o001_000;
const GROUP_WRITES: u32 = 0o020;
const OTHERS_WRITE: u32 = 0o002;

/// Groups whose members install programs for everybody, so that the administrator has chosen them:
/// `root` or `wheel`; on macOS `admin`, to which what Homebrew installs belongs, elsewhere Debian's
/// `staff`, to which `/usr/local` belongs. The group `staff` of macOS holds every user, and so does
/// `users` of many systems.
const INSTALLERS: [u32; 2] = if cfg!(target_os = "macos") { [0, 80] } else { [0, 50] };

impl Node {
    /// Returns whether it belongs to the user or to root, and nobody else can change it.
    #[must_use]
    pub fn is_kept_by(self, user: u32) -> bool {
        let is_ours = self.owner == user || self.owner == ROOT;
        // Where each user has a group of the same number, nobody else is in it.
        let group_writes = self.mode & GROUP_WRITES != 0 && self.group != self.owner;
        let others_write = self.mode & OTHERS_WRITE != 0;
        let is_open = (group_writes || others_write) && !self.is_sticky_folder();
        // The permissions of a link mean nothing: only its folder's do.
        is_ours && (!is_open || self.mode & TYPE == LINK)
    }

    /// Returns whether nobody but the user and who may install programs for everybody can change
    /// it.
    fn is_installed_for(self, user: u32) -> bool {
        let group = if INSTALLERS.contains(&self.group) { GROUP_WRITES } else { 0 };
        Self { mode: self.mode & !group, ..self }.is_kept_by(user)
    }

    /// In such a folder only the owner of a file can replace it: `/tmp` is one.
    fn is_sticky_folder(self) -> bool {
        self.mode & TYPE == FOLDER && self.mode & STICKY != 0
    }
}

/// A file or folder that might be trusted, as it was found.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Place {
    /// Its absolute path without links; `None` if it could not be found out.
    pub path: Option<String>,
    /// It, every folder above it, and every link and folder that its name leads through, where all
    /// of them could be looked at.
    pub nodes: Option<Vec<Node>>,
}

impl Place {
    fn is_kept_by(&self, user: u32) -> bool {
        self.all(|node| node.is_kept_by(user))
    }

    /// Returns whether each of the nodes is so; where there are none, nothing is known.
    fn all(&self, is_so: impl Fn(Node) -> bool) -> bool {
        let nodes = self.nodes.as_ref().filter(|nodes| !nodes.is_empty());
        nodes.is_some_and(|nodes| nodes.iter().all(|node| is_so(*node)))
    }
}

/// Whose a file or folder is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Owner {
    /// The user's, or the machine's.
    User,
    /// The project's that the session works on: it is inside.
    Project,
}

impl Owner {
    /// Returns whether links on the way to a file of settings are followed when it is written: a
    /// project can hold links to whatever the user owns.
    #[must_use]
    pub fn guard_links(self) -> bool {
        matches!(self, Self::User)
    }
}

/// The folders that a session may be working on.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Project {
    /// All of them, absolute and without links: the hook's own working directory, the one that the
    /// payload names, those that the host's variables name; for each of them every folder above it
    /// that is a checkout, the main checkout, the other worktrees and the parent of a submodule.
    /// They may belong to the project: that takes something from them, and never from the user.
    pub folders: Vec<String>,
    /// Those of them that no variable and no `.git` file says: where the hook and the payload are,
    /// and the checkouts above. What the others add is not trusted, and must not make the user's
    /// own word count for less.
    pub session: Vec<String>,
    /// Whether each of these folders is in a checkout, so that it is known where the project ends.
    pub is_bounded: bool,
}

impl Project {
    /// Returns the folders that a session works in, but for the home and what is above it: that is
    /// no project, and a file there may be anybody's.
    #[must_use]
    pub fn beside_home(&self, home: Option<&str>) -> Vec<&str> {
        let folders = self.session.iter().map(String::as_str);
        folders.filter(|folder| home.is_none_or(|home| !is_below(home, folder))).collect()
    }

    /// Returns whether `path`, absolute and without links, lies inside.
    #[must_use]
    pub fn holds(&self, path: &str) -> bool {
        self.folders.iter().any(|folder| is_below(path, folder))
    }

    /// Returns whose the file at `path` is. One that is not absolute depends on the working
    /// directory, and so on the project.
    #[must_use]
    pub fn owner_of(&self, path: &str) -> Owner {
        if path.starts_with('/') && !self.holds(path) { Owner::User } else { Owner::Project }
    }
}

/// Returns a place that a variable names, where variables count: not even sprag's staying away is
/// theirs to say where the user has them ignored.
#[must_use]
pub fn guard_named<T>(named: Option<T>, variables: bool) -> Option<T> {
    named.filter(|_| variables)
}

/// Why a `config.toml` has only the word of a variable, or a program is not run.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Doubt {
    /// A variable leads to it.
    ByVariable,
    /// The project that the session works on holds it.
    InProject,
    /// It, or a folder above it, belongs to somebody else or can be written by others.
    OthersMayWrite,
}

impl Doubt {
    /// Returns whether such a `config.toml` is the user's own by its place: what it forbids counts.
    #[must_use]
    pub fn is_of_own_file(self) -> bool {
        match self {
            Self::ByVariable => false,
            Self::InProject | Self::OthersMayWrite => true,
        }
    }

    /// Returns it in words, to follow `because`.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::ByVariable => {
                "HOME or XDG_CONFIG_HOME leads to it, and a repository can set both"
            }
            Self::InProject => "it is inside the project",
            Self::OthersMayWrite => "others own it or can write to it, or to a folder above it",
        }
    }
}

/// Lets the `config.toml` in the user's home speak for the user. Who works in the home itself or
/// above it has the file inside, and it is the user's anyway.
///
/// # Errors
///
/// Returns why it does not.
pub fn guard_config(
    place: &Place,
    project: &Project,
    home: Option<&str>,
    user: u32,
) -> Result<(), Doubt> {
    match &place.path {
        Some(path) if hold_beside_home(&project.session, path, home) => Err(Doubt::InProject),
        Some(_) if place.is_kept_by(user) => Ok(()),
        Some(_) | None => Err(Doubt::OthersMayWrite),
    }
}

/// Whom a TLS connection trusts to vouch for a server.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Authorities<'a> {
    /// The built-in authorities.
    BuiltIn,
    /// Those in this file, which the user's `config.toml` names, and nobody else.
    File(&'a str),
    /// Those in the files that variables name, where [`guard_certificates`] lets any of them pass.
    ByVariable,
}

/// Returns whom a connection trusts. `ca_file` and `proxy` are what the user's `config.toml` names;
/// `variables` is whether variables count; `is_diverted` is whether one of [`DIVERTING`] is set.
/// Whoever names both the authorities and the way there could pose as the judge.
#[must_use]
pub fn guard_authorities<'a>(
    ca_file: Option<&'a str>,
    proxy: Option<&str>,
    variables: bool,
    is_diverted: bool,
) -> Authorities<'a> {
    match ca_file {
        Some(file) => Authorities::File(file),
        None if variables && proxy.is_none() && !is_diverted => Authorities::ByVariable,
        None => Authorities::BuiltIn,
    }
}

/// Returns whether certificates in the file that a variable names are trusted. `written` is the
/// path as the variable has it.
#[must_use]
pub fn guard_certificates(written: &str, place: &Place, project: &Project, user: u32) -> bool {
    project.is_bounded
        && written.starts_with('/')
        && !is_of_kernel(written)
        && place.path.as_ref().is_some_and(|path| is_outside(path, project))
        && place.is_kept_by(user)
}

/// Returns whether what lies there is made up by neither the project nor the kernel.
fn is_outside(path: &str, project: &Project) -> bool {
    !is_of_kernel(path) && project.owner_of(path) == Owner::User
}

/// What lies there is made up when it is read: a variable's text, or another process's files.
fn is_of_kernel(path: &str) -> bool {
    ["/proc", "/dev", "/sys"].iter().any(|folder| is_below(path, folder))
}

/// A folder that `PATH` names.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ProgramFolder<'a> {
    /// As it stands there.
    pub named: &'a str,
    /// Absolute, and without links.
    pub resolved: &'a str,
}

/// Returns whether a program of that folder may be run. A project can hold a file of any name, and
/// a repository's settings may say where `PATH` begins; an entry that is relative or empty depends
/// on the working directory. Who works in the home itself or above it has all programs inside, so
/// that is no project here.
#[must_use]
pub fn guard_program(folder: ProgramFolder<'_>, project: &Project, home: Option<&str>) -> bool {
    let is_of_project = hold_beside_home(&project.folders, folder.resolved, home);
    folder.named.starts_with('/') && !is_of_project
}

/// Returns whether a program that was found on `PATH` may be run, by what its name leads through: a
/// variable may say that `PATH` begins where anybody can put a program.
#[must_use]
pub fn guard_program_place(place: &Place, user: u32) -> bool {
    place.all(|node| node.is_installed_for(user))
}

/// Returns whether `path` lies in one of the folders, but for those that hold the home as well.
fn hold_beside_home(folders: &[String], path: &str, home: Option<&str>) -> bool {
    let holds_home = |folder: &str| home.is_some_and(|home| is_below(home, folder));
    folders.iter().any(|folder| is_below(path, folder) && !holds_home(folder))
}

/// What tells an agent something that runs in its folder or below.
pub const STEERING: [&str; 8] = [
    ".git",
    ".claude",
    ".codex",
    ".mcp.json",
    "AGENTS.md",
    "AGENTS.override.md",
    "CLAUDE.md",
    "CLAUDE.local.md",
];

/// A folder in which the empty one could be made that a worker runs in.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct WorkerFolder<'a> {
    /// Absolute and without links, as far as it exists.
    pub path: &'a str,
    /// Whether one of [`STEERING`] lies in it or above it, elsewhere than in the home.
    pub is_steered: bool,
}

/// Returns whether a worker may run there: no project is above it, neither this nor another.
#[must_use]
pub fn guard_worker_folder(ground: WorkerFolder<'_>, project: &Project) -> bool {
    is_outside(ground.path, project) && !ground.is_steered
}

/// How a connection is made.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Carrier {
    /// To the judge itself.
    Direct,
    /// Through the proxy that a variable names.
    ByVariable,
    /// Through the proxy at this URL, which the user's `config.toml` names.
    Proxy(String),
}

/// Returns who carries a request. `is_suitable` is whether a proxy sees nothing of it but its
/// encryption; `variables` is whether variables count.
#[must_use]
pub fn guard_carrier(proxy: Option<&str>, is_suitable: bool, variables: bool) -> Carrier {
    match proxy {
        _ if !is_suitable => Carrier::Direct,
        Some(url) => Carrier::Proxy(url.into()),
        None if variables => Carrier::ByVariable,
        None => Carrier::Direct,
    }
}
