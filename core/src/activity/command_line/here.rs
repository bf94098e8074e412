//! Here-documents: the text below the line that asks for it.

use alloc::borrow::Cow;

use super::frame::Options;
use super::parser::{HereAwaited, Parser};
use super::redirection::HereDocument;
use super::script::Run;
use super::wrapper::{self, Peeled};
use super::{Language, Place};

/// Where the lines of a here-document end, and where the text goes on.
struct Extent {
    end: usize,
    next: usize,
    lines: usize,
}

impl<'a> Parser<'a> {
    /// Reads what the lines so far ask for; the cursor is behind a line's end.
    pub(super) fn here_documents(&mut self) {
        for awaited in core::mem::take(&mut self.awaited) {
            self.here_document(awaited);
        }
    }

    fn here_document(&mut self, awaited: HereAwaited) {
        let HereAwaited { command, redirection, tabs_go } = awaited;
        let owner = self.commands.get(command);
        let Some(asking) = owner.and_then(|owner| owner.redirections.get(redirection)) else {
            return;
        };
        let is_quoted = asking.target.is_quoted();
        let closing = Cow::clone(asking.target.cow());
        let extent = self.extent(&closing, tabs_go);
        let from = self.cursor.at();
        let text = if is_quoted {
            Cow::Borrowed(self.cursor.slice(from, extent.end))
        } else {
            let whole = self.cursor;
            self.cursor = whole.until(extent.end);
            let word = self.expandable();
            self.cursor = whole;
            Cow::clone(word.cow())
        };
        self.cursor.jump(extent.next);
        let runs = self.commands.get(command).and_then(|command| {
            let peel = wrapper::peel(&command.words);
            let is_direct = peel.is_direct;
            match peel.inner {
                Peeled::Input(options) => {
                    let options = Options::of(options);
                    Some(Run { options, language: Language::Bash, is_own: true, is_direct })
                }
                Peeled::Program(_) | Peeled::Script { .. } | Peeled::Nothing => None,
            }
        });
        if let Some(asking) = self.commands.get_mut(command)
            && let Some(asking) = asking.redirections.get_mut(redirection)
        {
            asking.here = Some(HereDocument { text: Cow::clone(&text), lines: extent.lines });
        }
        if let Some(run) = runs {
            self.script(command, text, run);
        }
    }

    fn extent(&mut self, closing: &str, tabs_go: bool) -> Extent {
        let inside = self.nesting.contains(Place::Substitution);
        let mut looking = self.cursor;
        let mut lines = 0_usize;
        while looking.peek().is_some() {
            let from = looking.at();
            let end = looking.next(b'\n').unwrap_or_else(|| looking.end());
            let line = looking.slice(from, end);
            let line = if tabs_go { line.trim_start_matches('\t') } else { line };
            let rest = line.strip_prefix(closing);
            // Inside `$( )` the closing word may be followed by its parenthesis.
            if let Some(rest) = rest
                && (rest.is_empty() || (inside && rest.starts_with(')')))
            {
                let next = end.saturating_sub(rest.len());
                let next = if rest.is_empty() { end.saturating_add(1) } else { next };
                return Extent { end: from, next, lines };
            }
            lines = lines.saturating_add(1);
            looking.jump(end.saturating_add(1));
        }
        self.complete = false;
        Extent { end: looking.end(), next: looking.end(), lines }
    }
}
