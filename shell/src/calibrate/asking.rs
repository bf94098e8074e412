//! Asks the judge at the endpoint about many lines, a few at a time.

use core::sync::atomic::{AtomicUsize, Ordering};
use core::time::Duration;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::thread;

use sprag_core::checks::question::Question;
use sprag_core::checks::verdict::Failure;
use sprag_core::judge::answer::Answer;
use sprag_core::judge::endpoint::{self, KeyUse};
use sprag_core::judge::key::Key;
use sprag_core::reports::calibrate::ask::{guard_failures, request};
use sprag_core::reports::calibrate::cache::{Kept, name};
use sprag_core::reports::calibrate::line::Line;
use sprag_core::reports::calibrate::report::Outcome;
use ureq::Proxy;
use ureq::http::Uri;
use ureq::tls::RootCerts;

use super::kept::Answers;
use crate::asking::judge::Judge;
use crate::asking::pipeline::{allowed_endpoint, parts};
use crate::asking::roots;
use crate::session::project::Project;
use crate::session::run_environment::RunEnvironment;
use crate::system::deadline::Deadline;
use crate::system::terminal::Fault;

/// What it takes to ask.
#[derive(Debug)]
pub(super) struct Asking<'a> {
    environment: &'a RunEnvironment,
    endpoint: Uri,
    /// What requests are searched for, also where they do not carry it.
    key: Key,
    use_of_key: KeyUse,
    roots: Option<RootCerts>,
    proxy: Option<Proxy>,
    /// When no more is asked.
    deadline: Deadline,
    jobs: usize,
}

/// A request that has to be sent: the line that it is about, its bytes and their name.
#[derive(Debug)]
struct Open<'a> {
    at: usize,
    questions: Vec<&'a Question>,
    body: Vec<u8>,
    name: String,
}

/// What is still to be asked, for many threads.
#[derive(Debug)]
struct Queue<'a> {
    open: &'a [Open<'a>],
    next: AtomicUsize,
}

impl<'a> Asking<'a> {
    /// Gets ready to ask, if the key may be sent to the endpoint.
    pub(super) fn of(
        environment: &'a RunEnvironment,
        key: Key,
        deadline: Deadline,
        jobs: usize,
    ) -> Result<Self, Fault> {
        let settings = &environment.settings;
        let (endpoint, use_of_key) = allowed_endpoint(settings).map_err(Fault::of)?;
        let roots = roots::of(settings, &Project::find(None));
        let is_suitable = parts(&endpoint).is_some_and(endpoint::is_proxy_allowed);
        let proxy = roots::proxy(settings, is_suitable);
        Ok(Self { environment, endpoint, key, use_of_key, roots, proxy, deadline, jobs })
    }

    /// Returns the outcome of each line.
    pub(super) fn ask_all(&self, lines: &[Line]) -> Result<Vec<Outcome>, Fault> {
        let mut kept = Answers::open(self.environment.state_folder.as_deref())?;
        let (url, settings) = (self.endpoint.to_string(), &self.environment.settings);
        let home = self.environment.home.as_deref();
        let mut outcomes = Vec::new();
        let mut open = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            let body = match request(line, settings, home, &self.key) {
                Ok(body) => body,
                Err(pass) => {
                    outcomes.push(Outcome::Unanswered(pass.to_string()));
                    continue;
                }
            };
            let name = name(&url, &body);
            outcomes.push(match kept.find(&name) {
                Some(kept) => kept.outcome(),
                None => Outcome::Unanswered("it was not asked".into()),
            });
            if matches!(outcomes.last(), Some(Outcome::Unanswered(_))) {
                let questions = line.expected.iter().map(|(question, _)| *question).collect();
                open.push(Open { at, questions, body, name });
            }
        }
        for (at, outcome) in self.send(&open, &mut kept)? {
            if let Some(place) = outcomes.get_mut(at) {
                *place = outcome;
            }
        }
        Ok(outcomes)
    }

    /// Sends the requests. A thread takes the next only when the answer to its last is kept.
    fn send(&self, open: &[Open<'_>], kept: &mut Answers) -> Result<Vec<(usize, Outcome)>, Fault> {
        let queue = Queue { open, next: AtomicUsize::new(0) };
        let collected = Collected { outcomes: Vec::new(), results: Vec::new(), kept, error: None };
        let collected = Mutex::new(collected);
        let work = || {
            while !self.deadline.is_over()
                && let Some(open) = queue.take()
            {
                let answer = self.ask(open);
                let Ok(mut collected) = collected.lock() else { return };
                collected.take(open, answer, &queue);
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(work);
            }
        });
        match collected.into_inner() {
            Ok(Collected { error: None, outcomes, .. }) => Ok(outcomes),
            Ok(Collected { error: Some(error), .. }) => Err(error.into()),
            Err(_) => Err(Fault::of("a thread of sprag failed")),
        }
    }

    fn ask(&self, open: &Open<'_>) -> Result<Kept, Failure> {
        let one = Duration::from_millis(self.environment.settings.timeout_ms);
        let judge = Judge {
            proxy: self.proxy.clone(),
            roots: self.roots.clone(),
            deadline: Deadline::after(one).min(self.deadline),
            endpoint: self.endpoint.clone(),
            key: self.use_of_key.of(self.key.clone()),
        };
        let response = judge.connect().ask(&open.body)?;
        let ids = open.questions.iter().map(|question| question.id);
        let Answer { raw, model, .. } = Answer::parse(&response.body, ids)?;
        Ok(Kept { asked: open.name.clone(), model, answers: raw })
    }
}

/// What has come back.
#[derive(Debug)]
struct Collected<'a> {
    outcomes: Vec<(usize, Outcome)>,
    results: Vec<Result<(), Failure>>,
    kept: &'a mut Answers,
    /// Why an answer could not be kept.
    error: Option<io::Error>,
}

impl Collected<'_> {
    /// Takes the outcome of a request.
    fn take(&mut self, open: &Open<'_>, answer: Result<Kept, Failure>, queue: &Queue<'_>) {
        self.results.push(answer.as_ref().map(|_| ()).map_err(|failure| *failure));
        progress(self.results.len(), queue.open.len());
        if let Ok(answer) = &answer
            && answer.is_whole(open.questions.iter().copied())
            && let Err(error) = self.kept.keep(answer)
        {
            self.error = Some(error);
        }
        if self.error.is_some() || guard_failures(&self.results) {
            queue.close();
        }
        let unanswered = |failure: Failure| Outcome::Unanswered(failure.to_string());
        self.outcomes.push((open.at, answer.map_or_else(unanswered, Kept::outcome)));
    }
}

impl<'a> Queue<'a> {
    fn take(&self) -> Option<&'a Open<'a>> {
        self.open.get(self.next.fetch_add(1, Ordering::SeqCst))
    }

    /// Lets nothing more be taken.
    fn close(&self) {
        self.next.store(self.open.len(), Ordering::SeqCst);
    }
}

/// Says how far it is, where somebody watches.
fn progress(done: usize, all: usize) {
    let mut stderr = io::stderr();
    if stderr.is_terminal() {
        let end = if done == all { "\n" } else { "" };
        // Nobody who does not see it misses anything.
        let _ = write!(stderr, "\rasked {done} of {all}{end}").and_then(|()| stderr.flush());
    }
}
