//! The written form of a position.

use dealeragent_inventory::{Position, SearchQuery};
use dealeragent_protocol::tools::search::{Sort, SortField, SortOrder};
use proptest::prelude::*;

use crate::{
    drafts::{sort, stock},
    fixture::{everything, organization, rooftop, unit},
};

proptest! {
    #[test]
    fn comes_back_unchanged(stock in stock(6), sort in sort()) {
        let inventory = organization(stock);
        for hit in inventory.search(&SearchQuery { sort, ..everything() }).hits {
            let bytes = hit.position.to_bytes();
            prop_assert!(bytes.len() <= 147);
            prop_assert_eq!(Position::from_bytes(&bytes), Some(hit.position));
        }
    }

    #[test]
    fn garbage_never_panics_and_what_is_read_is_written_alike(
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
        start in proptest::option::of((0_u8..12, 0_u8..3)),
    ) {
        let mut bytes = bytes;
        if let Some((sort, has_key)) = start {
            bytes.splice(..0, [1, sort, has_key]);
        }
        if let Some(position) = Position::from_bytes(&bytes) {
            prop_assert_eq!(position.to_bytes(), bytes);
        }
    }
}

fn written() -> Vec<u8> {
    let inventory = organization(vec![rooftop("main", vec![unit(1)])]);
    let sort = Some(Sort { field: SortField::AdvertisedPrice, order: SortOrder::Desc });
    inventory.search(&SearchQuery { sort, ..everything() }).hits[0].position.to_bytes()
}

#[test]
fn refuses_what_it_did_not_write() {
    let good = written();
    assert!(Position::from_bytes(&good).is_some());
    let changed = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        Position::from_bytes(&bytes)
    };
    assert!(changed(0, 2).is_none(), "another version");
    assert!(changed(1, 10).is_none(), "no such order");
    assert!(changed(2, 7).is_none(), "neither with nor without a key");
    assert!(changed(19, b' ').is_none(), "no identifier");
    for cut in 0..=19 {
        assert!(Position::from_bytes(&good[..cut]).is_none(), "cut at {cut}");
    }
    assert!(Position::from_bytes(&[&good[..19], &[b'a'; 129]].concat()).is_none(), "too long an id");
}

#[test]
fn the_written_form_stays() {
    // Version 1, price descending, a key: "USD" and 1,899,500; then the id.
    let mut wanted = vec![1, 1, 1, 0, 0, 0, 0, 0];
    wanted.extend(b"USD");
    wanted.extend(1_899_500_i64.to_be_bytes());
    wanted.extend(unit(1).vehicle_id.as_str().bytes());
    assert_eq!(written(), wanted);
}
