//! Which files a script opens to write, by the words that it does it with.

use memchr::memmem;

/// A call that writes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct BodyWrite<'t> {
    /// The file, where it is written in the call.
    pub(super) path: Option<&'t str>,
}

/// Calls that write into their first argument.
const WRITERS: [&str; 10] = [
    "writeFileSync(",
    "writeFile(",
    "appendFileSync(",
    "appendFile(",
    "file_put_contents(",
    "createWriteStream(",
    "File.write(",
    "Bun.write(",
    "Deno.writeTextFileSync(",
    "Deno.writeTextFile(",
];

/// Calls on a path that write into it.
const METHODS: [&str; 5] =
    [".write_text(", ".write_bytes(", ".writelines(", "shutil.copy", "os.replace("];

/// How many calls of one kind are looked at.
const CALLS_MAX: usize = 16;

/// Returns the calls of `text` that write files.
pub(super) fn writes(text: &str) -> impl Iterator<Item = BodyWrite<'_>> {
    let written = WRITERS
        .iter()
        .flat_map(|call| behind(text, call).map(|rest| BodyWrite { path: literal(rest) }));
    let opened = behind(text, "open(").filter_map(opened);
    let methods =
        METHODS.iter().flat_map(|call| behind(text, call).map(|_| BodyWrite { path: None }));
    written.chain(opened).chain(methods)
}

/// The text behind each place where `call` stands.
fn behind<'t>(text: &'t str, call: &'static str) -> impl Iterator<Item = &'t str> {
    memmem::find_iter(text.as_bytes(), call)
        .take(CALLS_MAX)
        .filter_map(|at| text.get(at.saturating_add(call.len())..))
}

/// Reads the arguments of `open(`: it writes with a mode that says so.
fn opened(arguments: &str) -> Option<BodyWrite<'_>> {
    let end = arguments.find(['\n', ';']).unwrap_or(arguments.len());
    let line = arguments.get(..end.min(arguments.floor_char_boundary(400)))?;
    let close = closing(line);
    let inside = line.get(..close)?;
    let mode = inside.rsplit(',').map(str::trim).find_map(mode)?;
    mode.contains(['w', 'a', 'x', '+']).then(|| BodyWrite { path: literal(inside) })
}

/// Returns where the parenthesis closes that is open at the start.
fn closing(line: &str) -> usize {
    let mut depth = 1_usize;
    for (at, byte) in line.bytes().enumerate() {
        depth = match byte {
            b'(' => depth.saturating_add(1),
            b')' => depth.saturating_sub(1),
            _ => depth,
        };
        if depth == 0 {
            return at;
        }
    }
    line.len()
}

/// `'w'`, `"rb+"`, `mode='a'`
fn mode(argument: &str) -> Option<&str> {
    let argument =
        argument.strip_prefix("mode").map_or(argument, |rest| rest.trim_start_matches([' ', '=']));
    let mode = literal(argument)?;
    let is_mode =
        !mode.is_empty() && mode.len() <= 3 && mode.bytes().all(|byte| b"rwaxbt+".contains(&byte));
    is_mode.then_some(mode)
}

/// Returns the quoted text at the start.
fn literal(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let quote = text.chars().next().filter(|first| matches!(first, '"' | '\'' | '`'))?;
    let inside = text.get(1..)?;
    let inside = inside.get(..inside.floor_char_boundary(4_096))?;
    inside.split_once(quote).map(|(path, _)| path)
}
