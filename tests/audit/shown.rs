//! What the screen and the page of an audit have to say of its figures, in their order.

use sprag_core::checks::ALL;
use sprag_harness::shown::{bar, grouped, several};

use crate::figures::{Figures, Group};

/// Groups, each with its name.
type Named = Vec<(String, Group)>;

/// Projects, weeks and examples that are listed.
const PROJECTS: usize = 12;
const WEEKS: usize = 26;
const EXAMPLES: usize = 3;

fn numbers(numbers: &[u64]) -> String {
    numbers.iter().map(|number| grouped(*number)).collect::<Vec<_>>().join(" ")
}

/// Returns the last part of a path.
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

fn sum(groups: &[(String, Group)]) -> Group {
    let mut sum = Group::default();
    for (_, group) in groups {
        sum.iter_mut().zip(group).for_each(|(sum, number)| *sum += number);
    }
    sum
}

impl Figures {
    /// Returns what the screen says at 120 columns.
    pub(crate) fn screen(&self) -> Vec<String> {
        let mut said = vec![self.title()];
        said.extend(self.totals());
        said.extend(self.checks());
        said.extend(self.projects());
        let (earlier, weeks) = self.weeks_shown();
        let most = weeks.iter().map(|(_, group)| group[0]).max().unwrap_or(0);
        let float = |number: u64| f64::from(u32::try_from(number).unwrap());
        said.extend(earlier.map(|group| format!("earlier {}", numbers(&group))));
        said.extend(weeks.iter().map(|(week, group)| {
            format!("{week} {} {}", bar(float(group[0]), float(most), 48), numbers(group))
        }));
        said.extend(self.examples().into_iter().map(|(_, place)| format!("- {place}")));
        said.extend(self.limits());
        said
    }

    /// Returns what the page says.
    pub(crate) fn page(&self) -> Vec<String> {
        let plot = |name: &str, [a, b, c]: Group| format!("{name} {a} / {b} / {c}");
        let mut said = vec![self.title()];
        said.extend(self.totals());
        let found = |word: &str| self.checks.get(word).copied().unwrap_or_default();
        said.extend(ALL.map(|check| {
            let [asks, objects, blocks, ..] = found(check.word);
            plot(check.word, [asks, objects, blocks])
        }));
        said.extend(self.checks());
        let (earlier, weeks) = self.weeks_shown();
        said.extend(weeks.iter().map(|(week, group)| plot(week, *group)));
        said.extend(earlier.map(|group| format!("earlier {}", numbers(&group))));
        said.extend(weeks.iter().map(|(week, group)| format!("{week} {}", numbers(group))));
        let (projects, _) = self.projects_shown();
        said.extend(
            projects.iter().map(|(name, group)| {
                plot(&last(name).chars().take(20).collect::<String>(), *group)
            }),
        );
        said.extend(self.projects());
        let examples = self.examples().into_iter();
        said.extend(examples.map(|(check, place)| format!("{check} objects: {place}")));
        said.extend(self.limits());
        said
    }

    fn title(&self) -> String {
        let (first, last) = (self.days.first().unwrap(), self.days.last().unwrap());
        format!("Past turn ends, {first} to {last}")
    }

    fn totals(&self) -> Vec<String> {
        let mut said = vec![
            format!("transcripts {}", grouped(self.files)),
            format!("turn ends {}", grouped(self.turns)),
            format!("judged {} that end with a message", grouped(self.judged)),
        ];
        let reasons = self.passed_over.iter();
        let reasons: Vec<String> =
            reasons.map(|(reason, times)| format!("{} {reason}", grouped(*times))).collect();
        said.extend((!reasons.is_empty()).then(|| format!("passed over {}", reasons.join(", "))));
        said.extend((self.denied > 0).then(|| format!("left alone {} in", grouped(self.denied))));
        said.push(format!("judge asked at {} of them", grouped(self.asks)));
        said.push(format!("sent back {} of them", grouped(self.blocks)));
        said
    }

    fn checks(&self) -> Vec<String> {
        let found = |word: &str| self.checks.get(word).copied().unwrap_or_default();
        let row = |word: &str| format!("{word} {}", numbers(&found(word)));
        ALL.iter().map(|check| row(check.word)).collect()
    }

    fn projects_shown(&self) -> (Named, Named) {
        let mut all: Named = self.projects.clone().into_iter().collect();
        all.sort_by_key(|(_, group)| u64::MAX - group[0]);
        let rest = all.split_off(all.len().min(PROJECTS));
        (all, rest)
    }

    fn projects(&self) -> Vec<String> {
        let (shown, rest) = self.projects_shown();
        let row = |(name, group): &(String, Group)| format!("{name} {}", numbers(group));
        let mut said: Vec<String> = shown.iter().map(row).collect();
        let others = several(u64::try_from(rest.len()).unwrap(), "other");
        said.extend((!rest.is_empty()).then(|| row(&(others, sum(&rest)))));
        said
    }

    /// Returns the sum of the weeks that are not listed, and those that are.
    fn weeks_shown(&self) -> (Option<Group>, Named) {
        let mut all: Named = self.weeks.clone().into_iter().collect();
        let shown = all.split_off(all.len().saturating_sub(WEEKS));
        ((!all.is_empty()).then(|| sum(&all)), shown)
    }

    /// Returns the newest turn ends to which each check objects.
    fn examples(&self) -> Vec<(&'static str, String)> {
        let mut said = Vec::new();
        for check in ALL {
            let mut all = self.objections.get(check.word).cloned().unwrap_or_default();
            all.sort();
            for (_, day, file, line) in all.iter().rev().take(EXAMPLES) {
                said.push((check.word, format!("{}:{line} {day}", last(file))));
            }
        }
        said
    }

    fn limits(&self) -> Vec<String> {
        let mut said = Vec::new();
        let by_built_in = several(self.by_built_in, "turn end");
        said.extend(
            (self.by_built_in > 0).then(|| format!("the built-in judge at {by_built_in};")),
        );
        let unknown = several(self.unknown_tools, "turn end");
        said.extend((self.unknown_tools > 0).then(|| {
            format!(
                "not known which tools were called \
                                                              in {unknown}:"
            )
        }));
        said
    }
}
