//! From a payload to the judge's word: reads the transcript and asks what should be asked.

use std::path::PathBuf;

use sprag_core::activity::facts::{Ending, Facts};
use sprag_core::checks::verdict::{Failure, Pass};
use sprag_core::decision::asked::Asked;
use sprag_core::decision::decide::{Judged, wants_second_look};
use sprag_core::decision::plan::{ClosingText, JudgeNeed, Look, Plan, closing_text};
use sprag_core::decision::record::text::guard_text;
use sprag_core::hosts::event::Event;
use sprag_core::hosts::handoff::Handoffs;
use sprag_core::hosts::host::Host;
use sprag_core::hosts::language::Language;
use sprag_core::hosts::transcript::{Scan, Wanted};
use sprag_core::judge::answer::Answer;
use sprag_core::judge::call::Call;
use sprag_core::judge::endpoint::{self, KeyUse, Parts};
use sprag_core::judge::evidence::Evidence;
use sprag_core::judge::key::Key;
use sprag_core::judge::local::built_in;
use sprag_core::limits::SEARCH_TIME_PARTS;
use sprag_core::security::redact::Masks;
use sprag_core::settings::Settings;
use sprag_core::settings::deny::guard_folder;
use sprag_core::text::path::expand_home;
use ureq::http::Uri;

use crate::asking::judge::{Connection, Judge, Response};
use crate::asking::roots;
use crate::session::project::Project;
use crate::session::run_environment::RunEnvironment;
use crate::session::state::Memory;
use crate::session::{declared, search, subagents, transcript};
use crate::system::deadline::Deadline;

/// One stop that is being looked at.
#[derive(Debug)]
pub(crate) struct Pipeline<'a> {
    pub(crate) event: &'a Event,
    pub(crate) project: &'a Project,
    pub(crate) environment: &'a RunEnvironment,
    /// By when the judge has to have answered.
    pub(crate) deadline: Deadline,
}

/// Its outcome.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) plan: Plan,
    pub(crate) judged: Judged,
    pub(crate) call: Option<Call>,
    /// What the record keeps of the closing text.
    pub(crate) text: Option<String>,
}

/// A turn that was read.
#[derive(Debug)]
struct Read {
    facts: Facts,
    /// The closing text.
    text: String,
    begun: Option<Begun>,
}

/// A question that is certain to be asked.
#[derive(Debug)]
enum Begun {
    /// Of the endpoint, through this connection.
    Endpoint { evidence: Box<Evidence>, key: Key, connection: Connection },
    /// Of the built-in judge.
    BuiltIn,
}

