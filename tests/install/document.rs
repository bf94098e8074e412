//! What is recorded about the program is what the program says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::home::Home;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().into()
}

#[track_caller]
fn is(name: &str, args: &[&str]) {
    let written = fs::read_to_string(root().join(name)).unwrap_or_default();
    let said = Home::empty().done(args);
    let write = format!("sprag {} > {name}", args.join(" "));
    assert!(written == said, "{name} is old: {write}");
}

/// Returns what stands between two comments of a page.
fn between(page: &str, mark: &str) -> String {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let begin = format!("<!-- {mark} -->\n");
    let (_, rest) = text.split_once(&begin).unwrap();
    rest.split_once("<!-- end -->").unwrap().0.trim().to_owned()
}

#[test]
fn completions_and_manual_are_made_from_the_commands() {
    is("docs/completions/sprag.bash", &["generate", "bash"]);
    is("docs/completions/_sprag", &["generate", "zsh"]);
    is("docs/completions/sprag.fish", &["generate", "fish"]);
    is("docs/sprag.1", &["generate", "man"]);
}

#[test]
fn the_tables_of_the_documents_are_made_from_the_settings() {
    let home = Home::empty();
    let table = home.done(&["config", "--table"]);
    assert_eq!(between("README.md", "sprag config --table"), table.trim());
    for seed in ["stingray", "belay", "shuntkit"] {
        let args = ["config", "--table", "--as", seed];
        let mark = format!("sprag {}", args.join(" "));
        assert_eq!(between("docs/other-tools.md", &mark), home.done(&args).trim());
    }
}

#[test]
fn every_command_is_in_the_help_and_helps_within_80_columns() {
    let home = Home::empty();
    let help = home.done(&["--help"]);
    let mut commands = 0;
    for line in help.lines().filter_map(|line| line.strip_prefix("  sprag ")) {
        let name = line.split(' ').next().unwrap();
        commands += 1;
        if name == "hook" {
            assert_eq!(home.done(&["hook", "--help"]), help);
        } else {
            let own = home.done(&[name, "--help"]);
            assert!(own.contains(&format!("sprag {name}")), "{own}");
            let long = own.lines().find(|line| line.chars().count() > 80);
            assert!(long.is_none() || name == "facts", "{long:?}");
        }
    }
    assert!(commands >= 8);
    assert_eq!(help.lines().find(|line| line.chars().count() > 80), None);
}

#[test]
fn the_completions_of_bash_are_bash() {
    let script = "source \"$0\"
        complete_at() {
            COMP_CWORD=$1; shift; COMP_WORDS=(\"$@\")
            _sprag; echo \"${COMPREPLY[*]}\"
        }
        complete_at 2 sprag install --c
        complete_at 3 sprag hook --checks wat
        complete_at 1 sprag do";
    let Ok(output) = Command::new("bash")
        .args(["-c", script])
        .arg(root().join("docs/completions/sprag.bash"))
        .output()
    else {
        return;
    };
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(
        said,
        "--check --checks --claim --claim-local --claude-dir --command\nwatch watch-match\ndoctor\n"
    );
}

#[test]
fn what_can_be_made_is_said() {
    Home::empty().refused(&["generate"], "bash|zsh|fish|man");
    Home::empty().refused(&["generate", "powershell"], "bash|zsh|fish|man");
}
