//! Delegation: what goes to a worker, what is held back, and what its answer is worth.

mod citation;
mod environment;
mod failure;
mod fence;
mod message;
mod record;
mod replacement;
mod reply;
mod secrets;
mod settings;
mod shown;
mod skill;
mod steering;
mod zone;

use sprag_core::decision::counters::guard_removal;
use sprag_core::hosts::checkpoint::FileId;
use sprag_core::worker::nesting::{VARIABLE, guard_nesting, guard_sandbox, token, token_name};
use sprag_core::worker::replacement::Occupant;
use sprag_core::worker::target::{Overwrite, guard_target};
use sprag_core::worker::{
    Failure, Named, TargetFailure, Transport, guard_payload, guard_repeats, guard_unchanged,
};

fn named(typed: &str, resolved: &str) -> Named {
    Named { typed: typed.into(), resolved: resolved.into() }
}

#[test]
fn a_worker_delegates_nothing() {
    let unasked = |_: &str| panic!("the variable counts as it is");
    assert!(guard_nesting(Some("1"), true, unasked));
    assert!(!guard_nesting(None, true, unasked) && !guard_nesting(Some(""), true, unasked));
    assert_ne!(VARIABLE, "SPRAG_WORKER", "that is a setting");
}

/// What a repository sets is no worker's.
#[test]
fn where_variables_are_ignored_a_worker_has_the_token_of_one_that_runs() {
    let token = token([7, u64::MAX]);
    assert_eq!(token, "0000000000000007ffffffffffffffff");
    let name = token_name(&token);
    assert!(guard_removal(&name), "one that a worker leaves behind is removed");
    assert!(guard_nesting(Some(&token), false, |asked| asked == name));
    assert!(!guard_nesting(Some(&token), false, |_| false));
    let odd = ["", "1", &token[1..], &format!("{token}0"), &token.replace('7', "/")];
    for odd in odd.into_iter().chain([&*token.replace('f', "F"), &token.replace('7', "g")]) {
        assert!(!guard_nesting(Some(odd), false, |_| true), "{odd}");
    }
    assert!(!guard_nesting(None, false, |_| true));
}

#[test]
fn nobody_is_asked_from_a_sandbox_without_a_network() {
    assert!(guard_sandbox(Some("1")));
    assert!(!guard_sandbox(None) && !guard_sandbox(Some("0")) && !guard_sandbox(Some("")));
}

#[test]
fn a_message_of_the_cap_goes_and_one_of_a_byte_more_does_not() {
    assert_eq!(guard_payload(600_000, 600_000), Ok(()));
    let over = Failure::TooLarge { bytes: 600_001, most: 600_000 };
    assert_eq!(guard_payload(600_001, 600_000), Err(over.clone()));
    assert!(over.to_string().starts_with("600,001 bytes are over the 600,000 byte cap"), "{over}");
}

#[test]
fn a_file_that_is_there_is_replaced_only_where_that_is_wanted() {
    let file = Occupant::File { names: 1, mode: 0o644, is_writable: true };
    let is_let = |place, overwrite| guard_target("a.py", place, overwrite).is_ok();
    assert!(is_let(Occupant::Free, Overwrite::Refuse) && is_let(Occupant::Free, Overwrite::Force));
    assert!(!is_let(file, Overwrite::Refuse) && is_let(file, Overwrite::Force));
    for other in [
        Occupant::Other,
        Occupant::File { names: 2, mode: 0o644, is_writable: true },
        Occupant::File { names: 1, mode: 0o444, is_writable: true },
        Occupant::File { names: 1, mode: 0o644, is_writable: false },
    ] {
        assert!(!is_let(other, Overwrite::Refuse) && !is_let(other, Overwrite::Force));
    }
    let refused = guard_target("a.py", Occupant::Other, Overwrite::Force);
    assert_eq!(refused, Err(Failure::Target(TargetFailure::NotAFile("a.py".into()))));
}

#[test]
fn a_file_that_is_another_by_the_time_it_is_read_is_refused() {
    let file = named("a.py", "/p/a.py");
    let judged = FileId { device: 1, inode: 2 };
    assert_eq!(guard_unchanged(&file, judged, judged), Ok(()));
    for opened in [FileId { device: 1, inode: 3 }, FileId { device: 2, inode: 2 }] {
        let refused = guard_unchanged(&file, judged, opened);
        assert_eq!(refused, Err(Failure::Changed("a.py".into())));
    }
}

#[test]
fn a_file_that_is_named_twice_is_refused_under_whatever_name() {
    let files = [named("a.py", "/p/a.py"), named("./b.py", "/p/b.py"), named("link", "/p/a.py")];
    assert_eq!(guard_repeats(&files), Err(Failure::Repeated(vec!["link".into()])));
    assert_eq!(guard_repeats(&files[..2]), Ok(()));
}

#[test]
fn every_transport_is_named_by_its_word() {
    for (transport, word) in Transport::ALL.into_iter().zip(Transport::WORDS) {
        assert_eq!((transport.word(), Transport::from_word(word)), (word, Some(transport)));
    }
    assert_eq!(Transport::from_word("Claude"), None);
}

#[test]
fn an_option_that_the_help_does_not_name_is_lacking() {
    let help = b"  --tools <tools...>\n  --strict-mcp-config  only those\n";
    assert_eq!(Transport::lacking(&["--tools", "--setting-sources"], help), ["--setting-sources"]);
}
