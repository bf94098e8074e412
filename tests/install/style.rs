//! Files of every style get the entry in their own style, and get rid of it again.

use serde_json::Value;

use crate::home::Home;

/// Settings as people and programs write them.
const FILES: [(&str, &str); 22] = [
    ("two spaces", "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": [1, 2]\n  }\n}\n"),
    ("four spaces", "{\n    \"a\": 1\n}\n"),
    ("tabs", "{\n\t\"a\": 1,\n\t\"b\": {\n\t\t\"c\": 2\n\t}\n}\n"),
    ("CRLF", "{\r\n  \"a\": 1\r\n}\r\n"),
    ("no final newline", "{\n  \"a\": 1\n}"),
    ("one line", "{\"a\": 1, \"b\": [true, null]}\n"),
    ("minified", "{\"a\":1,\"b\":[true,null]}"),
    ("empty object", "{}\n"),
    ("empty object, spaced", "{ \n }"),
    ("empty file", ""),
    ("blank file", "\n\n"),
    ("byte order mark", "\u{feff}{\n  \"a\": 1\n}\n"),
    ("non-ASCII", "{\n  \"mod\u{e8}le\": \"\u{8a9e}\", \"e\": \"\\u00e9\\/\"\n}\n"),
    ("odd spacing", "{ \"a\" :1 ,\n\n   \"b\":2}\n \n"),
    ("numbers as written", "{\n  \"a\": 1.0e+2, \"b\": 12345678901234567890.5\n}\n"),
    ("empty hooks", "{\n  \"hooks\": {}\n}\n"),
    ("empty event", "{\n  \"hooks\": {\n    \"Stop\": []\n  }\n}\n"),
    (
        "a neighbour's stop hook",
        "{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [{\"type\": \"command\", \
         \"command\": \"other\"}]}\n    ]\n  },\n  \"z\": 0\n}\n",
    ),
    (
        "a neighbour at another event",
        "{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"Bash\", \"hooks\": [{\"type\": \
         \"command\", \"command\": \"other hook\"}]}]}}",
    ),
    ("a key twice", "{\n  \"hooks\": 1,\n  \"hooks\": {\n    \"Stop\": []\n  }\n}\n"),
    ("braces in strings", "{\n  \"a\": \"}]\\\"{[\", \"b\\\"\": \"\\\\\"\n}\n"),
    ("entries that are none", "{\"hooks\": {\"Stop\": [7, {\"hooks\": 1}, {\"hooks\": [null]}]}}"),
];

/// Returns the entries at the end of a turn.
fn stop(text: &str) -> Vec<Value> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole: Value = serde_json::from_str(text).unwrap();
    whole["hooks"]["Stop"].as_array().cloned().unwrap_or_default()
}

#[test]
fn every_style_takes_the_entry_and_gives_the_same_bytes_back() {
    for (style, before) in FILES {
        let home = Home::with_settings(before.as_bytes());
        home.done(&["install", "--checks", "promises", "--shadow"]);
        let after = home.settings_text();
        let entry = stop(&after).pop().unwrap();
        let expected = ["hook", "--checks", "promises", "--shadow"];
        assert_eq!(entry["hooks"][0]["args"], serde_json::json!(expected), "{style}");
        home.done(&["uninstall"]);
        assert_eq!(home.settings().unwrap(), before.as_bytes(), "{style}");
        assert_eq!(home.names(".claude"), ["settings.json"], "{style}");
    }
}

#[test]
fn every_style_keeps_all_bytes_that_were_there() {
    for (style, before) in FILES {
        let home = Home::with_settings(before.as_bytes());
        home.done(&["install", "--checks", "promises"]);
        let after = home.settings_text();
        // What is new is in one place.
        let head = before.bytes().zip(after.bytes()).take_while(|(old, new)| old == new).count();
        let rest = before[head..].trim_start_matches(['\r', '\n', ' ', '}', ']']);
        let is_fresh = before.trim().is_empty() || before.contains("{ \n }");
        assert!(
            is_fresh || rest.is_empty() || after.ends_with(&before[head..]),
            "{style}: {after}"
        );
    }
}

