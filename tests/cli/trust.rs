//! Whom the key may go to, and who may say so.
//!
//! `0.0.0.0` is an address of this machine that is not a loopback one: a host that is not trusted,
//! and that can be watched anyway.

use std::fs;
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::thread;

use sprag_harness::skipped::skipped;

use crate::bytes::holds;
use crate::listener::{self, Listener, answer, read_request};
use crate::run::{BROKEN, KEY, LONG, Stop};

/// Runs a stop and asserts that the endpoint is refused, for this, without a contact.
#[track_caller]
fn is_refused(stop: &mut Stop, listener: &Listener, refusal: &str) {
    let ended = stop.with(&LONG).run();
    let notice = ended.waited_for_nobody().notice();
    assert!(notice.contains("endpoint") && notice.contains("config.toml"), "{notice}");
    assert_eq!(stop.verdict(), format!("pass endpoint {refusal}"));
    assert_eq!(listener.untaken(), 0);
}

/// Runs a stop and asserts that the endpoint is contacted by TLS: it is trusted. Without
/// certificates it goes no further.
#[track_caller]
fn is_contacted(stop: &Stop, listener: &Listener) {
    thread::scope(|scope| {
        let hook = scope.spawn(|| stop.run());
        let mut client = listener.client();
        let mut hello = [0; 512];
        let len = client.read(&mut hello).unwrap();
        drop(client);
        // The record type of a handshake, <https://www.rfc-editor.org/rfc/rfc8446#section-5.1>.
        assert_eq!(hello[0], 22);
        assert!(!holds(&hello[..len], KEY));
        hook.join().unwrap().passes();
    });
    assert_eq!(stop.verdict(), "pass unavailable connection");
}

fn elsewhere(listener: &Listener) -> String {
    format!("https://0.0.0.0:{}/v1/systemone", listener.port())
}

#[test]
fn the_environment_may_not_name_another_host() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    stop.set("SPRAG_ENDPOINT", elsewhere(&listener));
    is_refused(&mut stop, &listener, "not_listed");
    // An address that is nobody's: it would take until the deadline to find that out.
    let mut stop = Stop::at(&listener);
    stop.set("SPRAG_ENDPOINT", "https://192.0.2.1/v1/systemone");
    is_refused(&mut stop, &listener, "not_listed");
}

#[test]
fn the_environment_may_name_a_host_that_the_config_lists() {
    for hosts in ["[\"0.0.0.0\"]", "\"judge.example.com, 0.0.0.0\""] {
        let listener = Listener::open();
        let mut stop = Stop::at(&listener);
        stop.config(&format!("hosts = {hosts}\n")).set("SPRAG_ENDPOINT", elsewhere(&listener));
        is_contacted(&stop, &listener);
    }
}

#[test]
fn the_environment_cannot_list_a_host() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    stop.set("SPRAG_ENDPOINT", elsewhere(&listener)).set("SPRAG_HOSTS", "0.0.0.0");
    stop.set("CLAUDE_PLUGIN_OPTION_HOSTS", "0.0.0.0");
    is_refused(&mut stop, &listener, "not_listed");
}

#[test]
fn a_plugin_option_names_no_endpoint() {
    let (judge, listener) = (Listener::open(), Listener::open());
    let mut stop = Stop::at(&judge);
    stop.config(&format!("endpoint = \"{}\"\n", judge.url())).unset("SPRAG_ENDPOINT");
    stop.set("CLAUDE_PLUGIN_OPTION_ENDPOINT", elsewhere(&listener));
    thread::scope(|scope| {
        let hook = scope.spawn(|| stop.run());
        let mut client = judge.client();
        read_request(&mut client);
        answer(&mut client, listener::BROKEN);
        hook.join().unwrap().blocks();
    });
    assert_eq!(listener.untaken(), 0);
}

#[test]
fn the_config_may_name_any_host() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    stop.unset("SPRAG_ENDPOINT").config(&format!("endpoint = \"{}\"\n", elsewhere(&listener)));
    is_contacted(&stop, &listener);
}

