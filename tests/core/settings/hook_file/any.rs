//! Files that nobody thought of: made up by a small generator, and cut and damaged ones.

use serde::de::IgnoredAny;
use serde_json::{Value, json};
use sprag_core::settings::hook_file::{self, Args, Entry, HookEvent, Installed, Removal, Start};

/// A sequence that looks random and is the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % sides
    }

    fn one_of<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[usize::try_from(self.roll(of.len() as u64)).unwrap()]
    }

    fn space(&mut self) -> &'static str {
        self.one_of(&["", "", " ", "\n", "\n  ", "\r\n\t", "\t", "\n\n    "])
    }

    /// A value in a style of its own at every place.
    fn value(&mut self, depth: u64) -> String {
        let scalars =
            ["1", "-0.5e+3", "true", "null", "\"\"", "\"\u{e9}\\n\\\"]}\"", "\"\\ud83d\\ude00\""];
        let (open, close) = match self.roll(4 + depth) {
            0 | 1 if depth < 5 => ("{", "}"),
            2 if depth < 5 => ("[", "]"),
            _ => return self.one_of(&scalars).into(),
        };
        self.items(open, close, depth, &[])
    }

    fn items(&mut self, open: &str, close: &str, depth: u64, first: &[String]) -> String {
        let mut items = first.to_vec();
        for number in 0..self.roll(3) {
            let value = self.value(depth + 1);
            let key = format!("\"{}{number}\"", self.one_of(&["a", "Stop", "hooks", "\\u0061"]));
            let (before, after) = (self.space(), self.space());
            items.push(if open == "{" { format!("{key}{before}:{after}{value}") } else { value });
        }
        let mut text = open.to_owned();
        for (number, item) in items.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            text.push_str(&[self.space(), comma, self.space(), item].concat());
        }
        [&text, self.space(), close].concat()
    }

    /// Settings, often with hooks of others.
    fn settings(&mut self) -> String {
        let group = "{\"hooks\": [{\"type\": \"command\", \"command\": \"other\"}]}";
        let groups = match self.roll(3) {
            0 => vec![],
            1 => vec![group.to_owned()],
            _ => vec![group.to_owned(), "{\"matcher\":\"x\",\"hooks\":[]}".to_owned()],
        };
        let stop = self.items("[", "]", 4, &groups);
        let stop = format!("\"Stop\"{}:{}{stop}", self.space(), self.space());
        let hooks = match self.roll(3) {
            0 => self.items("{", "}", 4, &[]),
            _ => self.items("{", "}", 4, &[stop]),
        };
        let hooks = format!("\"hooks\":{}{hooks}", self.space());
        let first = if self.roll(3) == 0 { vec![] } else { vec![hooks] };
        let whole = self.items("{", "}", 1, &first);
        [self.one_of(&["", "\u{feff}", "\n"]), &whole, self.space()].concat()
    }
}

fn entry() -> Entry {
    let args = ["hook", "--checks", "promises"].map(String::from).to_vec();
    Entry {
        program: "/opt/sprag".into(),
        args: Args::Given(args),
        timeout: 10,
        start: Start::Direct,
        hook_event: HookEvent::Stop,
        matcher: None,
    }
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap()
}

#[test]
fn prop_an_entry_comes_and_goes_and_nothing_else_does() {
    let mut dice = Dice(7);
    for _ in 0..4_000 {
        let before = dice.settings();
        let added = hook_file::install(&before, &entry());
        let Ok(Installed::Added(after)) = added else { panic!("{before:?}: {added:?}") };

        // The host reads the same, and our entry last.
        let mut whole = parse(&after);
        let groups = whole["hooks"]["Stop"].as_array_mut().unwrap();
        let expected = json!({"type": "command", "command": "/opt/sprag",
            "args": ["hook", "--checks", "promises"], "timeout": 10});
        assert_eq!(groups.pop().unwrap(), json!({"hooks": [expected]}), "{after}");
        let mut was = parse(&before);
        let hooks = was.as_object_mut().unwrap().entry("hooks").or_insert(json!({}));
        hooks.as_object_mut().unwrap().entry("Stop").or_insert(json!([]));
        assert_eq!(whole, was, "{before:?}");

        // No other byte has changed, but for blanks between brackets that were empty.
        let same = |(old, new): &(u8, u8)| old == new;
        let head = before.bytes().zip(after.bytes()).take_while(same).count();
        let tail = before.bytes().rev().zip(after.bytes().rev()).take_while(same).count();
        let lost = before.as_bytes().get(head..before.len() - tail).unwrap_or_default();
        assert!(lost.iter().all(u8::is_ascii_whitespace), "{before:?} -> {after:?}");

        assert_eq!(hook_file::install(&after, &entry()), Ok(Installed::Already));
        let back = hook_file::uninstall(&after, Some(&before));
        assert_eq!(back, Ok(Removal::Restore(before.clone())));

        // Without the file from before, the host reads what it read then.
        let Ok(Removal::Edit(left)) = hook_file::uninstall(&after, Some("{\"b\": 0}")) else {
            panic!("{after:?}")
        };
        let mut left = parse(&left);
        let hooks = left.as_object_mut().unwrap().entry("hooks").or_insert(json!({}));
        hooks.as_object_mut().unwrap().entry("Stop").or_insert(json!([]));
        assert_eq!(left, was, "{before:?}");
        assert_eq!(hook_file::uninstall(&before, None), Ok(Removal::Nothing));
    }
}

