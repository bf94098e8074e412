//! Whose word counts: the table of the module, row by row.
mod state;

use proptest::prelude::*;
use sprag_core::security::trust::{
    Authorities, Carrier, Contents, Doubt, Node, Owner, Place, ProgramFolder, Project, Shared,
    WorkerFolder, guard_authorities, guard_carrier, guard_certificates, guard_config, guard_named,
    guard_program, guard_program_place, guard_state, guard_worker_folder,
};

const USER: u32 = 1000;
const OTHER: u32 = 1001;

const FOLDER: u32 = 0o040_000;
const FILE: u32 = 0o100_000;
const LINK: u32 = 0o120_000;

fn node(owner: u32, group: u32, mode: u32) -> Node {
    Node { owner, group, mode }
}

/// A file of the user's at this path, as nobody else can change it.
fn kept(path: &str) -> Place {
    let nodes = vec![
        node(USER, USER, FILE | 0o644),
        node(USER, USER, FOLDER | 0o755),
        node(0, 0, FOLDER | 0o755),
    ];
    Place { path: Some(path.into()), nodes: Some(nodes) }
}

fn project(folders: &[&str]) -> Project {
    let folders: Vec<String> = folders.iter().map(|folder| String::from(*folder)).collect();
    Project { session: folders.clone(), folders, is_bounded: true }
}

const CONFIG: &str = "/home/dev/.config/sprag/config.toml";

#[test]
fn what_the_user_or_root_alone_can_change_is_kept() {
    for (owner, group, mode) in [
        (USER, USER, FILE | 0o644),
        (USER, OTHER, FILE | 0o644),
        (USER, USER, FILE | 0o664), // a group of the user's own
        (0, 0, FILE | 0o644),
        (0, 0, FOLDER | 0o775),
        (0, 0, FOLDER | 0o1777), // such as /tmp
        (USER, OTHER, FOLDER | 0o1775),
        (USER, OTHER, LINK | 0o777), // the permissions of a link mean nothing
    ] {
        assert!(node(owner, group, mode).is_kept_by(USER), "{owner} {group} {mode:o}");
    }
}

#[test]
fn what_somebody_else_owns_or_can_write_is_not_kept() {
    for (owner, group, mode) in [
        (OTHER, OTHER, FILE | 0o600),
        (OTHER, USER, FOLDER | 0o1755),
        (USER, OTHER, FILE | 0o664),
        (USER, USER, FILE | 0o646),
        (USER, USER, FOLDER | 0o777),
        (0, 50, FOLDER | 0o775),
        (OTHER, OTHER, LINK | 0o777),
        (USER, USER, FILE | 0o1666), // no folder, so that bit means nothing
    ] {
        assert!(!node(owner, group, mode).is_kept_by(USER), "{owner} {group} {mode:o}");
    }
}

#[test]
fn the_users_own_config_speaks_for_the_user() {
    let elsewhere = project(&["/home/dev/rocket", "/home/dev/.config/other"]);
    assert_eq!(guard_config(&kept(CONFIG), &elsewhere, HOME, USER), Ok(()));
    assert_eq!(guard_config(&kept(CONFIG), &Project::default(), HOME, USER), Ok(()));
}

#[test]
fn a_config_that_a_project_holds_does_not_speak_for_the_user() {
    for folder in ["/home/dev/.config", "/home/dev/.config/sprag"] {
        let refused = guard_config(&kept(CONFIG), &project(&["/srv", folder]), HOME, USER);
        assert_eq!(refused, Err(Doubt::InProject), "{folder}");
    }
}

#[test]
fn whoever_works_in_the_home_or_above_it_has_a_config_still() {
    for folder in ["/home/dev", "/home", "/"] {
        let project = project(&[folder]);
        assert_eq!(guard_config(&kept(CONFIG), &project, HOME, USER), Ok(()), "{folder}");
        let nobodys = guard_config(&kept(CONFIG), &project, None, USER);
        assert_eq!(nobodys, Err(Doubt::InProject), "without a home, {folder} is a project");
    }
}

/// A variable or a `.git` file of the project's must not make the user's word less.
#[test]
fn what_a_variable_adds_to_the_project_takes_no_word_from_the_user() {
    for folder in ["/", "/home/dev", "/home/dev/.config", "/home/dev/.config/sprag"] {
        let project = Project { session: vec!["/srv/a".into()], ..project(&["/srv/a", folder]) };
        assert_eq!(guard_config(&kept(CONFIG), &project, HOME, USER), Ok(()), "{folder}");
    }
}

#[test]
fn a_config_that_others_could_have_written_does_not_speak_for_the_user() {
    let foreign = node(OTHER, OTHER, FOLDER | 0o755);
    let mut nodes = kept(CONFIG).nodes.unwrap();
    nodes.push(foreign);
    let unknown = Place { nodes: None, ..kept(CONFIG) };
    let nothing = Place { nodes: Some(Vec::new()), ..kept(CONFIG) };
    let nowhere = Place { path: None, ..kept(CONFIG) };
    let theirs = Place { nodes: Some(nodes), ..kept(CONFIG) };
    for place in [theirs, unknown, nothing, nowhere] {
        let refused = guard_config(&place, &project(&["/srv"]), HOME, USER);
        assert_eq!(refused, Err(Doubt::OthersMayWrite), "{place:?}");
    }
}

