//! What the host gets back of a read that is too large, and what is recorded of it.
use proptest::prelude::*;
use serde_json::json;
use sprag_core::decision::record::Record;
use sprag_core::decision::reply::{Reply, render_read};
use sprag_core::hosts::host::Host;
use sprag_core::reads::record::{ReadRecord, ReadVerdict};
use sprag_core::reads::{By, Denial, Why};
use sprag_core::settings::{Name, Settings};
use sprag_harness::given;
use sprag_harness::payload::Payload;

use crate::{assert_bytes, properties};

const REASON: &str =
    "src/\u{e9}.rs has 1,200 lines; the limit is 350 lines at a time.\nNo such file.";

fn size() -> Why {
    Why::Size { shown: 1_200, total: 1_200, is_exact: true }
}

fn record(host: Host, verdict: ReadVerdict, why: Why) -> ReadRecord {
    let payload = match host {
        Host::Claude => Payload::claude_tool("Bash", json!({"command": "cat x"})),
        Host::Codex => Payload::codex_tool("Bash", json!({"command": "cat x"})),
        Host::Grok => Payload::grok_tool("run_terminal_command", json!({"command": "cat x"})),
    };
    let denial = Denial { why, path: "/home/dev/calc/x".into(), reason: REASON.into() };
    ReadRecord::of(&payload.event().unwrap(), By::Shell, &denial, verdict, 1_796_028_879_783)
}

fn denied(host: Host) -> Vec<u8> {
    let reply = render_read(&record(host, ReadVerdict::Deny, size()), REASON);
    assert_eq!((reply.exit, reply.stderr.as_str()), (0, ""));
    reply.stdout.into_bytes()
}

#[test]
fn what_claude_code_reads_of_a_denied_read() {
    assert_bytes("what_claude_code_reads_of_a_denied_read.json", &denied(Host::Claude));
}

#[test]
fn what_codex_reads_of_a_denied_read() {
    assert_bytes("what_codex_reads_of_a_denied_read.json", &denied(Host::Codex));
}

#[test]
fn what_grok_reads_of_a_denied_read() {
    assert_bytes("what_grok_reads_of_a_denied_read.json", &denied(Host::Grok));
}

#[test]
fn the_record_of_a_denied_read() {
    let record = record(Host::Claude, ReadVerdict::Deny, size());
    assert_bytes("the_record_of_a_denied_read.json", record.line().as_bytes());
}

#[test]
fn in_shadow_the_user_alone_is_told_where_there_is_a_way() {
    for why in [size(), Why::Budget { charged: 700, cost: 1_200 }] {
        for host in Host::ALL {
            let reply = render_read(&record(host, ReadVerdict::WouldDeny, why), REASON);
            let said = "{\"systemMessage\":\"sprag (shadow): a read of about 1200 lines would have \
                        been denied.\"}\n";
            let expected = match host {
                Host::Claude => Reply { stdout: said.into(), ..Reply::default() },
                Host::Codex | Host::Grok => Reply::default(),
            };
            assert_eq!(reply, expected);
        }
    }
}

#[test]
fn shadow_lets_every_read_happen() {
    let settings = |values: &[(Name, &str)]| -> Settings { given::settings(values) };
    let on = (Name::Checks, "reads");
    assert_eq!(settings(&[on]).guard_read_shadow(), ReadVerdict::Deny);
    for value in ["on", "1", "perhaps"] {
        let shadow = settings(&[on, (Name::Shadow, value)]);
        assert_eq!(shadow.guard_read_shadow(), ReadVerdict::WouldDeny, "{value}");
    }
}

#[test]
fn a_record_of_a_read_is_none_of_a_stop() {
    let line = record(Host::Grok, ReadVerdict::Deny, size()).line();
    assert_eq!(Record::parse(&line), None);
    assert!(ReadRecord::parse(&line).is_some());
    assert!(!line.contains("/home/dev") && !line.contains("lines;"), "{line}");
}

proptest! {
    #![proptest_config(properties())]

    #[test]
    fn prop_a_record_of_a_read_comes_back_on_one_line(
        shown: u64, total: u64, is_exact: bool, is_size: bool, is_shadow: bool, host in 0..3_usize,
    ) {
        let why = match is_size {
            true => Why::Size { shown, total, is_exact },
            false => Why::Budget { charged: total, cost: shown },
        };
        let verdict = if is_shadow { ReadVerdict::WouldDeny } else { ReadVerdict::Deny };
        let record = record(Host::ALL[host], verdict, why);
        let line = record.line();
        prop_assert_eq!(line.find('\n'), line.len().checked_sub(1));
        prop_assert_eq!(ReadRecord::parse(&line), Some(record));
    }

    #[test]
    fn prop_any_line_as_a_read_is_read_without_a_panic(text: String) {
        let _ = ReadRecord::parse(&text);
    }
}
