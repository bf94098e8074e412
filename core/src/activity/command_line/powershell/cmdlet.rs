//! Cmdlets, and what a shell calls them.

use alloc::{borrow::Cow, format, string::ToString as _, vec::Vec};

use super::super::{Operator, Place, Word};
use crate::text::listing::lists;

/// A command as a shell would call it.
pub(super) struct Cmdlet<'a> {
    pub(super) words: Vec<Word<'a>>,
    /// How what it prints goes into nothing.
    pub(super) into: Option<Operator>,
    /// Whether it is a program, and leaves a status.
    pub(super) is_program: bool,
    /// Whether it may end what stands before it in the pipe.
    pub(super) cuts: bool,
}

/// Other names of cmdlets.
const ALIASES: &[(&str, &str)] = &[
    ("% foreach", "ForEach-Object"),
    ("? where", "Where-Object"),
    ("cat gc type more less", "Get-Content"),
    ("cd chdir sl", "Set-Location"),
    ("pushd", "Push-Location"),
    ("popd", "Pop-Location"),
    ("copy cp cpi", "Copy-Item"),
    ("move mv mi", "Move-Item"),
    ("ren rni", "Rename-Item"),
    ("del erase rm rmdir rd ri", "Remove-Item"),
    ("ni", "New-Item"),
    ("ac", "Add-Content"),
    ("sc", "Set-Content"),
    ("dir ls gci", "Get-ChildItem"),
    ("echo write", "Write-Output"),
    ("select", "Select-Object"),
    ("sls", "Select-String"),
    ("sort", "Sort-Object"),
    ("measure", "Measure-Object"),
    ("group", "Group-Object"),
    ("tee", "Tee-Object"),
    ("oh", "Out-Host"),
    ("iex", "Invoke-Expression"),
    ("iwr curl wget", "Invoke-WebRequest"),
    ("irm", "Invoke-RestMethod"),
    ("icm", "Invoke-Command"),
    ("gi", "Get-Item"),
    ("gcm", "Get-Command"),
    ("gl pwd", "Get-Location"),
    ("sleep", "Start-Sleep"),
    ("start saps", "Start-Process"),
    ("ps gps", "Get-Process"),
    ("kill spps", "Stop-Process"),
    ("ft", "Format-Table"),
    ("fl", "Format-List"),
    ("cls clear", "Clear-Host"),
];

/// Verbs of cmdlets that start no program.
const VERBS: &str = "\
    add assert clear close compare compress confirm convert convertfrom convertto copy debug \
    disable disconnect enable enter exit expand export find foreach format get group hide import \
    join limit lock measure merge mount move new open out pop protect push read receive redo \
    register remove rename repair reset resize resolve restore resume revoke save search select \
    send set show sort split step stop suspend switch tee test trace undo unblock undo unlock \
    unprotect unregister update use wait watch where write";

/// Cmdlets of other verbs that start none.
const OTHERS: &str = "start-sleep invoke-webrequest invoke-restmethod";

/// Parameters that take no value.
const SWITCHES: &str = "\
    -raw -force -recurse -r -nonewline -append -passthru -noclobber -whatif -wait -asbytestream \
    -usebasicparsing -unique -directory -file -name -hidden -confirm -verbose -leaf -parent";

/// Returns whether a cmdlet of this name starts no program. A shell has none of such a name.
pub(crate) fn starts_nothing(name: &str) -> bool {
    let Some((verb, noun)) = name.split_once('-') else { return false };
    // `golangci-lint` and `apt-get` are programs; of cmdlets the first letter is a capital, unless
    // the verb tells.
    let is_noun = !noun.is_empty() && noun.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_noun && is_written_as_cmdlet(verb, noun) && {
        let name = name.to_ascii_lowercase();
        lists(VERBS, &verb.to_ascii_lowercase()) || lists(OTHERS, &name)
    }
}

fn is_written_as_cmdlet(verb: &str, noun: &str) -> bool {
    let is_capital = |text: &str| text.starts_with(|first: char| first.is_ascii_uppercase());
    is_capital(verb) && is_capital(noun)
}

/// Returns what the script block of a command stands in.
pub(super) fn place_of_block(name: &str) -> Place {
    match canonical(name) {
        "ForEach-Object" | "Where-Object" => Place::Loop,
        name if name.eq_ignore_ascii_case("Measure-Command") => Place::Group,
        name if name.eq_ignore_ascii_case("Invoke-Command") => Place::Group,
        _ => Place::Function,
    }
}

/// Returns the name of the cmdlet that a word calls, or the word.
fn canonical(name: &str) -> &str {
    let lower = name.to_ascii_lowercase();
    let alias = ALIASES.iter().find(|(aliases, _)| lists(aliases, &lower));
    let known = || ALIASES.iter().map(|(_, name)| *name).chain(KNOWN);
    alias
        .map(|(_, name)| *name)
        .or_else(|| known().find(|known| known.eq_ignore_ascii_case(name)))
        .unwrap_or(name)
}

