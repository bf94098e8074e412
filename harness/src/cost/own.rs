//! Inputs that a single reader may stumble over: what it looks for, almost and many times.

use super::shape::Shape;

/// A seed of a fuzz target, repeated: lines and values as hosts write them.
macro_rules! seed {
    ($path:literal) => {
        Shape::of($path, include_str!(concat!("../../../fuzz/seeds/", $path)))
    };
}

pub(super) const REDACT: &[Shape] = &[
    Shape::of("quoted spans without an end", "` a\n"),
    Shape::of("home folders", "/home/dev /home /home/dev/rocket "),
    Shape::of("names within names", "rocketrocke calcrocket "),
    Shape::of("credentials one in another", "https://a:b@https://"),
    Shape::of("bearers", "Authorization: Bearer bearer: "),
    Shape::of("lines of files", "on line 12, lines 3-4, "),
    Shape::of("almost keys of trackers", "AB-1.2A-3 AB12-A1-"),
    seed!("redact/rising_backticks"),
];

pub(super) const WORDS: &[Shape] = &[
    Shape::of("one sentence of leads", "should i should i "),
    Shape::of("one sentence of phrases", "want me to commit, and push it or "),
    Shape::of("questions", "Shall I?! Do you want me to? "),
    Shape::of("doubts", "are you sure? really? hmm, "),
    Shape::of("quotations without an end", "\u{201c}he said \u{ab}she said "),
    seed!("wording/korean.txt"),
];

pub(super) const LANGUAGES: &[Shape] =
    &[Shape::of("names within names", "KoreanKorea Chinese Chines en-US \u{d55c}\u{ad6d}\u{c5b4}")];

pub(super) const SECRETS: &[Shape] = &[
    Shape::of("almost private keys", "-----BEGIN RSA PRIVATE "),
    Shape::of("almost tokens", "ghp_01234 xoxb-1-2 AKIA0123 eyJ0.eyJ1."),
    Shape::of("almost issues", "pr 1a pull request x AB-1.2 A1-1-1#!-"),
    Shape::of("escapes", "\\u0041\\u00e9\\\\"),
    Shape::between("one text of a body", "[\"", "a/b.rs dev@example.org \\u0023 12 ", "\"]"),
    Shape::nested("a deep body", "[", "]"),
];

pub(super) const SHELL: &[Shape] = &[
    Shape::of("commands", "cargo test -p calc && npm run lint; "),
    Shape::of("pipes", "grep a | "),
    Shape::of("wrappers", "sudo env A=1 timeout 5 "),
    Shape::nested("groups", "{ ", "; }"),
    Shape::nested("folders", "(cd a && ", ")"),
    Shape::of("conditions without an end", "if a; then for x in y; do case z in "),
    Shape::of("here documents", "cat <<A\nx\nA\n"),
    Shape::between("a here document that never ends", "cat <<'EOF' > a.rs\n", "EO F\n", ""),
    Shape::of("here documents that never end", "cat <<A <<B\n"),
    Shape::of("scripts in scripts", "bash -c \"sh -c '"),
    Shape::of("redirections", "a > b 2>&1 < c "),
    Shape::of("files", "cat a% b% | head -n 5\n"),
    Shape::of("writes", "sed -i s/a/b/ f%.rs\n"),
    Shape::between("one script of sed", "sed -n '", "1,5p;", "' a"),
    Shape::between("one script of python", "python3 -c '", "open(\"a%\").write(1);", "'"),
    Shape::of("lines that go on", "a \\\n"),
    Shape::of("expansions without an end", "${a:-`"),
    Shape::of("changes of folder", "cd a%; cat b; "),
];

pub(super) const OUTPUT: &[Shape] = &[
    Shape::of("passed tests", "test a::b% ... ok\n"),
    Shape::of("almost summaries", "12 passed, 1 fai\nTests: 1 failed, 2 pas\n"),
    Shape::of("one line of counts", "1 passed, 2 failed, "),
    Shape::of("findings", "src/a%.rs:12:5: error: x\n"),
    Shape::of("progress written over", "\r 12 of 40 \u{1b}[K"),
    Shape::of("durations", "1m 2s 3ms "),
    Shape::of("announced commands", "$ cargo test\n> tsc --noEmit\n"),
    Shape::of("plans of TAP", "1..3\nok 1\n# Subtest: a\n    not ok 2\n"),
    seed!("summary/many_runners_in_a_hook.txt"),
    seed!("summary/logs_with_failures.txt"),
];

