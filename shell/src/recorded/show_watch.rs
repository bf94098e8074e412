//! `sprag watch`: decisions as they are made.

use core::time::Duration;
use std::io::{self, IsTerminal as _, Write as _};
use std::panic;
use std::path::Path;
use std::thread;

use lexopt::{Arg, Parser};
use ratatui::backend::Backend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::execute;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::{DefaultTerminal, Terminal};
use sprag_core::reports::explain::Explanation;
use sprag_core::reports::log::LogLine;
use sprag_core::reports::review::Reviews;
use sprag_core::reports::watch::{Step, Watch};
use sprag_core::text::calendar::Clock;
use sprag_core::text::screen::{self as core_screen, Columns, Ink, Tone};

use crate::session::run_environment::RunEnvironment;
use crate::session::{records, reviews};
use crate::system::keys::{Pressed, Signals, pressed};
use crate::system::tail::Tail;
use crate::system::terminal::{Fault, say};
use crate::system::{clock, screen};

#[cfg(test)]
mod tests;

pub(crate) const HELP: &str = "\
sprag watch [--json]

Shows decisions as they are made: a list of the last ones, and a card for the
one selected with j and k. q quits.

Without a terminal it prints a card for each new decision, or its explanation on
one line with --json, until it is stopped.
";

/// How often the file is looked at.
const GLANCE: Duration = Duration::from_millis(300);

pub(crate) fn command(mut parser: Parser) -> Result<(), Fault> {
    let mut is_json = false;
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("help") | Arg::Short('h') => return say(HELP),
            Arg::Long("json") => is_json = true,
            Arg::Long(_) | Arg::Short(_) | Arg::Value(_) => {
                return Err(argument.unexpected().into());
            }
        }
    }
    let environment = RunEnvironment::look(Vec::new());
    let folder = environment.records_folder()?;
    let reviews = reviews::read(folder)?;
    if is_json || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return print(folder, &reviews, is_json);
    }
    let signals = Signals::watch()?;
    on_terminal(|terminal| watch(terminal, folder, &reviews, &signals))
}

/// Hands over the terminal, and puts it right whatever comes of that.
fn on_terminal(show: impl FnOnce(&mut DefaultTerminal) -> Result<(), Fault>) -> Result<(), Fault> {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // Nothing that the terminal is held in is dropped where a panic ends the process.
        let _ = execute!(io::stdout(), Show);
        before(info);
    }));
    // Its own hook leaves the other screen before that one speaks.
    let begun = ratatui::try_init().map_err(Fault::from);
    let shown = begun.and_then(|mut terminal| show(&mut terminal));
    let restored = ratatui::try_restore();
    shown?;
    Ok(restored?)
}

/// Shows the view until a key or a signal ends it.
fn watch<B>(
    terminal: &mut Terminal<B>,
    folder: &Path,
    reviews: &Reviews,
    signals: &Signals,
) -> Result<(), Fault>
where
    B: Backend<Error = io::Error>,
{
    let ahead = clock::ahead();
    let ink = screen::ink();
    let mut watch = Watch::default();
    let mut tail = Tail::of(folder.join(records::NAME));
    while !signals.have_come() {
        tail.read(|line| watch.add(line))?;
        let clock = Clock { now_ms: clock::now_ms(), ahead: &ahead };
        terminal.draw(|frame| {
            let area = frame.area();
            let columns = Columns::of(Some(area.width));
            let view = watch.view(reviews, &clock, columns, usize::from(area.height));
            frame.render_widget(text(&view, ink), area);
        })?;
        if event::poll(GLANCE)?
            && let Event::Key(key) = event::read()?
        {
            match pressed(key) {
                Some(Pressed::End) => break,
                Some(Pressed::Key(key)) if watch.key(key) == Step::Quit => break,
                Some(Pressed::Key(_)) | None => {}
            }
        }
    }
    Ok(())
}

/// Returns a screen as the terminal library draws it.
fn text(view: &core_screen::Screen, ink: Ink) -> Text<'static> {
    let style = |tone: Tone| match tone {
        _ if !ink.has_colour() => Style::new(),
        Tone::Plain => Style::new(),
        Tone::Strong => Style::new().add_modifier(Modifier::BOLD),
        Tone::Faint => Style::new().add_modifier(Modifier::DIM),
        Tone::Good => Style::new().fg(Color::Green),
        Tone::Warn => Style::new().fg(Color::Yellow),
        Tone::Bad => Style::new().fg(Color::Red),
    };
    let span = |span: &core_screen::Span| Span::styled(ink.drawn(span.text()), style(span.tone()));
    let line = |line: &core_screen::Line| Line::from_iter(line.spans().iter().map(span));
    Text::from_iter(view.lines().iter().map(line))
}

/// Prints what comes from now on.
fn print(folder: &Path, reviews: &Reviews, is_json: bool) -> Result<(), Fault> {
    let ahead = clock::ahead();
    let mut tail = Tail::of(folder.join(records::NAME));
    tail.read(|_| {})?;
    loop {
        let mut new = String::new();
        tail.read(|line| {
            let LogLine::Stop(entry) = line else { return };
            let clock = Clock { now_ms: clock::now_ms(), ahead: &ahead };
            let explanation = Explanation::of(&entry, reviews);
            if is_json {
                new.push_str(&serde_json::to_string(&explanation).unwrap_or_default());
                new.push('\n');
            } else {
                new.push_str(&explanation.card(&clock, screen::columns()).print(screen::ink()));
            }
        })?;
        let mut out = io::stdout();
        match out.write_all(new.as_bytes()).and_then(|()| out.flush()) {
            // Whoever read has read enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            written => written?,
        }
        thread::sleep(GLANCE);
    }
}
