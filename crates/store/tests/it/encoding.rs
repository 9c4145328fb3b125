//! The canonical form of an entry tells every entry from every other.

use dealeragent_protocol::values::Timestamp;
use dealeragent_store::{AuditRecord, ChainHash};
use proptest::{collection::vec, option, prelude::*};

/// Reads a canonical form back. That it can be read back at all shows that no
/// two entries share one.
struct Decoder<'a>(&'a [u8]);

impl Decoder<'_> {
    fn take(&mut self, length: usize) -> &[u8] {
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        taken
    }

    fn number(&mut self) -> u64 {
        u64::from_be_bytes(self.take(8).try_into().unwrap())
    }

    fn bytes(&mut self) -> Vec<u8> {
        let length = usize::try_from(self.number()).unwrap();
        self.take(length).to_vec()
    }

    fn text(&mut self) -> String {
        String::from_utf8(self.bytes()).unwrap()
    }

    fn optional(&mut self) -> Option<String> {
        (self.take(1) == [1]).then(|| self.text())
    }

    fn list(&mut self) -> Vec<String> {
        (0..self.number()).map(|_| self.text()).collect()
    }

    fn time(&mut self) -> Timestamp {
        let nanoseconds = i128::from_be_bytes(self.take(16).try_into().unwrap());
        jiff::Timestamp::from_nanosecond(nanoseconds).unwrap().into()
    }

    fn hash(&mut self) -> ChainHash {
        ChainHash::new(self.bytes().try_into().unwrap())
    }
}

fn decode(encoded: &[u8]) -> AuditRecord {
    let mut decoder = Decoder(encoded);
    assert_eq!(decoder.text(), "dealeragent.audit.entry");
    let encoding = decoder.number();
    let record = AuditRecord {
        encoding,
        seq: decoder.number(),
        at: decoder.time(),
        trace_id: decoder.text(),
        actor: decoder.text(),
        organization_id: decoder.optional(),
        rooftop_ids: decoder.list(),
        rooftops_omitted: decoder.number(),
        tool: decoder.text(),
        profile: decoder.text(),
        decision: decoder.text(),
        policy_version: decoder.text(),
        resource_ids: decoder.list(),
        resources_omitted: decoder.number(),
        outcome: decoder.optional(),
        private_reason: decoder.optional(),
        previous_hash: decoder.hash(),
        hash: ChainHash::new([0; 32]),
    };
    assert!(decoder.0.is_empty());
    record
}

fn records() -> impl Strategy<Value = AuditRecord> {
    // Short texts of few letters, so that shifted borders are likely.
    let text = || "[ab0\u{0}é]{0,4}";
    let list = || vec(text(), 0..4);
    let numbers = (any::<u64>(), any::<u64>(), any::<u64>(), any::<u64>(), -1_000_000_000_000_i64..1_000_000_000_000);
    let texts = (text(), text(), text(), text(), text(), text());
    let options = (option::of(text()), option::of(text()), option::of(text()));
    (numbers, texts, options, list(), list(), any::<[u8; 32]>()).prop_map(
        |(numbers, texts, options, rooftop_ids, resource_ids, previous)| AuditRecord {
            seq: numbers.0,
            encoding: numbers.1,
            at: jiff::Timestamp::from_microsecond(numbers.4).unwrap().into(),
            trace_id: texts.0,
            actor: texts.1,
            organization_id: options.0,
            rooftop_ids,
            rooftops_omitted: numbers.2,
            tool: texts.2,
            profile: texts.5,
            decision: texts.3,
            policy_version: texts.4,
            resource_ids,
            resources_omitted: numbers.3,
            outcome: options.1,
            private_reason: options.2,
            previous_hash: ChainHash::new(previous),
            hash: ChainHash::new([0; 32]),
        },
    )
}

proptest! {
    #[test]
    fn it_can_be_read_back(record in records()) {
        prop_assert_eq!(decode(&record.canonical_encoding()), record);
    }

    #[test]
    fn different_entries_have_different_forms(one in records(), other in records()) {
        prop_assert_eq!(one == other, one.canonical_encoding() == other.canonical_encoding());
    }
}

/// Fixed for ever: a log of this version must verify in every later one.
#[test]
fn version_one_gives_this_hash() {
    let record = AuditRecord {
        seq: 1,
        encoding: 1,
        at: Timestamp::parse("2026-09-01T14:00:00Z").unwrap(),
        trace_id: "trc_01J7DEALERAGENT0001".to_owned(),
        actor: "anonymous".to_owned(),
        organization_id: Some("org-1".to_owned()),
        rooftop_ids: vec!["north".to_owned()],
        rooftops_omitted: 0,
        tool: "dealeragent.dealer.get".to_owned(),
        profile: "dealeragent.discovery/0.1".to_owned(),
        decision: "allowed".to_owned(),
        policy_version: "default/1".to_owned(),
        resource_ids: Vec::new(),
        resources_omitted: 0,
        outcome: None,
        private_reason: None,
        previous_hash: ChainHash::new([0; 32]),
        hash: ChainHash::new([0; 32]),
    };
    assert_eq!(record.computed_hash().to_string(), "085cbb63733d30de807bf76ab18e57773a9d5450ca8782bdc3a3b6a487e7f7df");
}
