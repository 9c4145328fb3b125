//! Which of several words is repeated.

use dealeragent_protocol::{facts::BandLimits, values::Timestamp};

use super::Statement;

/// The one to repeat, of the sources' words in the order of their rank and the
/// listing's own, which ranks last. `None` only when no source has a word that
/// holds: then the listing speaks for itself.
pub(super) fn weigh(
    sources: impl IntoIterator<Item = Statement>,
    listing: &Statement,
    limits: BandLimits,
    now: Timestamp,
) -> Option<Statement> {
    let holds = |word: &Statement| word.holds(listing.status, limits, now);
    let mut chosen: Option<Statement> = None;
    for word in sources.into_iter().filter(holds) {
        chosen = Some(match chosen {
            Some(above) if !replaces(&word, &above) => above,
            _ => word,
        });
    }
    // A later export may take a unit off the market, never put it back.
    chosen.map(|above| if replaces(listing, &above) { listing.clone() } else { above })
}

/// Whether a word takes the place of one that ranks above it.
fn replaces(word: &Statement, above: &Statement) -> bool {
    word.observed_at >= above.observed_at && (word.lowers(above.status) || word.confirms(above))
}

#[cfg(test)]
mod tests {
    use dealeragent_protocol::{
        facts::{AvailabilityAuthority, AvailabilityStatus},
        values::Text,
    };
    use proptest::prelude::*;

    use super::*;

    const NOW: i64 = 1_000_000;

    fn word(status: AvailabilityStatus, authority: AvailabilityAuthority, age: i64) -> Statement {
        let observed_at = Timestamp::from_second(NOW - age);
        let source_name = Some(Text::bounded("system"));
        Statement { status, authority, observed_at, reason: None, source_name }
    }

    fn any_word() -> impl Strategy<Value = Statement> {
        let status = prop::sample::select(AvailabilityStatus::ALL);
        let authority = prop::sample::select(AvailabilityAuthority::ALL);
        let ages = prop_oneof![0_i64..130, 100_i64..1000, 0_i64..100_000];
        (status, authority, ages).prop_map(|(status, authority, age)| word(status, authority, age))
    }

    proptest! {
        /// Whatever is chosen promises no more than the first source whose word
        /// holds; and nothing that is past its band promises more than the listing.
        #[test]
        fn nothing_is_raised(words in prop::collection::vec(any_word(), 0..5), listing in any_word()) {
            let listing = Statement { source_name: None, ..listing };
            let (now, limits) = (Timestamp::from_second(NOW), BandLimits::default());
            let chosen = weigh(words.clone(), &listing, limits, now);
            let first = words.iter().find(|word| word.holds(listing.status, limits, now));
            prop_assert_eq!(chosen.is_some(), first.is_some());
            if let (Some(chosen), Some(first)) = (chosen, first) {
                prop_assert!(!first.lowers(chosen.status), "{:?} after {:?}", chosen, first);
                prop_assert!(chosen.is_fresh(limits, now) || !listing.lowers(chosen.status));
                prop_assert!(chosen.observed_at >= first.observed_at);
            }
        }
    }

    #[test]
    fn a_later_word_confirms_or_lowers_and_never_raises() {
        use AvailabilityAuthority::{Asserted, Authoritative};
        use AvailabilityStatus::{Available, OnHold, Sold};
        let (now, limits) = (Timestamp::from_second(NOW), BandLimits::default());
        let listing = Statement { source_name: None, ..word(Available, Asserted, 3600) };
        let chosen = |words: &[Statement]| weigh(words.to_vec(), &listing, limits, now);
        let (pushed, asked) = (word(Available, Authoritative, 600), word(Available, Authoritative, 1));
        assert_eq!(chosen(&[pushed.clone(), asked.clone()]), Some(asked));
        let sold = word(Sold, Authoritative, 1);
        assert_eq!(chosen(&[pushed.clone(), sold.clone()]), Some(sold));
        let pushed_sold = word(Sold, Authoritative, 600);
        assert_eq!(chosen(&[pushed_sold.clone(), word(Available, Authoritative, 1)]), Some(pushed_sold));
        // Three days old, and nobody took it back.
        let hold = word(OnHold, Authoritative, 3 * 86_400);
        assert_eq!(chosen(std::slice::from_ref(&hold)), Some(hold));
        assert_eq!(chosen(&[word(Available, Authoritative, 3 * 86_400)]), None);
        // Two months later the unit is another offer.
        assert_eq!(chosen(&[word(Sold, Authoritative, 60 * 86_400)]), None);
    }

    #[test]
    fn a_later_export_takes_off_the_market_and_never_puts_back() {
        use AvailabilityAuthority::{Asserted, Authoritative};
        use AvailabilityStatus::{Available, Sold};
        let (now, limits) = (Timestamp::from_second(NOW), BandLimits::default());
        let export = |status| Statement { source_name: None, ..word(status, Asserted, 10) };
        let pushed = word(Available, Authoritative, 300);
        assert_eq!(weigh([pushed.clone()], &export(Sold), limits, now), Some(export(Sold)));
        let sold = word(Sold, Authoritative, 300);
        assert_eq!(weigh([sold.clone()], &export(Available), limits, now), Some(sold));
        // The export says the same, less firmly: the system's word stays.
        assert_eq!(weigh([pushed.clone()], &export(Available), limits, now), Some(pushed));
    }
}