/// Cmdlets without another name.
const KNOWN: [&str; 11] = [
    "Out-Null",
    "Out-File",
    "Out-String",
    "Out-Default",
    "Write-Host",
    "Write-Information",
    "Clear-Content",
    "Invoke-Pester",
    "Invoke-ScriptAnalyzer",
    "Measure-Command",
    "Start-Job",
];

/// Returns a word in which `/` stands for `\`, as in paths.
pub(super) fn slashed(word: Word<'_>) -> Word<'_> {
    if !word.text().contains('\\') {
        return word;
    }
    let text = Cow::Owned(word.text().replace('\\', "/"));
    Word::new(text, word.is_quoted(), word.is_expanded(), word.is_glob())
}

/// Returns a command as a shell would call it.
pub(super) fn translate(words: Vec<Word<'_>>) -> Cmdlet<'_> {
    let name = words.first().map(|word| canonical(word.text()).to_string()).unwrap_or_default();
    let given = Given::of(words.get(1..).unwrap_or_default());
    let quiet =
        |words| Cmdlet { words, into: Some(Operator::Write), is_program: false, cuts: false };
    let cmdlet = |words| Cmdlet { words, into: None, is_program: false, cuts: false };
    match name.as_str() {
        "Get-Content" => match contents(&given) {
            Some(words) => cmdlet(words),
            None => cmdlet(named(words, "Get-Content")),
        },
        "Select-Object" => {
            let cuts = given.value(&["-first", "-index"]).is_some();
            let words = selection(&given).unwrap_or_else(|| named(words, "Select-Object"));
            Cmdlet { cuts, ..cmdlet(words) }
        }
        "Out-String" | "Out-Host" | "Out-Default" => cmdlet(call("cat", Vec::new())),
        "Out-Null" => quiet(call("cat", Vec::new())),
        "Out-File" | "Add-Content" | "Set-Content" | "Clear-Content" => {
            let appends = name == "Add-Content" || given.has("-append");
            let mut rest = Vec::from_iter(appends.then(|| Word::plain("-a")));
            rest.extend(given.path(&["-filepath", "-path", "-literalpath"]));
            quiet(call("tee", rest))
        }
        "Tee-Object" => {
            let path = given.path(&["-filepath", "-literalpath"]);
            let is_file = path.is_some() && given.value(&["-variable"]).is_none();
            match path.filter(|_| is_file) {
                Some(path) => cmdlet(call("tee", [path].into())),
                None => cmdlet(call("cat", Vec::new())),
            }
        }
        "Remove-Item" if given.is_of_files() => cmdlet(call("rm", given.paths(&[]))),
        "Copy-Item" => cmdlet(call("cp", given.paths(&["-destination"]))),
        "Move-Item" => cmdlet(call("mv", given.paths(&["-destination"]))),
        "Rename-Item" => cmdlet(call("mv", given.paths(&["-newname"]))),
        "New-Item" if given.is_of_files() => {
            let kind = given.value(&["-itemtype", "-type"]).map(Word::text).unwrap_or_default();
            let is_folder = kind.eq_ignore_ascii_case("Directory");
            quiet(call(if is_folder { "mkdir" } else { "tee" }, given.paths(&[])))
        }
        "Set-Location" => cmdlet(call("cd", given.paths(&[]))),
        "Push-Location" => cmdlet(call("pushd", given.paths(&[]))),
        "Pop-Location" => cmdlet(call("popd", Vec::new())),
        "Get-ChildItem" => cmdlet(call("ls", given.paths(&[]))),
        "Get-Location" => cmdlet(call("pwd", Vec::new())),
        "Get-Process" => cmdlet(call("ps", Vec::new())),
        "Stop-Process" => cmdlet(call("kill", Vec::new())),
        "Start-Sleep" => cmdlet(call("sleep", given.plain.clone())),
        "Write-Host" | "Write-Output" | "Write-Information" => {
            cmdlet(call("echo", given.plain.clone()))
        }
        "Invoke-Expression" => cmdlet(call("eval", given.plain.clone())),
        _ if name.eq_ignore_ascii_case("exit") => cmdlet(words),
        _ if ALIASES.iter().any(|(_, known)| *known == name) || KNOWN.contains(&name.as_str()) => {
            cmdlet(named(words, &name))
        }
        _ if starts_nothing(&name) => cmdlet(words),
        _ => Cmdlet { words: program(words), into: None, is_program: true, cuts: false },
    }
}

fn call<'a>(name: &'static str, rest: Vec<Word<'a>>) -> Vec<Word<'a>> {
    let mut words = Vec::from([Word::plain(name)]);
    words.extend(rest);
    words
}

/// Puts the cmdlet's own name in the place of another.
fn named<'a>(mut words: Vec<Word<'a>>, name: &str) -> Vec<Word<'a>> {
    if let Some(first) = words.first_mut() {
        *first = Word::new(Cow::Owned(name.to_string()), false, false, false);
    }
    words
}

