//! Which setting of a variable a hook sees.
use sprag_core::settings::host_variable::{HostVariable, last, value_of};

fn set(name: &str, value: &str, file: &str) -> HostVariable {
    HostVariable { name: name.into(), value: value.into(), file: file.into() }
}

#[test]
fn of_a_variable_that_is_set_twice_the_last_setting_counts() {
    let all = [set("A", "1", "user"), set("B", "2", "user"), set("A", "3", "project")];
    let file = |name| last(&all, name).map(|variable| variable.file.as_str());
    assert_eq!((file("A"), file("B"), file("C")), (Some("project"), Some("user"), None));
}

#[test]
fn what_the_host_sets_stands_above_the_variable_of_the_process() {
    let all = [set("A", "1", "user")];
    let value = |name, own: Option<&str>| value_of(&all, name, || own.map(String::from));
    assert_eq!(value("A", Some("own")).as_deref(), Some("1"));
    assert_eq!(value("B", Some("own")).as_deref(), Some("own"));
    assert_eq!(value("B", None), None);
}
