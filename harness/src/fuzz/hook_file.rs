//! The file in which a host lists its hooks, and our entry that comes and goes.

mod oracle;

use serde_json::Value;
use sprag_core::settings::hook_file::{
    self, Args, Entry, HookEvent, Installed, Refusal, Removal, Start,
};

use super::strict::strict;

/// Any text as a host's settings file.
///
/// # Panics
///
/// Panics if a file is refused that the host reads, or one is touched that it does not; if an
/// installation changes more than our entry, is not done after once, or leaves no JSON; if an
/// uninstallation does not bring the bytes back, takes what is not ours, or leaves some that is.
pub fn fuzz_hook_file(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let value = read(&text);
    for entry in entries() {
        match hook_file::install(&text, &entry) {
            Err(refusal) => refused(&text, &entry, refusal, value.as_ref()),
            Ok(Installed::Already) => already(&text, &entry, value.as_ref()),
            Ok(Installed::Added(after)) => added(&text, &entry, &after, value.as_ref()),
            Ok(Installed::Updated(after)) => updated(&text, &entry, &after, value.as_ref()),
        }
    }
    line(&text, value.as_ref());
    if let (Ok(listed), Some(value)) = (hook_file::list(&text), &value) {
        oracle::agree(&listed, value);
    }
    removed(&text, value.as_ref());
}

/// Entries that are ours, by name, by their options, with what the present one has, and by what is
/// added because nothing else tells.
fn entries() -> [Entry; 5] {
    let given = |args: &[&str]| Args::Given(args.iter().map(|arg| String::from(*arg)).collect());
    let entry = |program: &str, args, timeout| Entry {
        program: program.into(),
        args,
        timeout,
        start: Start::Direct,
        hook_event: HookEvent::Stop,
        matcher: None,
    };
    let promises = given(&["hook", "--checks", "promises,watch", "--shadow"]);
    [
        entry("/opt/\u{e9} \"x\"\\gate", promises, 10),
        entry("sprag", given(&[]), 64),
        entry("/home/dev/bin/sprag", Args::Kept, 1),
        entry("/opt/gate", given(&["hook", "--shadow"]), 10),
        Entry {
            hook_event: HookEvent::BeforeTool,
            matcher: Some("Read|Bash|PowerShell".into()),
            ..entry("sprag", given(&["hook", "--checks", "reads"]), 10)
        },
    ]
}

/// An entry that is a line for a shell says the same, and goes as it came.
fn line(text: &str, value: Option<&Value>) {
    let words = ["hook", "--host", "codex", "--checks", "promises"].map(String::from);
    let entry = Entry {
        program: "/opt/\u{e9} 'x'\\gate".into(),
        args: Args::Given(words.to_vec()),
        timeout: 10,
        start: Start::Shell,
        hook_event: HookEvent::Stop,
        matcher: None,
    };
    match hook_file::install(text, &entry) {
        Err(refusal) => refused(text, &entry, refusal, value),
        Ok(Installed::Already) => {}
        Ok(Installed::Updated(after)) => done(&after, &entry),
        Ok(Installed::Added(after)) => {
            done(&after, &entry);
            back(text, &after);
        }
    }
}

/// Returns what the host reads, unless two readers could differ about it.
fn read(text: &str) -> Option<Value> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_blank = text.bytes().all(|byte| b" \t\r\n".contains(&byte));
    strict(if is_blank { b"{}" } else { text.as_bytes() })
}

/// A refusal names a line that is there, and holds for whatever is asked of the file.
fn refused(text: &str, entry: &Entry, refusal: Refusal, value: Option<&Value>) {
    assert_eq!(hook_file::install(text, entry), Err(refusal), "refused for two reasons");
    match refusal {
        Refusal::NotJson { line, .. } => {
            assert!(value.is_none(), "what is JSON counts as none");
            assert!((1..=lines(text)).contains(&line), "line {line}");
            assert_eq!(hook_file::list(text), Err(refusal));
            assert_eq!(hook_file::uninstall(text, None), Err(refusal));
        }
        Refusal::Odd { line, part } => {
            assert!((1..=lines(text)).contains(&line), "line {line}");
            assert!(value.is_none_or(|value| oracle::is_odd(value, part)), "{part:?} is not odd");
        }
        Refusal::TooDeep => {
            let opened = text.bytes().filter(|byte| b"[{".contains(byte)).count();
            assert!(opened > sprag_core::limits::HOOK_FILE_DEPTH_MAX, "{opened} levels at most");
        }
    }
}

fn lines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count().saturating_add(1)
}

fn already(text: &str, entry: &Entry, value: Option<&Value>) {
    let Some(value) = value else { return };
    assert_eq!(oracle::updated(value, entry).as_ref(), Some(value), "it was not there: {text}");
}