const AUTHORITIES: &str = "/etc/ssl/company.pem";

/// Returns whether certificates are trusted that a variable names like this, outside of a project.
fn trusted(written: &str, place: &Place) -> bool {
    guard_certificates(written, place, &project(&["/home/dev/rocket"]), USER)
}

#[test]
fn certificates_that_a_variable_names_are_trusted_outside_of_every_project() {
    assert!(trusted(AUTHORITIES, &kept(AUTHORITIES)));
}

#[test]
fn certificates_of_a_project_the_kernel_or_somebody_else_are_not_trusted() {
    for path in [
        "/home/dev/rocket/evil.pem",
        "/home/dev/rocket",
        "/proc/self/environ",
        "/proc/4711/environ",
        "/dev/fd/3",
        "/sys/x",
        "relative.pem",
    ] {
        assert!(!trusted(AUTHORITIES, &kept(path)), "{path}");
    }
    for written in
        ["../../evil.pem", "evil.pem", "./x", "", "/proc/self/cwd/evil.pem", "/dev/stdin"]
    {
        assert!(!trusted(written, &kept(AUTHORITIES)), "{written}");
    }
    assert!(!trusted(AUTHORITIES, &Place { nodes: None, ..kept(AUTHORITIES) }));
    assert!(!trusted(AUTHORITIES, &Place { path: None, ..kept(AUTHORITIES) }));
}

#[test]
fn certificates_beside_what_leads_the_connection_elsewhere_are_not_trusted() {
    let proxy = Some("http://proxy.example.com:3128");
    for (proxy, variables, is_diverted, expected) in [
        (None, true, false, Authorities::ByVariable),
        (None, true, true, Authorities::BuiltIn),
        (proxy, true, false, Authorities::BuiltIn),
        (proxy, true, true, Authorities::BuiltIn),
        (None, false, false, Authorities::BuiltIn),
    ] {
        let found = guard_authorities(None, proxy, variables, is_diverted);
        assert_eq!(found, expected, "{proxy:?} {variables} {is_diverted}");
        let own = guard_authorities(Some(AUTHORITIES), proxy, variables, is_diverted);
        assert_eq!(own, Authorities::File(AUTHORITIES));
    }
}

#[test]
fn certificates_are_not_trusted_where_it_is_unknown_where_the_project_ends() {
    let project = Project { is_bounded: false, ..project(&["/home/dev/rocket/deep"]) };
    assert!(!guard_certificates(AUTHORITIES, &kept(AUTHORITIES), &project, USER));
}

#[test]
fn settings_of_a_project_are_written_through_no_link() {
    assert!(Owner::User.guard_links() && !Owner::Project.guard_links());
}

#[test]
fn what_a_variable_names_counts_unless_variables_are_ignored() {
    assert_eq!(guard_named(Some("/x"), true), Some("/x"));
    assert_eq!(guard_named(Some("/x"), false), None);
}

#[test]
fn a_state_folder_that_is_refused_is_explained() {
    assert_eq!(Shared::Foreign.to_string(), "the folder belongs to another user");
    assert_eq!(Shared::Writable.to_string(), "others may write to the folder: chmod go-w");
}

const HOME: Option<&str> = Some("/home/dev");

#[test]
fn a_worker_runs_below_no_project() {
    let passes = |path: &str, is_steered: bool| {
        guard_worker_folder(
            WorkerFolder { path, is_steered },
            &project(&["/home/dev/rocket", "/srv/rocket"]),
        )
    };
    for path in
        ["/home/dev/rocket", "/home/dev/rocket/tmp", "/srv/rocket/a/b", "tmp", "", "/proc/1"]
    {
        assert!(!passes(path, false), "{path}");
    }
    for path in ["/tmp", "/home/dev/rocketry", "/home/dev/.local/state/sprag"] {
        assert!(passes(path, false), "{path}");
        assert!(!passes(path, true), "{path}: another project's file is above it");
    }
}

fn is_searched(named: &str, resolved: &str) -> bool {
    let project = project(&["/home/dev/rocket", "/srv/rocket"]);
    guard_program(ProgramFolder { named, resolved }, &project, HOME)
}

#[test]
fn no_program_of_the_project_is_run() {
    for folder in ["/home/dev/rocket", "/home/dev/rocket/node_modules/.bin", "/srv/rocket/bin"] {
        assert!(!is_searched(folder, folder), "{folder}");
        assert!(!is_searched("/usr/local/bin", folder), "a link to {folder}");
    }
    // The working directory may be another one by the time that the program is run.
    for named in ["", ".", "bin", "../bin", "~/bin"] {
        assert!(!is_searched(named, "/usr/bin"), "{named}");
    }
    for folder in ["/usr/bin", "/home/dev/.local/bin", "/home/dev/rocketry/bin", "/srv"] {
        assert!(is_searched(folder, folder), "{folder}");
    }
}