#[test]
fn every_style_loses_the_entry_also_without_the_file_that_was_set_aside() {
    // Where the brackets were there before and empty, nobody can know that any more.
    let lossy = ["empty file", "blank file", "empty object, spaced", "empty hooks", "empty event"];
    for (style, before) in FILES {
        let home = Home::with_settings(before.as_bytes());
        home.done(&["install", "--checks", "promises"]);
        std::fs::remove_file(home.path(".claude/settings.json.before-sprag")).unwrap();
        home.done(&["uninstall"]);
        let after = home.settings();
        if style == "a key twice" || lossy.contains(&style) || style == "empty object" {
            let text = String::from_utf8(after.unwrap_or_default()).unwrap();
            assert!(!text.contains("sprag"), "{style}: {text}");
        } else {
            assert_eq!(after.unwrap(), before.as_bytes(), "{style}");
        }
    }
}

#[test]
fn the_second_installation_changes_nothing_and_says_so() {
    for (style, before) in FILES {
        let home = Home::with_settings(before.as_bytes());
        home.done(&["install", "--checks", "promises"]);
        let after = home.settings();
        let said = home.done(&["install", "--checks", "promises"]);
        assert!(said.contains("already registered; nothing changed"), "{style}: {said}");
        assert_eq!(home.settings(), after, "{style}");
    }
}

#[test]
fn the_entry_is_written_in_the_style_of_the_file() {
    let home = Home::with_settings(b"{\r\n\t\"a\": 1\r\n}");
    home.done(&["install", "--checks", "watch", "--command", "/opt/sprag"]);
    let expected = "{\r\n\t\"a\": 1,\r\n\t\"hooks\": {\r\n\t\t\"Stop\": [\r\n\t\t\t{\r\n\t\t\t\t\
                    \"hooks\": [\r\n\t\t\t\t\t{\r\n\t\t\t\t\t\t\"type\": \"command\",\r\n\
                    \t\t\t\t\t\t\"command\": \"/opt/sprag\",\r\n\
                    \t\t\t\t\t\t\"args\": [\"hook\", \"--checks\", \"watch\"],\r\n\
                    \t\t\t\t\t\t\"timeout\": 10\r\n\t\t\t\t\t}\r\n\t\t\t\t]\r\n\t\t\t}\r\n\
                    \t\t]\r\n\t}\r\n}";
    assert_eq!(home.settings_text(), expected);
    let home = Home::with_settings(b"{\"a\":1}");
    home.done(&["install", "--checks", "watch", "--command", "/opt/sprag"]);
    let expected = "{\"a\":1,\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\",\"command\":\
                    \"/opt/sprag\",\"args\":[\"hook\",\"--checks\",\"watch\"],\"timeout\":10}]}]}}";
    assert_eq!(home.settings_text(), expected);
}

#[test]
fn what_is_not_json_is_refused_with_its_line_and_left_alone() {
    for (text, line) in [
        ("{\n  // mine\n  \"a\": 1\n}\n", "line 2, column 3: not JSON"),
        ("{\n  \"a\": 1,\n}\n", "line 3, column 1: not JSON"),
        ("{\n  \"a\": \"b\n}\n", "line 2, column"),
        ("[]\n", "line 1: the file must hold a JSON object"),
        ("{\n  \"hooks\": []\n}\n", "line 2: `hooks` must be an object"),
        ("{\n\n  \"hooks\": {\"Stop\": {}}\n}\n", "line 3: `hooks.Stop` must be an array"),
    ] {
        let home = Home::with_settings(text.as_bytes());
        home.refused(&["install", "--checks", "promises"], line);
        assert_eq!(home.settings_text(), text);
        assert_eq!(home.names(".claude"), ["settings.json"]);
    }
    let deep = ["{\"a\":", &"[".repeat(5000), &"]".repeat(5000), "}"].concat();
    let home = Home::with_settings(deep.as_bytes());
    home.refused(&["install", "--checks", "promises"], "it was not touched");
    let home = Home::with_settings(b"{\"a\": \"\xff\"}");
    home.refused(&["install", "--checks", "promises"], "not UTF-8");
    assert_eq!(home.settings().unwrap(), b"{\"a\": \"\xff\"}");
}
