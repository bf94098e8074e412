//! Logins with their passwords, as `.netrc` and `.pgpass` have them, under any name.

use super::value;
use crate::security::secret::Shape;

/// Words that follow the host of a `.netrc`, each with a value.
const KEYS: [&[u8]; 3] = [b"login", b"account", b"password"];

/// Returns that a login is in it.
pub(super) fn find(content: &[u8]) -> Option<Shape> {
    (is_netrc(content) || is_pgpass(content)).then_some(Shape::Login)
}

/// Returns whether `machine HOST login NAME password PASSWORD` stands somewhere, on one line or on
/// several, in any order behind the host.
fn is_netrc(content: &[u8]) -> bool {
    let mut words = content.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        let mut rest = words.clone();
        let is_entry = match word {
            b"machine" => rest.next().is_some(),
            b"default" => true,
            _ => false,
        };
        if is_entry && is_login(rest) {
            return true;
        }
    }
    false
}

/// Returns whether pairs begin here that name a user and a password.
fn is_login<'a>(mut words: impl Iterator<Item = &'a [u8]>) -> bool {
    let (mut has_login, mut has_password) = (false, false);
    for _ in KEYS {
        let (Some(key), Some(value)) = (words.next(), words.next()) else { break };
        match key {
            b"login" => has_login = true,
            b"password" => has_password = value::is_given(value),
            b"account" => {}
            _ => break,
        }
    }
    has_login && has_password
}

/// Returns whether most lines are `HOST:PORT:DATABASE:USER:PASSWORD`.
fn is_pgpass(content: &[u8]) -> bool {
    let lines = content.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let (mut all, mut logins) = (0_usize, 0_usize);
    for line in lines.filter(|line| !matches!(line, [] | [b'#', ..])) {
        all = all.saturating_add(1);
        logins = logins.saturating_add(usize::from(is_of_pgpass(line)));
    }
    logins > 0 && logins.saturating_mul(4) >= all.saturating_mul(3)
}

fn is_of_pgpass(line: &[u8]) -> bool {
    let mut is_escaped = false;
    let mut fields = line.splitn(5, |byte| {
        let ends = *byte == b':' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        ends
    });
    let mut next = || fields.next().unwrap_or_default();
    let (host, port, database, user, password) = (next(), next(), next(), next(), next());
    let is_number = |field: &[u8]| !field.is_empty() && field.iter().all(u8::is_ascii_digit);
    let is_name = |field: &[u8]| !field.is_empty() && field.iter().all(u8::is_ascii_graphic);
    // What a compiler says of a place begins with a file, a line and a column.
    is_name(host)
        && (port == b"*" || is_number(port))
        && is_name(database)
        && !is_number(database)
        && is_name(user)
        && value::is_given(password)
}
