//! Bounded text.

use dealeragent_protocol::values::Text;
use proptest::prelude::*;

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[a-zü ]{0,80}", "\\PC{0,80}", "[ \t\n]{0,30}"]
}

proptest! {
    #[test]
    fn truncation_never_exceeds_the_bound(text in texts()) {
        for cut in [
            Text::<1, 1>::truncated(&text).map(|t| (1, t.to_string())),
            Text::<1, 2>::truncated(&text).map(|t| (2, t.to_string())),
            Text::<1, 7>::truncated(&text).map(|t| (7, t.to_string())),
            Text::<0, 40>::truncated(&text).map(|t| (40, t.to_string())),
        ].into_iter().flatten() {
            let (most, cut) = cut;
            prop_assert!(cut.chars().count() <= most, "{cut:?} has more than {most}");
            let whole = text.trim();
            match cut.strip_suffix('…').filter(|_| whole.chars().count() > most) {
                Some(head) => prop_assert!(whole.starts_with(head)),
                None => prop_assert_eq!(&cut, whole),
            }
        }
    }

    #[test]
    fn nothing_is_lost_but_blank_text(text in texts()) {
        prop_assert_eq!(Text::<1, 20>::truncated(&text).is_none(), text.trim().is_empty());
        prop_assert!(!Text::<1, 20>::bounded(&text).as_str().is_empty());
    }

    #[test]
    fn parsing_counts_characters(text in texts()) {
        let count = text.chars().count();
        prop_assert_eq!(Text::<1, 20>::parse(text.as_str()).is_ok(), (1..=20).contains(&count));
        prop_assert_eq!(Text::<0, 20>::parse(text.as_str()).is_ok(), count <= 20);
        prop_assert_eq!(Text::<3, 20>::parse(text.as_str()).is_ok(), (3..=20).contains(&count));
    }
}
