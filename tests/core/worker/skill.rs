//! The skills and the agent, as they are installed.
use sprag_core::worker::skill::{FILES, Ownership, Step, guard_removal, ownership};

#[test]
fn every_file_begins_with_what_the_host_reads() {
    for file in FILES {
        let (head, body) =
            file.of_plugin().strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap();
        let name = file.path.trim_end_matches("/SKILL.md").trim_end_matches(".md");
        let name = name.rsplit('/').next().unwrap();
        assert!(head.starts_with(&format!("name: {name}\ndescription: ")), "{}", file.path);
        assert!(body.len() > 200, "{}", file.path);
    }
}

#[test]
fn the_agent_changes_nothing() {
    let agent = FILES[2].of_plugin();
    assert!(agent.contains("\ntools: Read, Glob, Grep\n"));
    for tool in ["Agent", "Bash", "Write", "Edit", "NotebookEdit", "WebFetch", "WebSearch"] {
        let line = agent.lines().find(|line| line.starts_with("disallowedTools: ")).unwrap();
        assert!(line.contains(tool), "{tool}");
    }
}

#[test]
fn a_file_is_put_where_nothing_is_or_what_we_put() {
    for file in FILES {
        let own = file.installed("sprag");
        let elsewhere = file.installed("/home/dev/bin/sprag");
        assert_eq!(file.guard_put(None, "sprag"), Step::Put);
        assert_eq!(file.guard_put(Some(own.as_bytes()), "sprag"), Step::Keep);
        if elsewhere != own {
            assert_eq!(file.guard_put(Some(elsewhere.as_bytes()), "sprag"), Step::Put);
        }
        let changed = own.replace("name: ", "name: my-");
        assert_eq!(
            file.guard_put(Some(changed.as_bytes()), "sprag"),
            Step::Leave(Ownership::Changed)
        );
        let foreign = file.of_plugin();
        assert_eq!(
            file.guard_put(Some(foreign.as_bytes()), "sprag"),
            Step::Leave(Ownership::Foreign)
        );
        assert_eq!(file.guard_put(Some(b"\xff"), "sprag"), Step::Leave(Ownership::Foreign));
        assert_eq!(file.guard_put(Some(b""), "sprag"), Step::Leave(Ownership::Foreign));
    }
}

#[test]
fn only_a_file_as_we_put_it_is_removed() {
    let own = FILES[0].installed("sprag");
    assert!(guard_removal(own.as_bytes()));
    assert!(guard_removal(own.trim_end().as_bytes()), "an editor took the last line end away");
    for other in [own.replace("QUESTION", "MINE"), [&own, "mine\n"].concat(), String::new()] {
        assert!(!guard_removal(other.as_bytes()), "{:?}", ownership(other.as_bytes()));
    }
}

#[test]
fn a_skill_names_the_program_that_is_installed() {
    let text = FILES[0].installed("/home/dev/bin/sprag");
    assert!(text.contains("\nallowed-tools: Bash(/home/dev/bin/sprag read:*)\n"), "{text}");
    assert!(text.contains("\n    /home/dev/bin/sprag read --question"), "{text}");
    assert!(!text.contains("Bash(sprag read"), "{text}");
}