/// An entry that is new stands last, and nothing else is new.
fn added(text: &str, entry: &Entry, after: &str, value: Option<&Value>) {
    done(after, entry);
    let same = |(old, new): &(u8, u8)| old == new;
    let head = text.bytes().zip(after.bytes()).take_while(same).count();
    let tail = text.bytes().rev().zip(after.bytes().rev()).take_while(same).count();
    let lost = text.as_bytes().get(head..text.len().saturating_sub(tail)).unwrap_or_default();
    assert!(lost.iter().all(u8::is_ascii_whitespace), "{lost:?} of {text} is lost in {after}");
    if let (Some(value), Some(now)) = (value, read(after)) {
        assert_eq!(now, oracle::added(value, entry), "{text}");
    }
    back(text, after);
    if text.is_empty() {
        assert_eq!(hook_file::uninstall(after, None), Ok(Removal::RemoveFile), "{after}");
    }
    removed(after, read(after).as_ref());
}

/// The file from before comes back, unless it holds an entry of ours: then it is none.
fn back(text: &str, after: &str) {
    let back = hook_file::uninstall(after, Some(text));
    if hook_file::list(text).is_ok_and(|listed| listed.ours.is_empty()) {
        assert_eq!(back, Ok(Removal::Restore(text.into())), "{after}");
    } else {
        assert!(!matches!(back, Ok(Removal::Restore(_))), "{after}");
    }
}

/// An entry that was there is the wanted one, and the only one at the end of a turn.
fn updated(text: &str, entry: &Entry, after: &str, value: Option<&Value>) {
    done(after, entry);
    assert_ne!(text, after, "nothing has changed");
    if let (Some(value), Some(now)) = (value, read(after)) {
        let expected = oracle::updated(value, entry);
        assert_eq!(Some(oracle::trimmed(&now, value)), expected, "{text}");
    }
}

/// What is written is JSON with the entry in it, and writing it again changes nothing.
fn done(after: &str, entry: &Entry) {
    assert_eq!(hook_file::install(after, entry), Ok(Installed::Already), "{after}");
    let listed = hook_file::list(after).unwrap_or_default();
    let there: Vec<_> = listed.at(entry.hook_event).collect();
    let [ours] = there.as_slice() else { panic!("{} entries: {after}", there.len()) };
    if entry.matcher.is_some() {
        assert_eq!(ours.matcher, entry.matcher, "{after}");
    }
    let handler = &ours.handler;
    assert_eq!(handler.program, entry.program, "{after}");
    assert_eq!(handler.is_direct, entry.start == Start::Direct, "{handler:?}");
    assert!(handler.timeout >= Some(entry.timeout), "{handler:?}");
    if let Args::Given(args) = &entry.args {
        assert_eq!(handler.args, oracle::signed(&entry.program, args), "{after}");
    }
}

/// What is taken away is ours, all of it, and no other byte.
fn removed(text: &str, value: Option<&Value>) {
    let other = "{\"b\": 0}";
    match hook_file::uninstall(text, Some(other)) {
        Ok(Removal::Edit(left)) => {
            let mut rest = text.bytes();
            let is_part = left.bytes().all(|byte| rest.any(|other| other == byte));
            assert!(is_part, "more than bytes of {text} in {left}");
            let listed = hook_file::list(&left).expect("what is left cannot be read");
            assert!(listed.ours.is_empty(), "some of ours is left: {left}");
            assert_eq!(hook_file::uninstall(&left, None), Ok(Removal::Nothing), "{left}");
            if let (Some(value), Some(left)) = (value, read(&left)) {
                let expected = oracle::trimmed(&oracle::removed(value), value);
                assert_eq!(oracle::trimmed(&left, value), expected, "{text}");
            }
        }
        Ok(Removal::Nothing) => {
            let listed = hook_file::list(text).expect("read once, and not twice");
            assert!(listed.ours.is_empty(), "{listed:?}");
        }
        Ok(Removal::Restore(back)) => {
            assert_eq!(back, other);
            assert!(came(other, text), "entries that are none came and went: {text}");
        }
        Ok(Removal::RemoveFile) => panic!("a file goes although there was one before"),
        Err(refusal) => assert_eq!(hook_file::list(text), Err(refusal), "{text}"),
    }
}

/// Returns whether a text is another one with the entries that it holds, in some order.
fn came(before: &str, text: &str) -> bool {
    let Ok(listed) = hook_file::list(text) else { return false };
    let entries: Vec<Entry> = HookEvent::ALL
        .into_iter()
        .filter_map(|hook_event| {
            let ours = listed.at(hook_event).next()?.clone();
            let timeout = ours.handler.timeout.unwrap_or_default();
            let start = if ours.handler.is_direct { Start::Direct } else { Start::Shell };
            let (program, args) = (ours.handler.program, Args::Given(ours.handler.args));
            Some(Entry { program, args, timeout, start, hook_event, matcher: ours.matcher })
        })
        .collect();
    let add = |text: &str, entry: &Entry| match hook_file::install(text, entry) {
        Ok(Installed::Added(after)) => after,
        _ => String::new(),
    };
    let one = entries.iter().any(|entry| add(before, entry) == text);
    let two = |first: &Entry| entries.iter().any(|entry| add(&add(before, first), entry) == text);
    one || entries.iter().any(two)
}
