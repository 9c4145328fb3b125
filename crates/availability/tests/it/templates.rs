//! Addresses with a unit's names in them.

use dealeragent_availability::{InvalidTemplate, UnitTemplate};
use proptest::prelude::*;

use crate::unit::{VIN, unit, with_stock};

#[test]
fn names_are_filled_in_and_encoded() {
    let fill = |text: &str| UnitTemplate::parse(text).unwrap().fill(&unit());
    assert_eq!(fill("https://dms.example/u/{vin}"), Some(format!("https://dms.example/u/{VIN}")));
    assert_eq!(
        fill("https://dms.example/u?s={stock}&r={rooftop}").unwrap(),
        "https://dms.example/u?s=A%201%2F2&r=main"
    );
    let none = UnitTemplate::parse("https://dms.example/{stock}").unwrap();
    assert_eq!(none.fill(&with_stock(None)), None);
    assert_eq!(none.fill(&with_stock(Some(".."))).unwrap(), "https://dms.example/%2E%2E");
}

#[test]
fn a_template_that_asks_about_no_unit_or_lets_it_choose_the_server_is_refused() {
    for (text, why) in [
        ("https://dms.example/u", InvalidTemplate::NoUnit),
        ("https://dms.example/{rooftop}", InvalidTemplate::NoUnit),
        ("https://{vin}.example/u", InvalidTemplate::BeforePath),
        ("https://dms.example:{stock}/u", InvalidTemplate::BeforePath),
        ("{vin}", InvalidTemplate::BeforePath),
        ("https://dms.example/{vin", InvalidTemplate::Braces),
        ("https://dms.example/{VIN}", InvalidTemplate::Braces),
        ("https://dms.example/{vin}}", InvalidTemplate::Braces),
    ] {
        assert_eq!(UnitTemplate::parse(text), Err(why), "{text}");
    }
}

proptest! {
    #[test]
    fn no_stock_number_adds_a_step_or_a_parameter(stock in ".{1,80}") {
        let template = UnitTemplate::parse("https://dms.example/a/{stock}/b?c=d").unwrap();
        let filled = template.fill(&with_stock(Some(&stock))).unwrap();
        let middle = filled.strip_prefix("https://dms.example/a/").unwrap().strip_suffix("/b?c=d").unwrap();
        prop_assert!(middle.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_~.%".contains(&byte)), "{middle}");
        prop_assert!(!middle.bytes().all(|byte| byte == b'.'), "{middle}");
    }

    #[test]
    fn no_text_makes_it_fall_over(text in ".{0,60}") {
        if let Ok(template) = UnitTemplate::parse(&text) {
            let _ = template.fill(&unit());
        }
    }
}