impl Pipeline<'_> {
    pub(crate) fn run(self) -> Outcome {
        let settings = &self.environment.settings;
        let mut plan = Plan::open(
            self.event,
            settings,
            denied(self.project, self.environment),
            self.language(),
        );
        let mut kept = None;
        match self.ask(&mut plan, &mut kept) {
            Ok((judged, call)) => Outcome { plan, judged, call: Some(call), text: kept },
            Err(pass) => {
                plan.give_up(pass);
                Outcome { plan, judged: Judged::NotAsked, call: None, text: kept }
            }
        }
    }

    fn ask(&self, plan: &mut Plan, kept: &mut Option<String>) -> Result<(Judged, Call), Pass> {
        plan.check()?;
        let settings = &self.environment.settings;
        let project = self.project;
        let names: Vec<&str> =
            settings.redact_words.iter().chain(&project.names).map(String::as_str).collect();
        let home = self.environment.home.as_deref();
        let masks = Masks { home, names: &names, lines: settings.redact_lines };
        let Read { facts, text, begun } = self.read_turn(plan, kept, &masks)?;
        let handoffs = self.handoffs(plan);
        let open = handoffs.as_ref().and_then(Handoffs::open);
        plan.learn(&facts, open);
        let begun = match begun {
            Some(begun) => begun,
            None => self.begin(plan, &text, &masks)?,
        };
        let (evidence, key, connection) = match begun {
            Begun::Endpoint { evidence, key, connection } => (evidence, key, connection),
            Begun::BuiltIn => return self.ask_built_in(plan, &text, open),
        };
        let evidence = evidence
            .with_transcript(facts.tools.as_ref(), open, &masks)
            .with_work(plan.verification())
            .with_task(settings.send_task, facts.typed.as_deref(), &masks);
        let body = plan.request(&settings.model, &evidence, &key)?;
        let mut call = Call::to(&settings.model);
        let response = connection.ask(&body);
        let judged = judged(plan, response, &mut call);
        self.look_again(plan, &judged, open);
        Ok((judged, call))
    }

    /// Asks the built-in judge: nobody is contacted.
    fn ask_built_in(
        &self,
        plan: &mut Plan,
        text: &str,
        open: Option<&[String]>,
    ) -> Result<(Judged, Call), Pass> {
        let settings = &self.environment.settings;
        let (answers, call) =
            settings.judge.answer_from_built_in(built_in(), plan, text, settings)?;
        let judged = Judged::Answered(answers);
        self.look_again(plan, &judged, open);
        Ok((judged, call))
    }

    /// Reads the turn once more where that may change the verdict.
    fn look_again(&self, plan: &mut Plan, judged: &Judged, open: Option<&[String]>) {
        if wants_second_look(plan, judged) {
            transcript::wait_for_more(&self.transcript(), self.deadline);
            let facts = self.facts(plan, |_, _| {});
            plan.learn(&facts, open);
        }
    }

    /// Reads the turn, a second time where its end may not have been written yet. As soon as the
    /// end is known and a question is certain the connection is opened, and it opens while the rest
    /// is read.
    fn read_turn(
        &self,
        plan: &mut Plan,
        kept: &mut Option<String>,
        masks: &Masks<'_>,
    ) -> Result<Read, Pass> {
        for look in [Look::First, Look::Last] {
            let mut closed = None;
            let facts = self.facts(plan, |plan, ending| {
                closed = match closing_text(&self.event.closing, ending, look) {
                    ClosingText::Ready(text) => {
                        let keys = || self.environment.keys_to_hold();
                        *kept = guard_text(&self.environment.settings, &text, masks, keys);
                        Some(self.close(plan, text, masks))
                    }
                    ClosingText::None(pass) => Some(Err(pass)),
                    ClosingText::LookAgain => None,
                };
            });
            match closed {
                // The plan takes these in once the handoffs have been looked for.
                Some(Ok((text, begun))) => return Ok(Read { facts, text, begun }),
                Some(Err(pass)) => {
                    plan.learn(&facts, None);
                    return Err(pass);
                }
                None => {
                    plan.learn(&facts, None);
                    transcript::wait_for_more(&self.transcript(), self.deadline);
                }
            }
        }
        Err(Pass::TextUnknown)
    }

    /// Takes in the closing text, and begins where a question is certain already.
    fn close(
        &self,
        plan: &mut Plan,
        text: String,
        masks: &Masks<'_>,
    ) -> Result<(String, Option<Begun>), Pass> {
        plan.close(&text);
        match plan.judge_need() {
            JudgeNeed::Asks => self.begin(plan, &text, masks).map(|begun| (text, Some(begun))),
            JudgeNeed::Open => Ok((text, None)),
            JudgeNeed::AsksNoJudge => Err(Pass::NothingToAsk),
        }
    }

    fn begin(&self, plan: &Plan, text: &str, masks: &Masks<'_>) -> Result<Begun, Pass> {
        let evidence = plan.evidence(text, &self.event.background, masks)?;
        let settings = &self.environment.settings;
        let keys = self.environment.keys();
        let key = Key::choose(keys.iter().map(String::as_str));
        let key = match settings.judge.guard_endpoint(plan, key)? {
            Asked::Endpoint(key) => key,
            Asked::BuiltIn => return Ok(Begun::BuiltIn),
        };
        let judge = self.judge(key.clone())?;
        // What the payload alone would send must already be free of credentials: nobody is
        // contacted who will not be asked.
        plan.request(&settings.model, &evidence, &key)?;
        Ok(Begun::Endpoint { evidence: Box::new(evidence), key, connection: judge.connect() })
    }

    /// Returns the judge, if it may be asked.
    fn judge(&self, key: Key) -> Result<Judge, Pass> {
        let settings = &self.environment.settings;
        let (endpoint, use_of_key) = allowed_endpoint(settings)?;
        let is_suitable = parts(&endpoint).is_some_and(endpoint::is_proxy_allowed);
        Ok(Judge {
            proxy: roots::proxy(settings, is_suitable),
            roots: roots::of(settings, self.project),
            deadline: self.deadline,
            endpoint,
            key: use_of_key.of(key),
        })
    }

    /// Reads the turn, with what it did where a check needs to know that.
    fn facts(&self, plan: &mut Plan, on_ending: impl FnOnce(&mut Plan, &Ending)) -> Facts {
        let wanted = || Wanted::Last(self.event.prompt.clone());
        let scan = || Scan::begin_on(self.event.host, wanted());
        let Some(own) = plan.guard_work(|| self.environment.own_check()) else {
            return self.read(scan, |ending| on_ending(plan, ending));
        };
        let with_work = || scan().with_work(own.clone());
        let mut facts = self.read(with_work, |ending| on_ending(plan, ending));
        subagents::merge(&mut facts, &self.transcript(), own.as_ref(), self.deadline);
        if facts.wants_declared_checks() {
            declared::add(&mut facts.known_checks, self.event.cwd.as_deref());
        }
        facts
    }

    /// Reads the transcript with what `scan` begins.
    fn read(&self, scan: impl Fn() -> Scan, on_ending: impl FnOnce(&Ending)) -> Facts {
        let path = self.transcript();
        match self.event.host {
            Host::Claude | Host::Codex => {
                transcript::facts(&path, scan(), self.deadline, on_ending)
            }
            // No transcript of its tells how a turn ends, and it may still be writing this one.
            Host::Grok => {
                on_ending(&Ending::Open);
                transcript::complete_facts(&path, &self.event.closing, scan, self.deadline)
            }
        }
    }

    /// Searches the transcript for sessions that owe an answer, if a check needs to know.
    fn handoffs(&self, plan: &Plan) -> Option<Handoffs> {
        if !plan.needs_handoffs() {
            return None;
        }
        let without = Handoffs::without_any_on(self.event.host);
        let folder = self.environment.state_folder.as_deref();
        let memory = folder.map(|folder| Memory::of(folder, self.event));
        let by = self.deadline.one_in(SEARCH_TIME_PARTS);
        let search = || search::handoffs(&self.transcript(), memory.as_ref(), by).ok();
        without.or_else(search)
    }

    /// Returns the language that is set, if a check needs to know.
    fn language(&self) -> Option<Language> {
        let is_needed = self.environment.settings.needs_language();
        let cwd = self.event.cwd.as_deref().filter(|_| is_needed)?;
        let settings = self.environment.host_settings(self.event.host, cwd);
        Language::first_of(settings.iter().map(String::as_str))
    }

    /// Returns where the transcript is said to be; an empty path does not count.
    fn transcript(&self) -> PathBuf {
        let path = self.event.transcript.as_deref().unwrap_or_default();
        PathBuf::from(expand_home(path, self.environment.home.as_deref()))
    }
}