pub(super) const CLAUDE: &[Shape] = &[
    Shape::of(
        "calls and what they print",
        concat!(
            r#"{"type":"assistant","message":{"id":"m%","content":[{"type":"tool_use","id":"t%","#,
            r#""name":"Bash","input":{"command":"cargo test -p p%"}}]}}"#,
            "\n",
            r#"{"type":"user","promptId":"p","message":{"content":[{"type":"tool_result","#,
            r#""tool_use_id":"t%","content":"test result: ok. 1 passed; 0 failed; 0 ignored"}]}}"#,
            "\n",
        ),
    ),
    Shape::of(
        "calls without results",
        concat!(
            r#"{"type":"assistant","message":{"id":"m%","content":[{"type":"tool_use","id":"t%","#,
            r#""name":"Tool%","input":{}}]}}"#,
            "\n",
        ),
    ),
    Shape::of(
        "results without calls",
        concat!(
            r#"{"type":"user","promptId":"p","message":{"content":[{"type":"tool_result","#,
            r#""tool_use_id":"t%","content":"x"}]}}"#,
            "\n",
        ),
    ),
    Shape::of(
        "prompts",
        concat!(
            r#"{"type":"user","promptId":"p%","message":{"content":"Go on."},"#,
            r#""promptSource":"typed","origin":{"kind":"human"}}"#,
            "\n",
        ),
    ),
    Shape::between(
        "one long output",
        r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":""#,
        r"test a::b% ... ok\n",
        "\"}]}}\n",
    ),
    Shape::between(
        "many blocks in one message",
        r#"{"type":"assistant","message":{"id":"m","content":["#,
        r#"{"type":"tool_use","id":"t%","name":"Bash","input":{"command":"make"}},"#,
        "{}]}}\n",
    ),
    Shape::of(
        "messages to other sessions",
        concat!(
            r#"{"type":"assistant","message":{"id":"m%","content":[{"type":"tool_use","id":"t%","#,
            r#""name":"SendMessage","input":{"to":"s%","message":"x"}}]}}"#,
            "\n",
            r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t%","#,
            r#""content":"Message sent to another Claude session."}]}}"#,
            "\n",
        ),
    ),
    Shape::nested("a deep line", "[", "]"),
    Shape::of("lines that are torn", "{\"type\":\"user\",\n"),
    Shape::of("members that repeat", "{\"type\":\"user\",\"type\":\"user\"}\n"),
    seed!("transcript/two_turns.jsonl"),
];

pub(super) const CODEX: &[Shape] = &[
    seed!("rollout/two_turns.jsonl"),
    seed!("rollout/scripts.jsonl"),
    seed!("rollout/patch_and_background.jsonl"),
    Shape::nested("a deep line", "[", "]"),
];

pub(super) const GROK: &[Shape] = &[
    seed!("updates/plain.jsonl"),
    seed!("updates/mark_between_two_prompts.jsonl"),
    Shape::nested("a deep line", "[", "]"),
];

const STOP: &str = r#"{"session_id":"s","hook_event_name":"Stop","last_assistant_message":""#;

pub(super) const PAYLOAD: &[Shape] = &[
    Shape::between("a long message", STOP, r"so it is \u00e9 \n", "\"}"),
    Shape::between("a message that is cut", STOP, r#"\""#, ""),
    Shape::between("unknown members", "{", r#""m%":[{}],"#, "\"hook_event_name\":\"Stop\"}"),
    Shape::between(
        "tasks",
        r#"{"session_id":"s","hook_event_name":"Stop","background_tasks":["#,
        r#"{"id":"t%","status":"running","description":"the build of a%"},"#,
        "{}]}",
    ),
    Shape::between("a long command", r#"{"command":""#, r"cat a% && ", "true\"}"),
    Shape::nested("deep", r#"{"a":["#, "]}"),
    Shape::of("lone surrogates", r#""\ud800\u"#),
];

pub(super) const ANSWER: &[Shape] = &[
    Shape::between(
        "answers",
        r#"{"answers":{"#,
        r#""a%":{"type":"noul","noul":0.5},"#,
        "\"b\":1}}",
    ),
    Shape::between("digits", r#"{"answers":{"no_action":{"noul":0."#, "1", "}}}"),
];

pub(super) const RECORDS: &[Shape] = &[
    seed!("record/block.json"),
    seed!("log/a_block_and_its_review.jsonl"),
    Shape::between("one long record", r#"{"form":1,"plan":{"checks":["#, r#""promises","#, "]}}"),
];

pub(super) const KEPT: &[Shape] = &[
    Shape::between("answers", r#"{"form":1,"answers":["#, r#""a%","#, "\"b\"]}"),
    Shape::between("open sessions", r#"{"form":1,"handoffs":{"open":["#, r#""s%","#, "\"b\"]}}"),
    Shape::between("files", r#"{"form":1,"files":["#, r#"{"path":"/a%","spans":[[1,2]]},"#, "{}]}"),
];

pub(super) const SETTINGS: &[Shape] =
    &[Shape::between("settings", "{", r#""s%":{"x":[1]},"#, r#""language":"Korean"}"#)];

pub(super) const DECLARED: &[Shape] = &[
    Shape::of("targets", "test%: a\n\tmake b\n"),
    Shape::between("scripts", r#"{"scripts":{"#, r#""test%":"jest","#, r#""b":"x"}}"#),
    Shape::of("tasks", "[tasks.test%]\n"),
    Shape::of("remotes", "\turl = git@example.com:acme/rocket%.git\n"),
    Shape::of("folders", "/home/dev/other%/\n"),
];

pub(super) const CITED: &[Shape] = &[
    Shape::of("quotations", "\"let x = 1\" `a::b` (line 3) src/calc.rs:3\n"),
    Shape::of("one line many times", "let x = 1;\n"),
    seed!("citations/double"),
];
