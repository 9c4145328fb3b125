//! Random files, one after the other, against a model that is too simple to be
//! wrong: what each file had, and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use dealeragent_feeds::judge::{FeedState, Judgement};
use proptest::{collection::vec, prelude::*};

use super::{Car, at, car, file, judged, vin};

/// One file: which cars it has, in how many of them the row is broken, and how
/// the price stands.
#[derive(Debug, Clone)]
struct Night {
    numbers: BTreeSet<u32>,
    broken: BTreeSet<u32>,
    price: &'static str,
    /// Whether a person releases it if it is held.
    accepted: bool,
}

fn night() -> impl Strategy<Value = Night> {
    let numbers = vec(0..14_u32, 0..24).prop_map(BTreeSet::from_iter);
    let broken = vec(0..14_u32, 0..3).prop_map(BTreeSet::from_iter);
    let price = prop::sample::select(&["18995", "18500", "900"][..]);
    (numbers, broken, price, prop::bool::weighted(0.3)).prop_map(|(numbers, broken, price, accepted)| Night {
        numbers,
        broken,
        price,
        accepted,
    })
}

fn text(night: &Night) -> String {
    let cars: Vec<Car> = night
        .numbers
        .iter()
        .map(|number| {
            let year = if night.broken.contains(number) { "soon" } else { "2024" };
            Car { price: night.price, year, ..car(*number) }
        })
        .collect();
    file(&cars)
}

/// The model of one unit: in how many files in a row it was not, and when it was first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Model {
    first: i64,
    absent: u32,
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn states_follow_the_model(nights in vec(night(), 1..9)) {
        let mut state: Option<FeedState> = None;
        let mut model: BTreeMap<u32, Model> = BTreeMap::new();
        let mut first_seen: BTreeMap<u32, i64> = BTreeMap::new();
        for (hour, night) in nights.iter().enumerate() {
            let hour = i64::try_from(hour).unwrap();
            let text = text(night);
            let judgement = judged(state.as_ref(), &text, hour);
            let (proposal, is_held) = match judgement {
                Judgement::Applied(proposal) => (*proposal, false),
                Judgement::Held { proposal, reasons } => {
                    prop_assert!(!reasons.is_empty());
                    (*proposal, true)
                }
                Judgement::Unchanged => return Err(TestCaseError::fail("the time is later")),
                Judgement::Refused(_) => {
                    // An empty file where there is nothing to lose.
                    prop_assert!(night.numbers.is_empty() && state.as_ref().is_none_or(|state| state.units.is_empty()));
                    continue;
                }
            };
            let good: BTreeSet<u32> = night.numbers.difference(&night.broken).copied().collect();
            let withheld: BTreeSet<u32> = night.numbers.intersection(&night.broken).copied().collect();
            let lost = model.iter().filter(|(number, unit)| {
                unit.absent == 0 && !night.numbers.contains(number)
            }).count();
            let had = model.values().filter(|unit| unit.absent == 0).count();
            if lost * 100 > had * 30 && lost >= 5 {
                prop_assert!(is_held, "{lost} of {had} are gone");
            }
            if is_held && !night.accepted {
                continue;
            }
            if night.numbers.is_empty() {
                model.clear();
            } else {
                for number in &good {
                    let first = *first_seen.entry(*number).or_insert(hour);
                    model.insert(*number, Model { first, absent: 0 });
                }
                for (number, unit) in &mut model {
                    if withheld.contains(number) {
                        unit.absent = 0;
                    } else if !good.contains(number) {
                        unit.absent += 1;
                    }
                }
                model.retain(|_, unit| unit.absent <= 1);
            }
            let next = proposal.next;
            let found: BTreeMap<u32, Model> = next.units.iter().map(|unit| {
                let number = unit.listing.vin.as_str()[11..].parse().unwrap();
                let first = unit.first_seen.seconds_since(at(0)) / 3600;
                (number, Model { first, absent: unit.missing.map_or(0, |missing| missing.files) })
            }).collect();
            prop_assert_eq!(&found, &model, "after {}", text);
            prop_assert_eq!(next.units.len(), found.len(), "no unit twice");
            let totals = proposal.diff.totals;
            prop_assert_eq!(totals.after, next.units.len() as u64);
            prop_assert_eq!(totals.after, totals.before - totals.removed + totals.created);
            for unit in &next.units {
                let id = dealeragent_inventory::vehicle_id(
                    &unit.listing.organization_id, &unit.listing.rooftop_id, &unit.listing.vin,
                ).unwrap();
                prop_assert_eq!(&unit.listing.vehicle_id, &id, "{} keeps its id", vin(0));
            }
            // The same file once more is nothing, whatever it was.
            if !night.numbers.is_empty() {
                prop_assert!(matches!(judged(Some(&next), &text, hour), Judgement::Unchanged));
            }
            state = Some(next);
        }
    }
}
