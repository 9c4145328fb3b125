//! What an operator may set.

use std::sync::Arc;

use dealeragent_auth::{Introspection, IntrospectionSecret, IssuerSettings, KeySet, KeySource, Records, Verifier};

use crate::support::{Book, ISSUER, egress, issuer};

fn problems(issuers: Vec<IssuerSettings>) -> String {
    let book: Arc<Book> = Arc::default();
    let records = Records { revocations: book.clone(), own_revocations: book.clone(), delegations: book };
    let found = Verifier::new(issuers, egress(), records).map(|_| ()).unwrap_err();
    found.iter().map(|problem| format!("{problem}\n")).collect()
}

#[test]
fn all_problems_are_told_at_once() {
    let mut one = IssuerSettings::new(issuer(ISSUER), KeySource::Fixed(KeySet::default()));
    one.clock_skew_seconds = 301;
    one.stale_keys_seconds = 86_401;
    one.longest_age_seconds = Some(0);
    one.algorithms.clear();
    let two = IssuerSettings::new(issuer(ISSUER), KeySource::Discovery);
    let found = problems(vec![one, two]);
    assert_eq!(found.lines().count(), 5, "{found}");
    for word in ["skew", "stale", "age", "algorithms", "twice"] {
        assert!(found.contains(word), "{word}");
    }
}

#[test]
fn two_servers_are_never_asked_about_one_token() {
    let asked = |name: &str, prefix: &str| {
        let mut introspection = Introspection::new("https://x.example", IntrospectionSecret::Bearer("b".into()));
        introspection.token_prefix = prefix.to_owned();
        introspection.cache_seconds = 301;
        IssuerSettings::new(issuer(name), KeySource::Introspection(introspection))
    };
    let found = problems(vec![asked("https://one.example", "a"), asked("https://two.example", "ab")]);
    assert!(found.contains("issuer https://two.example: two issuers with introspection"), "{found}");
    assert!(found.contains("300 seconds"));
}
