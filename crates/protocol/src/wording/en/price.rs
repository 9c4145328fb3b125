//! An advertised price in words: with what it includes, as far as the dealer
//! says, and never with a sum.

use crate::facts::{AdvertisedPrice, Charge};

/// How the required dealer charges stand to the advertised price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Charges {
    Included,
    OnTop,
    SomeOnTop,
    StatedNone,
    NotOnRecord,
}

impl Charges {
    /// `list` is what the dealer states; `None` where it has not said. That the
    /// price includes charges is the price source's own word and needs no list.
    fn of(price: &AdvertisedPrice, list: Option<&[Charge]>) -> Self {
        match list {
            Some([]) => Self::StatedNone,
            _ if price.includes_required_dealer_charges => Self::Included,
            None => Self::NotOnRecord,
            Some(list) if list.iter().any(|charge| charge.included_in_advertised_price) => Self::SomeOnTop,
            Some(_) => Self::OnTop,
        }
    }
}

/// The price with what it includes. `charges` are those that the dealer
/// states; `None` where it has not said.
#[must_use]
pub fn price_claim(price: &AdvertisedPrice, charges: Option<&[Charge]>) -> String {
    let includes = match Charges::of(price, charges) {
        Charges::Included => " including required dealer charges,",
        Charges::OnTop => " plus required dealer charges,",
        Charges::SomeOnTop => ", which does not include all required dealer charges,",
        Charges::StatedNone => " (the dealer states no required charges),",
        Charges::NotOnRecord => " (whether required dealer charges come on top is not on record),",
    };
    format!("advertised at {}{includes} before taxes and registration", price.amount)
}

/// The same for a line of its own.
pub(super) fn price_line(price: &AdvertisedPrice, charges: Option<&[Charge]>) -> String {
    let includes = match Charges::of(price, charges) {
        Charges::Included => "includes required dealer charges",
        Charges::OnTop => "does not include required dealer charges",
        Charges::SomeOnTop => "does not include all required dealer charges",
        Charges::StatedNone => "the dealer states no required charges",
        Charges::NotOnRecord => "whether required dealer charges come on top is not on record",
    };
    format!("Advertised price: {} ({includes})", price.amount)
}
