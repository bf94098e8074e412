//! When the judge is asked about a done at all.
use sprag_core::activity::check_kind::CheckKind;
use sprag_core::activity::own_check::{OddCheck, OwnCheck};
use sprag_core::activity::work::CheckResult::{Failed, Passed, Unknown};
use sprag_core::activity::work::What;
use sprag_core::checks::Finding;
use sprag_core::decision::plan::{JudgeNeed, Plan};
use sprag_harness::action::{change, edit, tests, verification};
use sprag_harness::given::{plan, set};

use super::{found, in_project, on, ran, says};

#[test]
fn nobody_is_asked_where_no_answer_could_send_the_turn_back() {
    let asks = |actions: Vec<What>| on(Some(in_project(actions))).questions().len();
    assert_eq!(on(None).questions().len(), 0);
    let docs = What::Change(change("/home/dev/calc/README.md", 90));
    for silent in [
        vec![docs],
        vec![edit(2)],
        vec![tests(Failed)],
        vec![edit(9), What::Refused],
        vec![edit(9), tests(Passed), ran(CheckKind::Lint, Passed)],
        vec![edit(9), tests(Passed), ran(CheckKind::Lint, Unknown)],
        vec![edit(9), tests(Failed), edit(9), tests(Passed), ran(CheckKind::Lint, Passed)],
    ] {
        assert_eq!(asks(silent.clone()), 0, "{silent:?}");
        // And whatever is answered, nothing is found.
        let judged = says(&["claims_done", "claims_tests", "claims_build", "claims_lint"]);
        let silence = (Finding::Silent, None);
        assert_eq!(found(Some(in_project(silent.clone())), &judged), silence, "{silent:?}");
    }
    for open in [
        vec![edit(9)],
        vec![edit(1), tests(Failed)],
        vec![edit(9), tests(Passed)],
        vec![edit(9), tests(Failed), edit(1)],
        vec![edit(9), ran(CheckKind::Build, Passed), ran(CheckKind::Lint, Passed)],
    ] {
        assert_eq!(asks(open.clone()), 6, "{open:?}");
    }
    // Of a check that nobody knows to exist here, nothing is lacking.
    assert_eq!(on(Some(verification(vec![edit(9)]))).questions().len(), 0);
}

#[test]
fn what_passed_in_every_kind_that_is_looked_for_leaves_nothing_to_ask() {
    let kinds = [CheckKind::Test, CheckKind::Build, CheckKind::Lint];
    let passed = kinds.map(|kind| ran(kind, Passed));
    let actions = [vec![edit(9)], passed.to_vec(), vec![ran(CheckKind::Types, Failed)]].concat();
    assert_eq!(on(Some(in_project(actions))).questions().len(), 0);
}

#[test]
fn the_work_of_a_turn_is_read_only_where_it_is_known_which_commands_are_checks() {
    let own = || OwnCheck::of(|text| text == "./verify");
    let read = |plan: Plan, own| plan.guard_work(|| own).map(|own| own.is_some());
    assert_eq!(read(on(None), Ok(own())), Some(true));
    assert_eq!(read(on(None), Ok(None)), Some(false));
    assert_eq!(read(on(None), Err(OddCheck::MatchesNothing)), None);
    assert_eq!(read(plan(), Ok(own())), None);
    // Nobody looks at what is not needed.
    assert!(plan().guard_work(|| panic!("not needed")).is_none());
}

#[test]
fn whether_somebody_will_be_asked_is_open_until_the_work_is_known() {
    assert_eq!(on(None).judge_need(), JudgeNeed::Open);
    assert_eq!(on(Some(in_project(vec![edit(9)]))).judge_need(), JudgeNeed::Asks);
    assert_eq!(on(Some(verification(vec![]))).judge_need(), JudgeNeed::AsksNoJudge);
    assert!(on(None).needs_work());
    assert!(!plan().needs_work());
    assert_eq!(plan().judge_need(), JudgeNeed::Asks);
    assert_eq!(Plan { checks: set(&[]), ..plan() }.judge_need(), JudgeNeed::AsksNoJudge);
}
