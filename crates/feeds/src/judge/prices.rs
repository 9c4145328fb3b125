//! How prices moved from one file to the next.

use std::fmt;

use dealeragent_inventory::Listing;
use dealeragent_protocol::facts::AdvertisedPrice;
use serde::{Deserialize, Serialize};

use super::{Share, diff::UnitName};

/// One price that moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceMove {
    /// The unit.
    pub unit: UnitName,
    /// The price before; `None` where there was none.
    pub before: Option<String>,
    /// The price now; `None` where there is none any more.
    pub after: Option<String>,
    /// By how much of itself, in thousandths; `None` where a price came, went
    /// or changed its currency.
    pub permille: Option<i64>,
}

/// All prices that moved.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceMoves {
    /// Units that had a price before and are in this file.
    pub compared: u64,
    /// Prices that are another now.
    pub moved: u64,
    /// Of these, prices that are gone.
    pub lost: u64,
    /// Of these, prices that moved beyond the bound, are gone, or are in
    /// another currency.
    pub beyond: u64,
    /// The largest move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub largest: Option<PriceMove>,
    /// The middle one of all moves, in thousandths of the price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub median_permille: Option<i64>,
}

/// Counts moves while units go by.
#[derive(Debug)]
pub(super) struct Tally {
    bound: Share,
    moves: PriceMoves,
    permilles: Vec<i64>,
}

impl Tally {
    pub(super) fn new(bound: Share) -> Self {
        Self { bound, moves: PriceMoves::default(), permilles: Vec::new() }
    }

    /// Takes a unit as it was and as it is.
    pub(super) fn take(&mut self, old: &Listing, new: &Listing) {
        let Some(before) = &old.price else { return };
        self.moves.compared += 1;
        if new.price.as_ref().is_some_and(|after| after.amount == before.amount) {
            return;
        }
        self.moves.moved += 1;
        self.moves.lost += u64::from(new.price.is_none());
        let permille = new.price.as_ref().and_then(|after| permille(before, after));
        let is_beyond = permille.is_none_or(|permille| permille.unsigned_abs() > u64::from(self.bound.get()) * 10);
        self.moves.beyond += u64::from(is_beyond);
        self.permilles.extend(permille);
        let largest = self.moves.largest.as_ref().map(|largest| largest.permille.map(i64::unsigned_abs));
        if largest.is_none_or(|largest| permille.map(i64::unsigned_abs) > largest) {
            let said = |price: &Option<AdvertisedPrice>| price.as_ref().map(|price| price.amount.to_string());
            let unit = UnitName::of(new);
            self.moves.largest = Some(PriceMove { unit, before: said(&old.price), after: said(&new.price), permille });
        }
    }

    pub(super) fn close(mut self) -> PriceMoves {
        let middle = self.permilles.len() / 2;
        if middle < self.permilles.len() {
            let (_, median, _) = self.permilles.select_nth_unstable(middle);
            self.moves.median_permille = Some(*median);
        }
        self.moves
    }
}

/// The move in thousandths of the price before; `None` between currencies and
/// from nothing.
fn permille(before: &AdvertisedPrice, after: &AdvertisedPrice) -> Option<i64> {
    let (before, after) = (before.amount.money(), after.amount.money());
    if before.currency != after.currency || before.amount_minor == 0 {
        return None;
    }
    let moved = i128::from(after.amount_minor) - i128::from(before.amount_minor);
    i64::try_from(moved * 1000 / i128::from(before.amount_minor)).ok()
}

/// `-12.5 %`.
fn percent(permille: i64) -> String {
    let sign = if permille < 0 { "-" } else { "+" };
    format!("{sign}{}.{} %", permille.unsigned_abs() / 10, permille.unsigned_abs() % 10)
}

impl fmt::Display for PriceMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = |price: &Option<String>| price.clone().unwrap_or_else(|| "no price".to_owned());
        write!(f, "{}: {} -> {}", self.unit, said(&self.before), said(&self.after))?;
        self.permille.map_or(Ok(()), |permille| write!(f, " ({})", percent(permille)))
    }
}

impl fmt::Display for PriceMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} prices moved", self.moved, self.compared)?;
        if self.lost > 0 {
            write!(f, ", {} are gone", self.lost)?;
        }
        if let Some(median) = self.median_permille {
            write!(f, ", the middle move is {}", percent(median))?;
        }
        self.largest.as_ref().map_or(Ok(()), |largest| write!(f, "; the largest: {largest}"))
    }
}
