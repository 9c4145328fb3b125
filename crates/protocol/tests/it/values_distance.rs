//! Distances compare exactly across units.

use std::cmp::Ordering;

use dealeragent_protocol::values::{Distance, DistanceUnit};
use proptest::prelude::*;

fn distances() -> impl Strategy<Value = Distance> {
    let values = prop_oneof![any::<u64>(), 0_u64..1_000_000, (1_u64..100).prop_map(|n| n * 15_625)];
    (values, proptest::sample::select(DistanceUnit::ALL)).prop_map(|(value, unit)| Distance { value, unit })
}

/// A length in kilometres as a fraction: a mile is 25,146 / 15,625 km.
fn kilometres(distance: Distance) -> (u128, u128) {
    match distance.unit {
        DistanceUnit::Miles => (u128::from(distance.value) * 25_146, 15_625),
        DistanceUnit::Kilometres => (u128::from(distance.value), 1),
    }
}

proptest! {
    #[test]
    fn comparison_is_that_of_exact_fractions(one in distances(), other in distances()) {
        let ((a, b), (c, d)) = (kilometres(one), kilometres(other));
        prop_assert_eq!(one.cmp_exact(other), (a * d).cmp(&(c * b)));
        prop_assert_eq!(other.cmp_exact(one), one.cmp_exact(other).reverse());
    }

    #[test]
    fn equal_lengths_are_multiples_of_the_exact_mile(n in 0_u64..1_000_000) {
        let mi = Distance { value: n * 15_625, unit: DistanceUnit::Miles };
        let km = Distance { value: n * 25_146, unit: DistanceUnit::Kilometres };
        prop_assert_eq!(mi.cmp_exact(km), Ordering::Equal);
        let further = Distance { value: n * 25_146 + 1, ..km };
        prop_assert_eq!(mi.cmp_exact(further), Ordering::Less);
    }

    #[test]
    fn digits_are_grouped_and_nothing_else(distance in distances()) {
        let text = distance.to_string();
        let number = text.strip_suffix(distance.unit.as_str()).unwrap().trim();
        prop_assert_eq!(number.replace(',', ""), distance.value.to_string());
        let groups: Vec<&str> = number.split(',').collect();
        prop_assert!(groups.iter().skip(1).all(|group| group.len() == 3) && groups[0].len() <= 3);
    }
}
