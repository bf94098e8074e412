//! The settings of the worker.
use sprag_core::reports::doctor::{self, Level};
use sprag_core::settings::effective::Found;
use sprag_core::settings::{ConfigFile, Given, Name, Settings, Source, Worker};
use sprag_core::worker::{Failure, Transport, anthropic};

fn given(name: Name, value: &str, source: Source) -> Given {
    Given { name, value: value.into(), source }
}

fn resolved(given: &[Given]) -> Worker {
    Settings::resolve(given, ConfigFile::Sound).worker
}

fn set(name: Name, value: &str) -> Worker {
    resolved(&[given(name, value, Source::Environment)])
}

#[test]
fn where_nothing_is_set_the_documented_defaults_hold() {
    let worker = resolved(&[]);
    assert_eq!(
        worker,
        Worker {
            transport: Transport::Claude,
            model: None,
            timeout_ms: 180_000,
            payload_max: 600_000,
            tokens_max: 8_192,
            endpoint: None,
            claude: "claude".into(),
            codex: "codex".into(),
            env: Vec::new(),
            is_guarded: true,
            is_cited: true,
        }
    );
    assert_eq!(worker.endpoint(), (anthropic::ENDPOINT, None));
    let found = Found {
        given: &[],
        translated: &[],
        config: ConfigFile::Sound,
        doubts: &[],
        unknown_keys: &[],
        seed_variables: &[],
        ignored_keys: &[],
        odd_check: None,
    };
    for effective in found.report().settings {
        let row = Name::from_key(effective.key).unwrap().setting();
        if effective.key.starts_with("worker") || effective.key == "secret_guard" {
            assert_eq!(effective.value, row.default, "{}", effective.key);
        }
    }
}

#[test]
fn an_odd_value_leaves_the_default() {
    for (name, value) in [
        (Name::Worker, "pigeon"),
        (Name::WorkerModel, "a b"),
        (Name::WorkerTimeout, "0"),
        (Name::WorkerPayload, "999"),
        (Name::WorkerPayload, "-1"),
        (Name::WorkerTokens, "0"),
        (Name::Citations, "maybe"),
    ] {
        assert_eq!(set(name, value), resolved(&[]), "{name:?}");
        let problem = name.setting().kind.problem(value);
        assert!(problem.is_some(), "{name:?} {value}");
    }
    assert_eq!(set(Name::WorkerPayload, "1000").payload_max, 1_000);
    assert_eq!(set(Name::WorkerTokens, "128000").tokens_max, 128_000);
    assert!(!set(Name::Citations, "off").is_cited);
}

#[test]
fn the_secret_guard_is_turned_off_in_the_user_s_own_file_alone() {
    for source in [Source::CommandLine, Source::Environment, Source::PluginOption] {
        assert!(resolved(&[given(Name::SecretGuard, "off", source)]).is_guarded, "{source:?}");
    }
    assert!(!resolved(&[given(Name::SecretGuard, "off", Source::Config)]).is_guarded);
    assert!(resolved(&[given(Name::SecretGuard, "of", Source::Config)]).is_guarded);
}

#[test]
fn variables_for_the_worker_are_listed_in_the_user_s_own_file_alone() {
    for source in [
        Source::CommandLine,
        Source::Environment,
        Source::PluginOption,
        Source::OtherConfig,
        Source::DoubtfulConfig,
    ] {
        assert_eq!(resolved(&[given(Name::WorkerEnv, "A", source)]).env, [""; 0], "{source:?}");
    }
    let worker = resolved(&[given(Name::WorkerEnv, "A, B_C,,", Source::Config)]);
    assert_eq!(worker.env, ["A", "B_C"]);
}

#[test]
fn one_call_may_name_another_worker() {
    let mut worker = set(Name::WorkerModel, "sonnet");
    worker.prefer(None, None);
    assert_eq!((worker.transport, worker.model.as_deref()), (Transport::Claude, Some("sonnet")));
    worker.prefer(Some(Transport::Codex), Some("m"));
    assert_eq!((worker.transport, worker.model.as_deref()), (Transport::Codex, Some("m")));
}

#[test]
fn a_worker_that_is_missing_is_worth_a_look_and_no_failure() {
    let line = doctor::worker(Transport::Claude, &Ok("/usr/bin/claude".into()));
    assert_eq!((line.level, line.seen.as_str()), (Level::Ok, "claude, /usr/bin/claude"));
    let line = doctor::worker(Transport::Anthropic, &Err(Failure::NoKey));
    assert_eq!((line.level, line.todo.is_some()), (Level::Warn, true));
    assert_eq!(line.seen, "anthropic: no key: set ANTHROPIC_API_KEY");
}
