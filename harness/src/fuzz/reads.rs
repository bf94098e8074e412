//! Tool calls that may read files.

use serde_json::value::RawValue;
use sprag_core::activity::command_line::CommandLine;
use sprag_core::activity::command_line::shell_quoted;
use sprag_core::hosts::event::{Call, Tool};
use sprag_core::hosts::host::Host;
use sprag_core::limits::{COMMANDS_MAX, PATH_BYTES_MAX, READ_FILES_MAX, READ_RANGES_MAX};
use sprag_core::reads::{
    Asked, FileAsked, Measured, Meter, Outcome, Part, ReadSettings, Stat, State, Version, Worker,
    ask, decide,
};
use sprag_core::security::secret;
use sprag_core::text::path::is_of_windows;

/// Any text as a command line, and as what a host's tool is given.
///
/// # Panics
///
/// Panics if a bound is passed, a line that no shell runs shows a file, what follows a line, takes
/// its output away or keeps it from running is read wrong, counting less decides otherwise, or a
/// credential is not found.
pub fn fuzz_reads(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(input) = serde_json::from_str::<Box<RawValue>>(&text) {
        for name in ["Read", "read_file", "Bash", "shell"] {
            let tool = Tool::parse(name, &input);
            tool.iter().for_each(|tool| bounded(asked(tool).as_ref()));
        }
    }
    let shown = shown(&text);
    around(&text, &shown);
    for file in shown.iter().take(4) {
        counted(file, bytes);
    }
}

fn asked(tool: &Tool) -> Option<Asked> {
    let (cwd, home) = (Some("/home/dev/rocket"), Some("/home/dev"));
    let call = Call { host: Host::Claude, tool, agent: None, cwd, home };
    ask(&call, &ReadSettings::default())
}

fn bounded(asked: Option<&Asked>) {
    let Some(asked) = asked else { return };
    assert!((1..=READ_FILES_MAX).contains(&asked.files.len()));
    for file in &asked.files {
        let is_absolute = file.path.starts_with('/') || is_of_windows(&file.path);
        assert!(is_absolute && file.path.len() <= PATH_BYTES_MAX, "{file:?}");
        assert!(!file.path.contains('\0'), "{file:?}");
        if let Part::Lines(lines) | Part::BytesOf(lines, _) = &file.part {
            assert!(lines.to_string().split(',').count() <= READ_RANGES_MAX, "{file:?}");
        }
    }
}

/// Returns what a command line shows.
fn shown(command: &str) -> Vec<FileAsked> {
    let asked = asked(&Tool::Shell { command: command.into() });
    bounded(asked.as_ref());
    asked.map(|asked| asked.files).unwrap_or_default()
}

/// What stands around a line is read as a shell reads it.
fn around(text: &str, alone: &[FileAsked]) {
    let line = CommandLine::parse(text);
    if !line.complete {
        assert_eq!(alone, [], "a shell runs nothing of it: {text}");
        return;
    }
    if text.ends_with('\\') || line.commands.len() >= COMMANDS_MAX.saturating_sub(2) {
        return;
    }
    assert_eq!(shown(&[text, "\ntrue"].concat()), alone, "{text}");
    // What is added to is as large as before; what is taken away is not.
    assert_eq!(shown(&["x >> /home/dev/rocket/a.txt\n", text].concat()), alone, "{text}");
    // What is on a drive of Windows lies below no root.
    let kept = shown(&["rm -rf /\n", text].concat());
    assert!(kept.iter().all(|file| is_of_windows(&file.path)), "{text}");
    let nowhere = [
        ["{\n", text, "\n} > out"].concat(),
        ["x || {\n", text, "\n}"].concat(),
        ["if x; then\n", text, "\nfi"].concat(),
        ["x=$(\n", text, "\n)"].concat(),
        ["docker exec web sh -c ", &shell_quoted(text)].concat(),
    ];
    for line in nowhere {
        assert_eq!(shown(&line), [], "{line}");
    }
    let script = ["sh -c ", &shell_quoted(text)].concat();
    // To `sh` what begins like an option is one.
    if CommandLine::parse(&script).complete && !text.starts_with(['-', '+']) {
        assert_eq!(shown(&script), alone, "{script}");
    }
}

/// A file that is counted no further than needed is decided about as if it were counted whole.
fn counted(file: &FileAsked, content: &[u8]) {
    let worker = Worker::Command { bytes_max: u64::MAX };
    let settings = ReadSettings { lines_min: 8, budget: 16, worker, ..ReadSettings::default() };
    let file = FileAsked { path: file.path.clone(), part: Part::Whole };
    let asked = Asked {
        files: vec![file.clone()],
        by: sprag_core::reads::By::Shell,
        host: Host::Claude,
        is_exempt: false,
    };
    let measure = |stops: bool| -> Measured {
        let version = Version { bytes: u64::MAX, modified_ns: 0 };
        let stat = Stat { path: file.path.clone(), version };
        let mut meter = Meter::new(&asked, &file, stat, &settings);
        for piece in content.chunks(300).chain([&[][..]]) {
            if stops && meter.is_known() {
                break;
            }
            meter.feed(piece);
        }
        meter.finish()
    };
    let decide = |measured| -> Outcome {
        decide(&asked, &[Some(measured)], &State::default(), &settings, 0)
    };
    let whole = measure(false);
    // However it is cut, a credential is found.
    let is_secret = !content.contains(&0) && secret::find(content, &[]).is_some();
    assert!(whole.is_secret || !is_secret, "a secret was not found");
    let (early, whole) = (decide(measure(true)), decide(whole));
    assert_eq!(early.denial.is_some(), whole.denial.is_some());
}
