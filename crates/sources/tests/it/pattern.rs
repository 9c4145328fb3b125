//! Patterns for names.

use dealeragent_sources::NamePattern;
use proptest::prelude::*;

fn matches(pattern: &str, name: &str) -> bool {
    NamePattern::parse(pattern).unwrap().matches(name)
}

#[test]
fn stars_and_question_marks() {
    for (pattern, name, is_match) in [
        ("lot.csv", "lot.csv", true),
        ("lot.csv", "LOT.csv", false),
        ("lot-*.csv", "lot-2026-09-01.csv", true),
        ("lot-*.csv", "lot-.csv", true),
        ("lot-*.csv", "lot.csv", false),
        ("*.csv", "a.csv.gz", false),
        ("*.csv*", "a.csv.gz", true),
        ("lot-????.csv", "lot-2026.csv", true),
        ("lot-????.csv", "lot-26.csv", false),
        ("?", "é", true),
        ("*", "", true),
        ("*", ".hidden", false),
        (".h*", ".hidden", true),
        ("a.b", "axb", false),
        ("*a*b*c", "xxaxxbxxcxxc", true),
    ] {
        assert_eq!(matches(pattern, name), is_match, "{pattern} {name}");
    }
    for bad in ["", "a/b", "a\\b", "[a]", "{a,b}", "a\nb"] {
        assert!(NamePattern::parse(bad).is_err(), "{bad}");
    }
}

#[test]
fn many_stars_take_no_time() {
    let pattern = "*a".repeat(60);
    assert!(!matches(&pattern, &format!("{}b", "a".repeat(5000))));
}

/// The definition, word by word.
fn by_definition(pattern: &[char], name: &[char]) -> bool {
    match pattern.split_first() {
        None => name.is_empty(),
        Some(('*', rest)) => (0..=name.len()).any(|taken| by_definition(rest, &name[taken..])),
        Some(('?', rest)) => !name.is_empty() && by_definition(rest, &name[1..]),
        Some((one, rest)) => name.first() == Some(one) && by_definition(rest, &name[1..]),
    }
}

proptest! {
    #[test]
    fn it_is_as_defined(pattern in "[ab*?]{1,8}", name in "[ab]{0,10}") {
        let wanted = by_definition(&pattern.chars().collect::<Vec<_>>(), &name.chars().collect::<Vec<_>>());
        prop_assert_eq!(matches(&pattern, &name), wanted);
    }

    #[test]
    fn a_name_matches_itself(name in "[^*?/\\\\\\[\\]{}\\p{C}]{1,30}") {
        prop_assert!(matches(&name, &name));
    }

    #[test]
    fn nothing_panics(pattern in "\\PC{0,20}", name in "\\PC{0,20}") {
        if let Ok(pattern) = NamePattern::parse(&pattern) {
            let _ = pattern.matches(&name);
        }
    }
}