#[test]
fn not_even_the_config_may_name_a_host_without_tls() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    let url = elsewhere(&listener).replace("https:", "http:");
    stop.unset("SPRAG_ENDPOINT").config(&format!("endpoint = \"{url}\"\nhosts = \"0.0.0.0\"\n"));
    is_refused(&mut stop, &listener, "not_private");
}

#[test]
fn a_config_inside_the_project_names_no_endpoint_and_lists_no_host() {
    let listener = Listener::open();
    let named = format!("endpoint = \"{}\"\n", elsewhere(&listener));
    let rows = [
        (named.as_str(), None, "config_in_project"),
        ("hosts = \"0.0.0.0\"\n", Some(elsewhere(&listener)), "not_listed"),
    ];
    for (config, variable, refusal) in rows {
        for behind_link in [false, true] {
            let mut stop = Stop::at(&listener);
            stop.unset("SPRAG_ENDPOINT").write("zebra/settings/sprag/config.toml", config);
            let project = stop.path("zebra");
            let mut settings = project.join("settings");
            if behind_link {
                let link = stop.path("link");
                std::os::unix::fs::symlink(&settings, &link).unwrap();
                settings = link;
            }
            stop.set("XDG_CONFIG_HOME", settings).field("cwd", project.to_str().unwrap());
            if let Some(url) = &variable {
                stop.set("SPRAG_ENDPOINT", url);
            }
            is_refused(&mut stop, &listener, refusal);
        }
    }
}

/// A session in a folder of the project is one in the project.
#[test]
fn a_config_of_the_checkout_is_the_projects_from_a_folder_within() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    let named = format!("endpoint = \"{}\"\n", elsewhere(&listener));
    stop.unset("SPRAG_ENDPOINT").write("zebra/settings/sprag/config.toml", named);
    stop.write("zebra/.git/HEAD", "").write("zebra/deep/file", "");
    let (settings, within) = (stop.path("zebra/settings"), stop.path("zebra/deep"));
    stop.set("XDG_CONFIG_HOME", settings).field("cwd", within.to_str().unwrap());
    is_refused(&mut stop, &listener, "config_in_project");
}

/// Wherever it lies: a repository can set the variable.
#[test]
fn a_config_that_a_variable_leads_to_names_no_endpoint() {
    let listener = Listener::open();
    let named = format!("endpoint = \"{}\"\n", elsewhere(&listener));
    for (variable, value, file) in [
        ("XDG_CONFIG_HOME", "other", "other/sprag/config.toml"),
        ("HOME", "other", "other/.config/sprag/config.toml"),
    ] {
        let mut stop = Stop::at(&listener);
        stop.unset("SPRAG_ENDPOINT").write(file, &named);
        let (folder, state) = (stop.path(value), stop.state(""));
        stop.set(variable, folder).set("SPRAG_STATE_DIR", state);
        is_refused(&mut stop, &listener, "config_in_project");
    }
    let mut stop = Stop::at(&listener);
    stop.unset("SPRAG_ENDPOINT").set("XDG_CONFIG_HOME", "/proc/self/cwd/settings");
    let file = stop.outside("session/settings/sprag/config.toml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, named).unwrap();
    is_refused(&mut stop, &listener, "config_in_project");
}

#[test]
fn a_config_that_others_can_write_names_no_endpoint() {
    let listener = Listener::open();
    for (place, mode) in [
        (".config/sprag/config.toml", 0o666),
        (".config/sprag", 0o777),
        (".config", 0o777),
        ("", 0o777),
    ] {
        let mut stop = Stop::at(&listener);
        stop.unset("SPRAG_ENDPOINT").config(&format!("endpoint = \"{}\"\n", elsewhere(&listener)));
        let place = stop.path(place);
        fs::set_permissions(&place, fs::Permissions::from_mode(mode)).unwrap();
        is_refused(&mut stop, &listener, "config_in_project");
    }
}

#[test]
fn a_config_that_ignores_the_environment_counts_alone() {
    let (judge, listener) = (Listener::open(), Listener::open());
    let mut stop = Stop::at(&listener);
    stop.config(&format!(
        "environment = \"ignore\"\nchecks = [\"promises\"]\nendpoint = \"{}\"\n",
        judge.url()
    ));
    stop.arguments = vec!["hook".into()];
    stop.write(".config/typesafe/api_key", KEY);
    stop.set("SPRAG_SHADOW", "1").set("SPRAG_TAU", "0.99").set("SPRAG_CHECKS", "none");
    stop.set("CLAUDE_PLUGIN_OPTION_SHADOW", "1");
    thread::scope(|scope| {
        let hook = scope.spawn(|| stop.run());
        let mut client = judge.client();
        read_request(&mut client);
        answer(&mut client, listener::BROKEN);
        hook.join().unwrap().blocks();
    });
    assert_eq!(listener.untaken(), 0);
}

#[test]
fn the_environment_cannot_say_that_it_counts() {
    let mut stop = Stop::judged(BROKEN);
    let judge = stop.endpoint();
    stop.config(&format!("environment = \"ignore\"\nendpoint = \"{judge}\"\n"));
    stop.write(".config/typesafe/api_key", KEY);
    stop.set("SPRAG_ENVIRONMENT", "use").set("SPRAG_SHADOW", "1");
    stop.run().blocks();
}

#[test]
fn a_refusal_is_told_once_a_session() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    stop.set("SPRAG_ENDPOINT", elsewhere(&listener));
    stop.run().notice();
    stop.run().passes();
    stop.field("session_id", "another").run().notice();
    assert_eq!(listener.untaken(), 0);
}

