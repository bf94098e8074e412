//! What a token costs, as the user says.

use alloc::{format, string::String};

use serde::{Serialize, Serializer};

/// A price in USD for a million input tokens, to six decimals.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Price {
    /// In millionths of a USD.
    micros: u64,
}

/// The most that a price may be, in USD: what is dearer is a slip.
const USD_MAX: u64 = 100_000;

/// Decimals that are read.
const DECIMALS: usize = 6;

impl Price {
    /// Returns the price that `text` writes as a decimal number.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        let has_digits = !whole.is_empty() && is_number(whole) && is_number(fraction);
        if !has_digits || fraction.len() > DECIMALS {
            return None;
        }
        let whole: u64 = whole.parse().ok().filter(|whole| *whole <= USD_MAX)?;
        let fraction: u64 = format!("{fraction:0<DECIMALS$}").parse().ok()?;
        Some(Self { micros: whole.saturating_mul(1_000_000).saturating_add(fraction) })
    }

    /// Returns the amount in USD, as a user would write it.
    #[must_use]
    pub fn text(self) -> String {
        let (whole, fraction) = split(self.micros.into());
        let text = format!("{whole}.{fraction:06}");
        text.trim_end_matches('0').trim_end_matches('.').into()
    }

    /// Returns what so many tokens cost.
    #[must_use]
    pub fn of(self, tokens: u64) -> Cost {
        Cost { picos: u128::from(tokens).saturating_mul(u128::from(self.micros)) }
    }
}

/// An amount of money.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Cost {
    /// In millionths of a millionth of a USD.
    picos: u128,
}

impl Cost {
    /// Returns an amount in USD as somebody reported it, to six decimals; what is none, or more
    /// than any price may be, is not known.
    pub(crate) fn reported(usd: f64) -> Option<Self> {
        Price::parse(&format!("{usd:.6}")).map(|price| price.of(1_000_000))
    }

    /// Returns the two of them together.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { picos: self.picos.saturating_add(other.picos) }
    }

    /// Returns the amount in USD, to six decimals.
    #[must_use]
    pub fn text(self) -> String {
        let micros = self.picos.saturating_add(500_000).saturating_div(1_000_000);
        let (whole, fraction) = split(micros);
        format!("{whole}.{fraction:06}")
    }
}

/// Returns the whole USD of an amount in millionths, and what is left.
fn split(micros: u128) -> (u128, u128) {
    (micros.saturating_div(1_000_000), micros.wrapping_rem(1_000_000))
}

impl Serialize for Cost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A decimal number reads as one.
        serializer.serialize_f64(self.text().parse().unwrap_or_default())
    }
}
