//! A file against the last good state.

mod absences;
mod differences;
mod holds;
mod identity;
mod merging;
mod properties;
mod same_content;

use std::fmt::Write as _;

use dealeragent_feeds::{
    FileFault, Import, Profile, import,
    judge::{Candidate, FeedState, FileFacts, HoldReason, JudgeRules, Judgement, Proposal, TimeBasis, Unit, judge},
};
use dealeragent_protocol::values::Timestamp;

use crate::support::{SMALL, settings, time};

/// A row of a made-up lot.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Car {
    pub(crate) rooftop: &'static str,
    pub(crate) number: u32,
    pub(crate) price: &'static str,
    pub(crate) miles: u32,
    pub(crate) stock: Option<&'static str>,
    pub(crate) year: &'static str,
}

pub(crate) fn car(number: u32) -> Car {
    Car { rooftop: "north", number, price: "18995", miles: 10_000, stock: None, year: "2024" }
}

pub(crate) fn cars(numbers: impl IntoIterator<Item = u32>) -> Vec<Car> {
    numbers.into_iter().map(car).collect()
}

pub(crate) fn vin(number: u32) -> String {
    format!("9ZZDAPT10RA{number:06}")
}

const HEADER: &str = "VIN,Stock,Year,Make,Model,Type,Price,Odometer,VDP,Lot\n";

pub(crate) fn row(car: &Car) -> String {
    let Car { rooftop, number, price, miles, stock, year } = car;
    let stock = stock.map_or_else(|| format!("S{number}"), str::to_owned);
    format!(
        "{},{stock},{year},Testla,Modelo,Used,{price},{miles},https://cars.example.com/v/{number},{rooftop}\n",
        vin(*number)
    )
}

pub(crate) fn file(cars: &[Car]) -> String {
    let mut text = HEADER.to_owned();
    cars.iter().for_each(|car| text.write_str(&row(car)).unwrap());
    text
}

pub(crate) fn profile() -> Profile {
    let rooftops = "\nrooftop = [\"Lot\"]\nlisting_url";
    let rule = "[rooftops]\nmap = { north = \"north\", south = \"south\" }\n";
    Profile::parse(&format!("{}{rule}", SMALL.replacen("\nlisting_url", rooftops, 1))).unwrap()
}

/// Times of files, an hour apart.
pub(crate) fn at(hour: i64) -> Timestamp {
    time("2026-11-01T00:00:00Z").plus_seconds(hour * 3600)
}

pub(crate) fn read(text: &str, at: Timestamp) -> Result<Import, FileFault> {
    let settings = dealeragent_feeds::SourceSettings {
        observed_at: at,
        odometer_unit: Some(dealeragent_protocol::values::DistanceUnit::Miles),
        ..settings()
    };
    import(text.as_bytes(), &profile(), &settings)
}

pub(crate) fn candidate(at: Timestamp) -> Candidate {
    Candidate {
        organization_id: settings().organization_id,
        source: "nightly".to_owned(),
        file: FileFacts { digest: None, reading: "r1".to_owned(), source_time: at, basis: TimeBasis::Stated },
    }
}

pub(crate) fn judged_by(rules: &JudgeRules, last: Option<&FeedState>, text: &str, hour: i64) -> Judgement {
    judge(last, candidate(at(hour)), read(text, at(hour)), rules)
}

pub(crate) fn judged(last: Option<&FeedState>, text: &str, hour: i64) -> Judgement {
    judged_by(&JudgeRules::default(), last, text, hour)
}

pub(crate) fn applied(judgement: Judgement) -> Proposal {
    match judgement {
        Judgement::Applied(proposal) => *proposal,
        other => panic!("not applied: {other:?}"),
    }
}

pub(crate) fn held(judgement: Judgement) -> (Vec<HoldReason>, Proposal) {
    match judgement {
        Judgement::Held { reasons, proposal } => (reasons, *proposal),
        other => panic!("not held: {other:?}"),
    }
}

/// The state after a first file.
pub(crate) fn after(cars: &[Car]) -> FeedState {
    applied(judged(None, &file(cars), 0)).next
}

pub(crate) fn next(last: &FeedState, text: &str, hour: i64) -> Proposal {
    applied(judged(Some(last), text, hour))
}

pub(crate) fn unit(state: &FeedState, number: u32) -> Option<&Unit> {
    state.units.iter().find(|unit| unit.listing.vin.as_str() == vin(number))
}