#[test]
fn this_machine_may_be_named_by_any_of_its_names() {
    for host in ["127.0.0.1", "localhost", "LOCALHOST", "127.9.8.7", "[::1]"] {
        let listener = match host {
            "127.9.8.7" => Listener::bound("127.9.8.7"),
            "[::1]" => Listener::bound("::1"),
            _ => Some(Listener::open()),
        };
        let Some(listener) = listener else {
            skipped(&format!("this machine has no {host}"));
            continue;
        };
        let mut stop = Stop::at(&listener);
        stop.set("SPRAG_ENDPOINT", format!("http://{host}:{}/v1/systemone", listener.port()));
        thread::scope(|scope| {
            let hook = scope.spawn(|| stop.run());
            let mut client = listener.client();
            let (head, _) = read_request(&mut client);
            // Another user may listen there.
            assert!(!head.contains(KEY) && !head.contains("uthorization"), "{host}: {head}");
            answer(&mut client, listener::BROKEN);
            hook.join().unwrap().blocks();
        });
    }
}

#[test]
fn this_machine_gets_the_key_where_the_users_config_lists_it() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    stop.trusts_loopback();
    thread::scope(|scope| {
        let hook = scope.spawn(|| stop.run());
        let mut client = listener.client();
        let (head, _) = read_request(&mut client);
        assert!(head.contains(KEY), "{head}");
        answer(&mut client, listener::BROKEN);
        hook.join().unwrap().blocks();
    });
}

#[test]
fn a_denied_folder_is_left_alone_under_any_of_its_names() {
    let listener = Listener::open();
    let mut stop = Stop::at(&listener);
    fs::create_dir_all(stop.path("zebra/deep")).unwrap();
    let (real, link) = (stop.path("zebra"), stop.path("link"));
    std::os::unix::fs::symlink(&real, &link).unwrap();
    for denied in [&real, &link] {
        for cwd in [link.join("deep"), link.clone()] {
            stop.write(".config/sprag/deny", format!("{}\n", denied.display()));
            stop.field("cwd", cwd.to_str().unwrap()).run().passes();
        }
    }
    assert_eq!(stop.verdicts(), ["pass denied"; 4]);
    assert_eq!(listener.untaken(), 0);
}
