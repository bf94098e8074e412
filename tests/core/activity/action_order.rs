//! The actions of a turn, in order: the agent's own, and those of its subagents.
use sprag_core::activity::work::CheckResult::Passed;
use sprag_core::activity::work::{Action, By, What, Work};
use sprag_core::limits::ACTIONS_MAX;
use sprag_harness::action::{action, edit, tests, work};

/// Returns the lines of the edits, in order: each is told by how many it has.
fn order(work: &Work) -> Vec<u32> {
    let lines = |action: &Action| match &action.what {
        What::Change(change) => change.lines.unwrap(),
        What::Check(_)
        | What::Subagent
        | What::Hidden
        | What::Unseen
        | What::Program
        | What::OneOffCode
        | What::Refused => 0,
    };
    work.actions().map(lines).collect()
}

fn at(time: &str, lines: u32) -> Action {
    action(edit(lines), Some(time))
}

fn theirs(actions: Vec<Action>) -> Work {
    work(actions.into_iter().map(|action| Action { by: By::Subagent, ..action }).collect())
}

#[test]
fn actions_are_in_the_order_in_which_they_were_taken() {
    let mut later = work(vec![at("3", 3), at("4", 4)]);
    later.extend_older(work(vec![at("1", 1), at("2", 2)]));
    assert_eq!(order(&later), [1, 2, 3, 4]);
    assert!(later.is_whole());
    let mut partial = work(vec![at("1", 1)]);
    partial.miss_some();
    later.extend_older(partial);
    assert!(!later.is_whole());
}

#[test]
fn what_subagents_did_is_merged_by_time() {
    let mut own = work(vec![at("10:00", 1), action(What::Subagent, Some("10:01")), at("10:05", 5)]);
    assert!(own.has_subagents());
    own.merge_subagents(vec![theirs(vec![at("10:02", 2), at("10:06", 6)])]);
    assert_eq!(order(&own), [1, 2, 5, 6]);
    assert!(!own.has_subagents() && own.is_whole(), "what they did is seen");
    let by: Vec<By> = own.actions().map(|action| action.by).collect();
    assert_eq!(by, [By::Agent, By::Subagent, By::Agent, By::Subagent]);
}

#[test]
fn several_subagents_are_merged_by_time() {
    let mut own =
        work(vec![at("1", 1), action(What::Subagent, None), action(What::Subagent, None)]);
    own.merge_subagents(vec![
        theirs(vec![at("2", 2), at("5", 5)]),
        theirs(vec![at("3", 3), at("4", 4)]),
    ]);
    assert_eq!(order(&own), [1, 2, 3, 4, 5]);
}

#[test]
fn of_actions_with_the_same_time_the_agents_own_comes_first() {
    let mut own = work(vec![at("1", 1), at("2", 2)]);
    own.merge_subagents(vec![theirs(vec![at("1", 10), at("2", 20)])]);
    assert_eq!(order(&own), [1, 10, 2, 20]);
}

#[test]
fn an_action_without_a_time_stays_behind_the_one_it_followed() {
    let mut own = work(vec![at("1", 1), action(edit(2), None), at("3", 3)]);
    own.merge_subagents(vec![theirs(vec![at("2", 20), action(edit(21), None)])]);
    assert_eq!(order(&own), [1, 2, 20, 3, 21]);
}

#[test]
fn a_subagent_whose_transcript_is_not_there_stays_unseen() {
    let two = vec![action(What::Subagent, None), action(What::Subagent, None)];
    let mut own = work(two);
    own.merge_subagents(vec![theirs(vec![at("1", 1)])]);
    assert!(own.has_subagents());
    own.merge_subagents(Vec::new());
    assert!(own.has_subagents());
    let mut none = work(vec![action(tests(Passed), None)]);
    none.merge_subagents(Vec::new());
    assert!(!none.has_subagents() && none.is_whole());
}

#[test]
fn work_of_which_a_part_is_missing_is_not_whole() {
    let mut own = work(vec![at("1", 1), action(What::Subagent, None)]);
    own.merge_subagents(vec![Work::unknown()]);
    assert!(!own.is_whole());
    assert!(!Work::unknown().is_whole());
    assert!(Work::default().is_whole());
}

#[test]
fn beyond_the_bound_the_oldest_are_dropped_and_the_work_is_not_whole() {
    let many = |count: usize| (0..count).map(|_| at("1", 1)).collect::<Vec<_>>();
    let full = work(many(ACTIONS_MAX));
    assert!(full.is_whole());
    assert_eq!(full.actions().count(), ACTIONS_MAX);
    let mut over = full.clone();
    over.add_older(at("0", 9));
    assert!(!over.is_whole());
    assert!(!order(&over).contains(&9));
    let mut merged = full;
    merged.merge_subagents(vec![theirs(vec![at("2", 2)])]);
    assert!(!merged.is_whole());
    assert_eq!(merged.actions().count(), ACTIONS_MAX);
    assert_eq!(order(&merged).last(), Some(&2));
}
