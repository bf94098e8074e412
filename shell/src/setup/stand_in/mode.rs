//! The ways to misbehave: what is answered, and how it is delivered.

use core::str::FromStr;
use core::time::Duration;

use super::refusal::Refusal;

/// The longest `slow` or `drip` step: a typing error must not leave a thread asleep for days.
const MILLISECONDS_MAX: u64 = 60_000;

/// One behaviour of the stand-in; the default is to answer properly.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mode {
    pub(super) content: Content,
    pub(super) delivery: Delivery,
}

/// What is answered.
#[derive(Clone, Copy, Debug)]
pub(super) enum Content {
    /// Scores, with a flaw or without.
    Answer(Flaw),
    /// This error, whatever was asked.
    Refusal(Refusal),
    /// Another place to ask, on this port or on the stand-in's own.
    Redirect(Option<u16>),
}

impl Default for Content {
    fn default() -> Self {
        Self::Answer(Flaw::None)
    }
}

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Flaw {
    /// Nothing.
    None,
    /// This text stands where each score belongs.
    Score(&'static str),
    /// The first question has no answer.
    Missing,
    /// The second half is cut off.
    Cut,
    /// The answer sits inside another object.
    Envelope,
    /// Blanks beyond any reasonable size come first, so that a reader has to take all or nothing.
    Huge,
}

/// How the response reaches the client.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Delivery {
    /// Without delay.
    #[default]
    AtOnce,
    /// After this time.
    After(Duration),
    /// One byte each time.
    Drip(Duration),
    /// Never: the connection stays open.
    Hang,
    /// Never: the connection is closed once the request was read.
    Close,
    /// Never: the connection is closed at once.
    CloseEarly,
}

impl FromStr for Mode {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        if let Some((name, number)) = word.split_once(':') {
            return match name {
                "slow" => Ok(Delivery::After(milliseconds(number)?).into()),
                "drip" => Ok(Delivery::Drip(milliseconds(number)?).into()),
                "redirect" => {
                    let port = number.parse().map_err(|_| "the redirect needs a port number")?;
                    Ok(Content::Redirect(Some(port)).into())
                }
                _ => Err("there is no such mode; see --help"),
            };
        }
        Ok(match word {
            "answer" => Self::default(),
            "hang" => Delivery::Hang.into(),
            "close" => Delivery::Close.into(),
            "close-early" => Delivery::CloseEarly.into(),
            "401" => Content::Refusal(Refusal::WrongKey).into(),
            "403" => Content::Refusal(Refusal::NoKey).into(),
            "422" => Content::Refusal(Refusal::Unprocessable).into(),
            "429" => Content::Refusal(Refusal::TooMany).into(),
            "500" => Content::Refusal(Refusal::Internal).into(),
            "529" => Content::Refusal(Refusal::Overloaded).into(),
            "bad-json" => Content::Answer(Flaw::Cut).into(),
            "bad-score" => Content::Answer(Flaw::Score("2")).into(),
            "nan" => Content::Answer(Flaw::Score("NaN")).into(),
            "string-score" => Content::Answer(Flaw::Score("\"0.9\"")).into(),
            "missing" => Content::Answer(Flaw::Missing).into(),
            "envelope" => Content::Answer(Flaw::Envelope).into(),
            "huge" => Content::Answer(Flaw::Huge).into(),
            "redirect" => Content::Redirect(None).into(),
            _ => return Err("there is no such mode; see --help"),
        })
    }
}

impl From<Content> for Mode {
    fn from(content: Content) -> Self {
        Self { content, delivery: Delivery::default() }
    }
}

impl From<Delivery> for Mode {
    fn from(delivery: Delivery) -> Self {
        Self { content: Content::default(), delivery }
    }
}

fn milliseconds(number: &str) -> Result<Duration, &'static str> {
    match number.parse() {
        Ok(number) if number <= MILLISECONDS_MAX => Ok(Duration::from_millis(number)),
        Ok(_) | Err(_) => Err("the mode needs milliseconds, at most 60000"),
    }
}
