//! Money, exact in every currency.

use dealeragent_protocol::values::{Currency, InexactAmount, Money, NonNegativeMoney};
use proptest::prelude::*;

fn currency(code: &str) -> Currency {
    Currency::parse(code).unwrap()
}

fn currencies() -> impl Strategy<Value = Currency> {
    // Exponents 0, 0, 2, 2, 3, 3 and 4.
    proptest::sample::select(&["JPY", "KRW", "USD", "EUR", "KWD", "BHD", "CLF"][..]).prop_map(currency)
}

#[test]
fn exponents_are_those_of_iso_4217() {
    for (code, exponent) in [("JPY", 0), ("KRW", 0), ("USD", 2), ("KWD", 3), ("BHD", 3), ("CLF", 4)] {
        assert_eq!(currency(code).exponent(), Some(exponent), "{code}");
    }
    assert_eq!(Money::from_decimal("1", currency("XAU")), Err(InexactAmount::NoMinorUnit));
}

proptest! {
    #[test]
    fn a_decimal_comes_back_as_the_same_money(minor in any::<i64>(), currency in currencies()) {
        let money = Money { amount_minor: minor, currency };
        prop_assert_eq!(Money::from_decimal(&money.to_decimal(), currency), Ok(money));
    }

    #[test]
    fn a_decimal_has_all_the_decimals_of_its_currency(minor in any::<i64>(), currency in currencies()) {
        let decimal = Money { amount_minor: minor, currency }.to_decimal();
        let decimals = decimal.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        prop_assert_eq!(u32::try_from(decimals).ok(), currency.exponent());
        let digits: String = decimal.chars().filter(|c| *c != '.').collect();
        prop_assert_eq!(digits.parse::<i64>(), Ok(minor));
    }

    #[test]
    fn a_decimal_is_exact_or_refused(whole in 0_u64..1_000_000, fraction in "[0-9]{0,6}", currency in currencies()) {
        let exponent = currency.exponent().unwrap() as usize;
        let text = if fraction.is_empty() { whole.to_string() } else { format!("{whole}.{fraction}") };
        let significant = fraction.trim_end_matches('0');
        match Money::from_decimal(&text, currency) {
            Ok(money) => {
                let padded = format!("{whole}{significant:0<exponent$}");
                prop_assert!(significant.len() <= exponent);
                prop_assert_eq!(money.amount_minor.to_string(), padded.parse::<i64>().unwrap().to_string());
            }
            Err(error) => {
                prop_assert_eq!(error, InexactAmount::TooPrecise);
                prop_assert!(significant.len() > exponent);
            }
        }
    }

    #[test]
    fn no_text_makes_it_stop(text in any::<String>(), currency in currencies()) {
        if let Ok(money) = Money::from_decimal(&text, currency) {
            prop_assert!(text.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b'-'));
            prop_assert_eq!(Money::from_decimal(&money.to_decimal(), currency), Ok(money));
        }
    }

    #[test]
    fn prices_are_never_negative(minor in any::<i64>()) {
        let money = Money { amount_minor: minor, currency: Currency::USD };
        let json = serde_json::to_value(money).unwrap();
        prop_assert_eq!(NonNegativeMoney::new(money).is_ok(), minor >= 0);
        prop_assert_eq!(serde_json::from_value::<NonNegativeMoney>(json).is_ok(), minor >= 0);
    }
}
