//! Small texts and what happens to them.
use super::super::listed::read;
use super::*;

const TEXT: &str = "const A: u32 = 1;\nfn a(b: u32) -> bool {\n    b == 1\n}\n\nfn c() {}\n";

/// One mutant: what of the third line is replaced and by what.
fn listed(columns: (usize, usize), replacement: &str, returns: &str) -> String {
    let (from, to) = columns;
    format!(
        r#"{{"name":"n","file":"f","replacement":"{replacement}","genre":"g","diff":"d",
        "function":{{"function_name":"a","return_type":"{returns}","span":{{
        "start":{{"line":2,"column":1}},"end":{{"line":4,"column":2}}}}}},
        "span":{{"start":{{"line":3,"column":{from}}},"end":{{"line":3,"column":{to}}}}}}}"#
    )
}

fn list(mutants: &[String]) -> Vec<Listed> {
    read(format!("[{}]", mutants.join(",")).as_bytes()).unwrap()
}

fn instrumented(text: &str, mutants: &[String], form: Form) -> (Instrumented, Vec<u32>) {
    let listed = list(mutants);
    let numbered: Vec<(u32, &Listed)> = (1..).zip(&listed).collect();
    let (functions, left) = functions(text, &numbered);
    (Instrumented::new(text, &functions, form), left)
}

#[test]
fn mutants_are_next_to_the_body_that_they_change() {
    let mutants = [listed((5, 11), "true", "-> bool"), listed((7, 9), "!=", "-> bool")];
    let (instrumented, left) = instrumented(TEXT, &mutants, Form::Switched);
    let body = format!(
        "{{ match {SWITCH}() {{\n1 => {{\n    true \n}},\n2 => {{\n    b !=  1\n}},\n_ => {{\n    \
         b == 1\n}},\n}} }}"
    );
    let expected = TEXT.replace("{\n    b == 1\n}", &body);
    assert_eq!((instrumented.text.as_str(), left), (expected.as_str(), vec![]));
    let at = |words: &str| instrumented.at(instrumented.text.find(words).unwrap());
    assert_eq!(at("true"), [1]);
    assert_eq!(at("!="), [2]);
    assert_eq!(at("=="), [1, 2]);
    assert_eq!(at("match"), [1, 2]);
    assert_eq!(at("const"), [0; 0]);
    assert_eq!(at("fn c"), [0; 0]);
}

#[test]
fn the_first_mutant_alone_is_what_cargo_mutants_writes() {
    let mutants = [listed((7, 9), "!=", "-> bool"), listed((5, 11), "true", "-> bool")];
    let (instrumented, _) = instrumented(TEXT, &mutants, Form::Alone);
    assert_eq!(instrumented.text, TEXT.replace("==", "!= "));
    assert_eq!(instrumented.at(instrumented.text.find("!=").unwrap()), [1]);
}

#[test]
fn what_cannot_be_switched_is_left() {
    let left = |text: &str, mutant: String| instrumented(text, &[mutant], Form::Switched);
    let constant = TEXT.replace("fn a(", "const fn a(");
    let table = [
        (constant.as_str(), listed((5, 11), "true", "-> bool")),
        (TEXT, listed((5, 11), "true", "-> impl Iterator")),
        (TEXT, listed((5, 11), "true", "-> bool").replace("\"line\":3", "\"line\":2")),
        (TEXT, listed((5, 11), "true", "-> bool").replace("\"line\":4", "\"line\":9")),
        (TEXT, listed((5, 11), "true", "-> bool").replace("\"function\"", "\"functions\"")),
    ];
    for (text, mutant) in table {
        let (instrumented, left) = left(text, mutant);
        assert_eq!((instrumented.text.as_str(), left), (text, vec![1]));
    }
}

#[test]
fn a_function_loses_mutants() {
    let listed = list(&[listed((7, 9), "!=", "-> bool"), listed((5, 11), "true", "-> bool")]);
    let numbered: Vec<(u32, &Listed)> = (1..).zip(&listed).collect();
    let (functions, _) = functions(TEXT, &numbered);
    let numbers = |function: Option<Function>| function.map(|f| f.numbers().collect::<Vec<_>>());
    assert_eq!(numbers(functions[0].without(&[1])), Some(vec![2]));
    assert_eq!(numbers(functions[0].with(&[1])), Some(vec![1]));
    assert_eq!(numbers(functions[0].without(&[1, 2])), None);
    assert_eq!(numbers(functions[0].with(&[3])), None);
}

#[test]
fn a_planted_mutant_is_next_to_the_others() {
    let listed = list(&[listed((5, 11), "true", "-> bool")]);
    let numbered: Vec<(u32, &Listed)> = (1..).zip(&listed).collect();
    let (mut functions, _) = functions(TEXT, &numbered);
    let at = |words: &str| {
        let start = TEXT.find(words).unwrap();
        start..start.checked_add(words.len()).unwrap()
    };
    let (a, c) = ("{\n    b == 1\n}", "{}");
    assert!(plant(&mut functions, TEXT, 2, &at(a), "{ false }"));
    assert!(plant(&mut functions, TEXT, 2, &at(c), "{ a(1); }"));
    assert!(!plant(&mut functions, TEXT, 3, &at("b == 1"), "inside"));
    assert!(!plant(&mut functions, TEXT, 3, &(0..TEXT.len()), "around"));
    assert!(!plant(&mut functions, TEXT, 3, &(900..901), "beyond"));
    let instrumented = Instrumented::new(TEXT, &functions, Form::Switched);
    let first = "1 => {\n    true \n},\n2 => { false },\n_ => {\n    b == 1\n},\n} }";
    let second = format!("fn c() {{ match {SWITCH}() {{\n2 => {{ a(1); }},\n_ => {{}},\n}} }}\n");
    assert!(
        instrumented.text.contains(first) && instrumented.text.ends_with(&second),
        "{}",
        instrumented.text
    );
    assert_eq!(instrumented.at(instrumented.text.find("a(1)").unwrap()), [2]);
}
