//! Programs that are not on our lists of checks, but may be checks anyway.

use alloc::vec::Vec;

use crate::activity::command_line::{Simple, starts_nothing};
use crate::text::listing::lists;

/// Programs that print what is there already.
const READERS: &str = "\
    awk base64 bat cat cd column comm curl cut date diff docker echo egrep export fgrep find \
    gh git glab grep head jq kubectl less ls more nl printf pwd rg sed sleep sort strings tail \
    test tr true uniq wc wget xxd yq";

/// Programs and words of shells that arrange files, processes and settings, or say what they are.
const ARRANGERS: &str = "\
    : . [ [[ alias apk apt apt-get ag basename bc brew break builtin chgrp chmod chown clear \
    code colima command continue cp dd declare delta df dig dirname dnf du env exa exit expr \
    eza false fd file fold free fuser gunzip gzip hash hexdump host hostname iconv id jobs \
    join kill killall launchctl let ln local lsof md5 md5sum mkdir mktemp mv nohup nproc \
    nslookup od open pacman paste patch pbcopy pbpaste pgrep ping pip pip3 pipx pkill popd ps \
    pushd read readlink realpath return rev rm rmdir rsync scp seq set sha1sum sha256sum \
    shasum shift shopt source ss stat stty sw_vers sync systemctl tac tar tee time top touch \
    trap tree type ulimit umask unalias uname unlink unset unzip uptime wait whereis which \
    whoami xargs xdg-open yes yum zip";

/// What programs that do many things do beside running something.
const PREPARERS: &[(&str, &str)] = &[
    (
        "cargo",
        "add clean fetch info init install locate-project login metadata new owner pkgid \
               publish remove search tree uninstall update version yank",
    ),
    ("go", "clean doc env fix get help install list mod telemetry version work"),
    (
        "npm pnpm yarn bun",
        "add audit bin cache ci config create dedupe i info init install link ls \
                           list outdated pm prune rebuild remove root store uninstall unlink up \
                           update upgrade version view why",
    ),
    (
        "uv poetry pdm pipenv conda mamba",
        "add cache env export init install list lock pip python \
                                          remove self show sync tool tree update venv",
    ),
    ("gem bundle composer", "add install list outdated remove require show update"),
    (
        "rustup mise asdf nvm pyenv",
        "component current default install list ls show target toolchain \
                                    update use which",
    ),
];

/// Returns whether a command runs a program that may check something. Of what only reads, arranges
/// or installs that is not to be expected.
pub(super) fn guard_may_check(command: &Simple<'_>) -> bool {
    let Some(program) = command.program() else { return false };
    let mut words = program.arguments().iter().map(|word| word.text());
    if words.clone().any(|word| matches!(word, "--version" | "--help" | "-h" | "-V")) {
        return false;
    }
    let name = program.name;
    let first = words.find(|word| !word.starts_with('-')).unwrap_or_default();
    let prepares = PREPARERS.iter().any(|(programs, tasks)| {
        lists(programs, name) && (first.is_empty() || lists(tasks, first))
    });
    let arranges = lists(ARRANGERS, name) || starts_nothing(name);
    !(name.is_empty() || lists(READERS, name) || arranges || prepares)
}

/// Interpreters, and what stands before code that is written in the command line itself.
const INTERPRETERS: &str = "python python3 py node deno bun ruby perl php lua pwsh powershell";
const INLINE: &str = "-c -e -p -r -pe -ne eval --eval --print --command";

/// Words of code that starts a process.
const STARTERS: [&str; 9] =
    ["subprocess", "system", "popen", "spawn", "exec", "fork", "pty", "`", "run("];

/// Returns whether a program was written for this once: code in the command line that starts no
/// process, or a program in a folder for temporary files. A script of a name may run anything.
pub(super) fn guard_one_off(command: &Simple<'_>) -> bool {
    let Some(program) = command.program() else { return false };
    let words: Vec<&str> = program.arguments().iter().map(|word| word.text()).collect();
    if lists(INTERPRETERS, program.name) {
        let inline = words.iter().position(|word| lists(INLINE, word));
        let given = inline.and_then(|at| words.get(at.saturating_add(1))).copied();
        let here = command.redirections.iter().find_map(|one| one.here.as_ref());
        let typed = || here.filter(|_| words.iter().all(|word| *word == "-"));
        let code = given.or_else(|| typed().map(|here| here.text.as_ref()));
        return code.is_some_and(|code| {
            let code = code.to_ascii_lowercase();
            !STARTERS.iter().any(|word| code.contains(word))
        });
    }
    let path = program.words.first().map(|word| word.text()).unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_script = name.rsplit_once('.').is_some_and(|(_, ending)| ending != "exe");
    !is_script && TEMPORARY.iter().any(|folder| path.contains(folder))
}

/// Folders for temporary files.
const TEMPORARY: [&str; 4] = ["/tmp/", "/var/folders/", "$TMPDIR", "/Temp/"];

/// Returns whether a program may print what it finds: not what was there before.
pub(super) fn prints_anew(command: &Simple<'_>) -> bool {
    command.program().is_some_and(|program| !lists(READERS, program.name))
}