/// The words of a program, of which paths are written with `/`.
fn program(words: Vec<Word<'_>>) -> Vec<Word<'_>> {
    let is_path = |at: usize, word: &Word<'_>| at == 0 || !word.is_quoted();
    let each = words.into_iter().enumerate();
    each.map(|(at, word)| if is_path(at, &word) { slashed(word) } else { word }).collect()
}

/// What a cmdlet is given.
struct Given<'c, 'a> {
    /// What stands behind no parameter.
    plain: Vec<Word<'a>>,
    /// Parameters, in small letters and with what follows.
    named: Vec<(alloc::string::String, Option<&'c Word<'a>>)>,
}

impl<'c, 'a> Given<'c, 'a> {
    fn of(words: &'c [Word<'a>]) -> Self {
        let mut given = Self { plain: Vec::new(), named: Vec::new() };
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            let is_parameter = !word.is_quoted()
                && word.text().strip_prefix('-').is_some_and(|name| {
                    name.starts_with(|first: char| first.is_ascii_alphabetic())
                });
            if !is_parameter {
                given.plain.push(word.clone());
                continue;
            }
            let name = word.text().to_ascii_lowercase();
            let takes = !lists(SWITCHES, &name) && !name.contains(':');
            given.named.push((name, if takes { words.next() } else { None }));
        }
        given
    }

    /// Returns the value of the first of these parameters that is given.
    fn value(&self, names: &[&str]) -> Option<&'c Word<'a>> {
        self.named.iter().find(|(name, _)| names.contains(&name.as_str())).and_then(|one| one.1)
    }

    fn has(&self, name: &str) -> bool {
        self.named.iter().any(|(known, _)| known == name)
    }

    fn path(&self, names: &[&str]) -> Option<Word<'a>> {
        self.value(names).or_else(|| self.plain.first()).cloned().map(slashed)
    }

    /// Returns all paths, those of these parameters at the end.
    fn paths(&self, last: &[&str]) -> Vec<Word<'a>> {
        let first = self.value(&["-path", "-literalpath"]).into_iter();
        let all = first.chain(&self.plain).chain(self.value(last));
        all.cloned().map(slashed).collect()
    }

    /// Returns whether none of its paths is a variable, a function or a registry key.
    fn is_of_files(&self) -> bool {
        self.paths(&[]).iter().all(|path| {
            let drive = path.text().split_once(':').map_or("", |(drive, _)| drive);
            drive.len() < 2
        })
    }
}

/// `Get-Content a b -Tail 5` as `tail -n 5 a b`.
fn contents<'a>(given: &Given<'_, 'a>) -> Option<Vec<Word<'a>>> {
    let last = given.value(&["-tail", "-last"]);
    let first = given.value(&["-totalcount", "-head", "-first"]);
    let mut words = match (first, last) {
        (Some(_), Some(_)) => return None,
        (Some(count), None) => [Word::plain("head"), Word::plain("-n"), count.clone()].into(),
        (None, Some(count)) => [Word::plain("tail"), Word::plain("-n"), count.clone()].into(),
        (None, None) => Vec::from([Word::plain("cat")]),
    };
    words.extend(given.paths(&[]));
    Some(words)
}

/// `Select-Object -First 5 -Skip 10` as `sed -n 11,15p`.
fn selection<'a>(given: &Given<'_, 'a>) -> Option<Vec<Word<'a>>> {
    let number =
        |names: &[&str]| given.value(names).and_then(|word| word.text().parse::<u64>().ok());
    let is_of_lines = given.plain.is_empty()
        && given.named.iter().all(|(name, _)| lists("-first -last -skip -wait", name));
    if !is_of_lines {
        return None;
    }
    let (first, last, skip) = (number(&["-first"]), number(&["-last"]), number(&["-skip"]));
    let word = |text: alloc::string::String| Word::new(Cow::Owned(text), false, false, false);
    let words = match (first, last, skip) {
        (Some(first), None, None) => {
            [Word::plain("head"), Word::plain("-n"), word(first.to_string())].into()
        }
        (None, Some(last), None) => {
            [Word::plain("tail"), Word::plain("-n"), word(last.to_string())].into()
        }
        (None, None, Some(skip)) => {
            let from = format!("+{}", skip.saturating_add(1));
            [Word::plain("tail"), Word::plain("-n"), word(from)].into()
        }
        (Some(first), None, Some(skip)) => {
            let range = format!("{},{}p", skip.saturating_add(1), skip.saturating_add(first));
            [Word::plain("sed"), Word::plain("-n"), word(range)].into()
        }
        (_, _, _) => return None,
    };
    Some(words)
}