#[test]
fn whoever_works_in_the_home_or_above_it_has_programs_still() {
    let own = ProgramFolder { named: "/home/dev/.local/bin", resolved: "/home/dev/.local/bin" };
    for above in ["/home/dev", "/home/dev/", "/home", "/"] {
        assert!(guard_program(own, &project(&[above]), HOME), "{above}");
        // Where nobody knows the home, it may be a project like any other.
        assert!(!guard_program(own, &project(&[above]), None), "{above}");
        assert!(!guard_program(own, &project(&[above, "/home/dev/.local"]), HOME), "{above}");
    }
}

/// Where programs are installed for everybody, the administrator has chosen who may.
const INSTALLERS: u32 = if cfg!(target_os = "macos") { 80 } else { 50 };

#[test]
fn a_program_that_others_can_change_is_not_run() {
    let is_run = |file: Node, folder: Node| {
        let nodes = vec![node(0, 0, FOLDER | 0o755), folder, file];
        guard_program_place(&Place { path: None, nodes: Some(nodes) }, USER)
    };
    let (file, folder) = (node(USER, USER, FILE | 0o755), node(USER, USER, FOLDER | 0o755));
    for node in [
        folder,
        node(0, 0, FOLDER | 0o775),
        node(0, INSTALLERS, FOLDER | 0o2775),
        node(USER, INSTALLERS, FOLDER | 0o775),
        node(0, 0, FOLDER | 0o1777),
    ] {
        assert!(is_run(file, node) && is_run(node, folder), "{node:?}");
    }
    for node in [
        node(USER, USER, FOLDER | 0o777),
        node(0, INSTALLERS, FOLDER | 0o777),
        node(USER, 100, FOLDER | 0o775),
        node(OTHER, INSTALLERS, FOLDER | 0o775),
        node(OTHER, OTHER, FOLDER | 0o755),
        node(USER, USER, FILE | 0o777),
        node(OTHER, USER, LINK | 0o777),
    ] {
        assert!(!is_run(file, node) && !is_run(node, folder), "{node:?}");
    }
    let unknown = [None, Some(Vec::new())].map(|nodes| Place { path: None, nodes });
    assert!(unknown.iter().all(|place| !guard_program_place(place, USER)));
}

#[test]
fn the_home_and_what_is_above_it_are_not_project() {
    let project = project(&["/home/dev/rocket", "/home/dev", "/home", "/", "/srv"]);
    assert_eq!(project.beside_home(HOME), ["/home/dev/rocket", "/srv"]);
    assert_eq!(project.beside_home(None).len(), 5);
}

#[test]
fn the_users_proxy_outranks_that_of_a_variable() {
    let own = Some("http://proxy.example.com:3128");
    let carrier = Carrier::Proxy("http://proxy.example.com:3128".into());
    for variables in [false, true] {
        assert_eq!(guard_carrier(own, true, variables), carrier);
        assert_eq!(guard_carrier(own, false, variables), Carrier::Direct);
        assert_eq!(guard_carrier(None, false, variables), Carrier::Direct);
    }
    assert_eq!(guard_carrier(None, true, true), Carrier::ByVariable);
    assert_eq!(guard_carrier(None, true, false), Carrier::Direct);
}

proptest! {
    #![proptest_config(crate::properties())]

    /// Whatever is added to what is known about a project, nothing inside becomes the user's.
    #[test]
    fn prop_more_known_of_a_project_never_makes_more_trusted(
        folders in prop::collection::vec("(/[a-c]{1,2}){0,3}", 0..4),
        more in prop::collection::vec("(/[a-c]{1,2}){0,3}", 0..4),
        path in "(/[a-c]{1,2}){1,4}",
    ) {
        let session = folders.clone();
        let few = Project { folders: folders.clone(), session, is_bounded: true };
        let all = Project { folders: [folders, more].concat(), ..few.clone() };
        let is_users = |project: &Project| project.owner_of(&path) == Owner::User;
        prop_assert!(is_users(&few) || !is_users(&all));
        prop_assert!(is_users(&few) || guard_config(&kept(&path), &few, None, USER).is_err());
        let kept_there = guard_state(Some(&path), &few, &[], None, Contents::Nothing);
        prop_assert!(is_users(&few) || kept_there.is_err());
        let trusted = guard_certificates(&path, &kept(&path), &few, USER);
        prop_assert!(is_users(&few) || !trusted);
    }
}

#[test]
fn why_a_config_is_doubted_is_said_so_that_one_can_tell_what_to_change() {
    for (doubt, words) in [
        (Doubt::ByVariable, "HOME or XDG_CONFIG_HOME"),
        (Doubt::InProject, "inside the project"),
        (Doubt::OthersMayWrite, "others own it or can write to it"),
    ] {
        assert!(doubt.words().contains(words), "{doubt:?}: {}", doubt.words());
    }
}

#[test]
fn a_file_is_the_users_own_whatever_is_doubtful_about_its_place() {
    assert!(Doubt::InProject.is_of_own_file() && Doubt::OthersMayWrite.is_of_own_file());
    assert!(!Doubt::ByVariable.is_of_own_file(), "a variable chose it");
}
