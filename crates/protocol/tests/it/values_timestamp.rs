//! Moments: RFC 3339 with an offset, and nothing else.

use dealeragent_protocol::values::Timestamp;
use proptest::prelude::*;

#[test]
fn only_rfc_3339_with_an_offset_is_read() {
    for good in [
        "2026-09-01T14:00:00Z",
        "2026-09-01t14:00:00z",
        "2026-09-01T14:00:00.123456789Z",
        "2026-09-01T14:00:00+23:59",
        "2026-09-01T14:00:00-00:00",
        "2024-02-29T00:00:00Z",
        "0001-01-01T00:00:00Z",
    ] {
        assert!(Timestamp::parse(good).is_ok(), "{good}");
    }
    for bad in [
        "2026-09-01T14:00:00",
        "2026-09-01T14:00:00 Z",
        "2026-09-01 14:00:00Z",
        " 2026-09-01T14:00:00Z",
        "2026-09-01T14:00:00Z ",
        "2026-09-01T14:00:00.Z",
        "2026-09-01T14:00:00,5Z",
        "2026-09-01T14:00:00.1234567890Z",
        "2026-09-01T14:00:00+0200",
        "2026-09-01T14:00:00+02",
        "2026-09-01T14:00:00+02:60",
        "2026-09-01T14:00:00+24:00",
        "2026-09-01T24:00:00Z",
        "2026-09-01T14:60:00Z",
        "2026-13-01T14:00:00Z",
        "2025-02-29T00:00:00Z",
        "2026-9-01T14:00:00Z",
        "+002026-09-01T14:00:00Z",
        "20260901T140000Z",
        "2026-09-01T14:00:00Z[Europe/Paris]",
        "1756735200",
        "٢٠٢٦-09-01T14:00:00Z",
    ] {
        assert!(Timestamp::parse(bad).is_err(), "{bad}");
    }
}

fn moments() -> impl Strategy<Value = Timestamp> {
    (-62_000_000_000_i64..250_000_000_000).prop_map(Timestamp::from_second)
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(at in moments()) {
        prop_assert_eq!(Timestamp::parse(&at.to_string()), Ok(at));
        let json = serde_json::to_value(at).unwrap();
        prop_assert!(json.as_str().unwrap().ends_with('Z'));
        prop_assert_eq!(serde_json::from_value::<Timestamp>(json).unwrap(), at);
    }

    #[test]
    fn an_offset_is_taken_away(at in moments(), hours in -23_i64..=23, minutes in 0_i64..60) {
        let seconds = hours * 3600 + if hours < 0 { -minutes * 60 } else { minutes * 60 };
        let local = at.plus_seconds(seconds).to_string();
        let sign = if hours < 0 { '-' } else { '+' };
        let text = format!("{}{sign}{:02}:{minutes:02}", local.trim_end_matches('Z'), hours.abs());
        prop_assert_eq!(Timestamp::parse(&text), Ok(at), "{}", text);
    }

    #[test]
    fn cutting_or_doubling_a_character_is_refused(at in moments(), place in 0_usize..20) {
        let text = at.to_string();
        let place = place.min(text.len() - 1);
        let cut = format!("{}{}", &text[..place], &text[place + 1..]);
        let doubled = format!("{}{}", &text[..=place], &text[place..]);
        prop_assert!(Timestamp::parse(&cut).is_err(), "{}", cut);
        prop_assert!(Timestamp::parse(&doubled).is_err(), "{}", doubled);
    }

    #[test]
    fn no_text_makes_it_stop(text in any::<String>()) {
        prop_assert!(Timestamp::parse(&text).is_err());
    }

    #[test]
    fn another_day_is_said_with_its_date(at in moments(), later in 0_i64..200_000) {
        let now = at.plus_seconds(later);
        let speech = at.to_speech(now);
        let same_day = at.to_string()[..10] == now.to_string()[..10];
        prop_assert_eq!(speech.len() == "14:05 UTC".len(), same_day);
        prop_assert!(speech.ends_with(" UTC"));
    }
}