/// Programs of every name, and with the signs that a shell reads.
const PROGRAMS: [&str; 12] = [
    "sprag",
    "/opt/sprag",
    "/opt/sprag-static",
    "gate",
    "./gate",
    "A=b",
    "/opt/a=b/sprag",
    "/opt/my tools/it's",
    "/opt/\u{e9}/\"$HOME\"`x`",
    "~/#;|&\\",
    "/opt/sprag/",
    "-",
];

/// Options of which some tell whose the entry is, and some do not.
const OPTIONS: [&[&str]; 8] = [
    &[],
    &["--shadow"],
    &["--shadow=off", "--send-task"],
    &["--checks", "done, ask"],
    &["--checks", ""],
    &["--as", "belay"],
    &["--host", "codex"],
    &["--check", "^a=b 'c'"],
];

#[test]
fn prop_whatever_an_installation_wrote_is_found_again() {
    let mut dice = Dice(5);
    for _ in 0..1_000 {
        let before = dice.settings();
        let options = OPTIONS[usize::try_from(dice.roll(8)).unwrap()];
        let words = [&["hook"], options].concat();
        let start = if dice.roll(2) == 0 { Start::Direct } else { Start::Shell };
        let program = String::from(dice.one_of(&PROGRAMS));
        let args = Args::Given(words.iter().map(|word| String::from(*word)).collect());
        let one = Entry { program, args, start, ..entry() };

        let added = hook_file::install(&before, &one);
        let Ok(Installed::Added(after)) = added else { panic!("{before:?}: {added:?}") };
        found(&after, &one, &words);
        let back = hook_file::uninstall(&after, Some(&before));
        assert_eq!(back, Ok(Removal::Restore(before.clone())), "{after}");

        // Under another name it is the same entry, and keeps what it was told.
        let renamed = Entry { program: dice.one_of(&PROGRAMS).into(), args: Args::Kept, ..one };
        let after = match hook_file::install(&after, &renamed) {
            Ok(Installed::Updated(after)) => after,
            Ok(Installed::Already) => after,
            other => panic!("{after}: {other:?}"),
        };
        found(&after, &renamed, &words);
        let back = hook_file::uninstall(&after, Some(&before));
        assert_eq!(back, Ok(Removal::Restore(before.clone())), "{after}");

        // Nor do other options keep the bytes from coming back.
        let other = OPTIONS[usize::try_from(dice.roll(8)).unwrap()];
        let words = ["hook"].iter().chain(other).map(|word| String::from(*word)).collect();
        let other = Entry { args: Args::Given(words), timeout: 11, ..renamed };
        let after = match hook_file::install(&after, &other) {
            Ok(Installed::Updated(after)) => after,
            Ok(Installed::Already) => after,
            other => panic!("{after}: {other:?}"),
        };
        let back = hook_file::uninstall(&after, Some(&before));
        assert_eq!(back, Ok(Removal::Restore(before)), "{after}");
    }
}

/// Demands one entry of ours, of which the words but those that say whose it is are these.
#[track_caller]
fn found(text: &str, entry: &Entry, words: &[&str]) {
    let listed = hook_file::list(text).unwrap();
    let [ours] = &listed.ours[..] else { panic!("{:?}: {text}", listed.ours) };
    assert!(listed.others.is_empty(), "{:?}", listed.others);
    assert_eq!(ours.handler.program, entry.program);
    let of = [["--", hook_file::OF].concat(), "sprag".into()];
    let args = ours.handler.args.iter().filter(|arg| !of.contains(arg));
    assert_eq!(args.collect::<Vec<_>>(), words, "{text}");
    assert_eq!(hook_file::install(text, entry), Ok(Installed::Already), "{text}");
}

#[test]
fn prop_damaged_files_are_refused_or_stay_json() {
    let mut dice = Dice(11);
    for _ in 0..4_000 {
        let mut text: Vec<char> = dice.settings().chars().collect();
        let at = usize::try_from(dice.roll(text.len() as u64)).unwrap();
        match dice.roll(3) {
            0 => text.truncate(at),
            1 => drop(text.remove(at)),
            _ => text.insert(
                at,
                dice.one_of(&["{", "}", "[", "\"", ",", ":", "\\", "/", "\u{0}"])
                    .chars()
                    .next()
                    .unwrap(),
            ),
        }
        let text: String = text.into_iter().collect();
        let _ = (hook_file::list(&text), hook_file::uninstall(&text, None));
        match hook_file::install(&text, &entry()) {
            Ok(Installed::Added(after) | Installed::Updated(after)) => {
                let after = after.trim_start_matches('\u{feff}');
                let read = serde_json::from_str::<IgnoredAny>(after);
                assert!(read.is_ok() && after.contains("promises"), "{text:?} -> {after:?}");
            }
            Ok(Installed::Already) | Err(_) => {}
        }
    }
}