/// Returns why an event passes on whose project the user wants nothing done. An agent can leave a
/// folder, but not the project.
pub(crate) fn denied(project: &Project, environment: &RunEnvironment) -> Option<Pass> {
    let folders: Vec<&str> = project.known.folders.iter().map(String::as_str).collect();
    let files = environment.deny_files();
    let files: Vec<Option<&str>> = files.iter().map(Option::as_deref).collect();
    guard_folder(&files, &folders)
}

/// Returns the judge's address, if it may be asked, and whether it receives the key.
pub(crate) fn allowed_endpoint(settings: &Settings) -> Result<(Uri, KeyUse), Pass> {
    let (url, source) = settings.named_endpoint();
    let endpoint: Uri = url.parse().unwrap_or_default();
    let key = endpoint::refuse_endpoint(parts(&endpoint), source, &settings.hosts)?;
    Ok((endpoint, key))
}

/// Returns the parts of a URL as the HTTP client reads it.
pub(crate) fn parts(endpoint: &Uri) -> Option<Parts<'_>> {
    Some(Parts {
        scheme: endpoint.scheme_str()?,
        authority: endpoint.authority()?.as_str(),
        host: endpoint.host()?,
    })
}

/// Returns what the judge said, and notes on `call` what is known about its answer.
fn judged(plan: &Plan, response: Result<Response, Failure>, call: &mut Call) -> Judged {
    let asked = plan.questions();
    let answer = response.and_then(|response| {
        call.request_id = response.request_id;
        call.latency_ms = response.latency_ms;
        Answer::parse(&response.body, asked.iter().map(|question| question.id))
    });
    match answer {
        Ok(answer) => {
            call.model = answer.model;
            call.input_tokens = answer.input_tokens;
            Judged::Answered(answer.raw)
        }
        Err(failure) => Judged::Failed(failure),
    }
}
