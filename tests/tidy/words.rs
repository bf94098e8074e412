//! No file speaks of the machine it was written on.
use crate::source::Source;

/// Places of a machine, split so that this file does not hold them.
const PLACES: [&str; 4] =
    [concat!("/wo", "rk/"), concat!("sha", "red/"), concat!(".lib", "rary"), concat!("/ro", "ot/")];

/// The folder of people's homes, and how the names of those that examples may use begin.
const HOMES: &str = concat!("/ho", "me/");
const HOME: &str = "dev";

/// Lines that name a place of a machine.
fn places_named(sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources {
        for (line, number) in source.text.lines().zip(1..) {
            let places = PLACES.iter().filter(|place| named(line, place));
            let homes = home(line).then_some(&HOMES);
            for place in places.chain(homes) {
                let path = &source.path;
                faults.push(format!("{path}:{number} names {place}; write an example or leave it"));
            }
        }
    }
    faults
}

/// Whether the line holds the place, and not as the end of a longer word.
fn named(line: &str, place: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let starts_word = place.starts_with(is_word);
    line.match_indices(place).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !starts_word || !before.is_some_and(is_word)
    })
}

/// Whether the line names somebody's home; that folder itself is nobody's.
fn home(line: &str) -> bool {
    line.match_indices(HOMES).any(|(at, _)| {
        let rest = &line[at + HOMES.len()..];
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        !name.is_empty() && !name.starts_with(HOME)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{none, one, sources};

    fn of(line: &str) -> Vec<String> {
        places_named(&[Source::made("docs/a.md", line)])
    }

    #[test]
    fn no_file_names_a_place_of_a_machine() {
        none(&places_named(&sources()));
    }

    #[test]
    fn a_file_that_names_a_place_of_a_machine_is_refused() {
        for place in PLACES {
            one(&of(&format!("\nsee {place}a")), "docs/a.md:2 names");
        }
        one(&of(&format!("cd {HOMES}somebody")), "docs/a.md:1 names");
    }

    #[test]
    fn the_home_of_examples_and_longer_words_pass() {
        none(&of(&format!("{HOMES}{HOME}/project and b\"{HOMES}\"")));
        none(&of(&format!("un{}a", PLACES[1])));
    }
}
