//! A rooftop's charges in the rows of its units, and what all rooftops share.

use dealeragent_inventory::{Listing, PublishedCharge};
use dealeragent_protocol::facts::{Charge, DefaultCharge};

use crate::RooftopToPublish;

/// Charges that stand alike at every rooftop. Where one rooftop's charges are
/// not known, or differ, nothing holds for all; each row has its own.
pub(crate) fn shared(rooftops: &[RooftopToPublish]) -> Vec<DefaultCharge> {
    let Some((first, rest)) = rooftops.split_first() else { return Vec::new() };
    let of = |rooftop: &RooftopToPublish| -> Vec<DefaultCharge> {
        rooftop.charges.iter().flatten().map(DefaultCharge::of).collect()
    };
    let others: Vec<Vec<DefaultCharge>> = rest.iter().map(of).collect();
    of(first).into_iter().filter(|charge| others.iter().all(|other| other.contains(charge))).collect()
}

/// Puts the rooftop's charges into a unit whose source says nothing of charges.
/// False where they are in another currency than the unit's price: a row has one
/// currency, so they stay out, and unknown.
pub(crate) fn fill(listing: &mut Listing, charges: Option<&[Charge]>) -> bool {
    let Some(charges) = charges else { return true };
    let told = listing.terms.as_ref().is_some_and(|terms| terms.charges.is_some());
    if told {
        return true;
    }
    let adjustments = listing.terms.iter().flat_map(|terms| terms.adjustments.iter().flatten());
    let currencies = listing.price.iter().map(|price| price.amount.currency());
    let mut currencies = currencies
        .chain(adjustments.filter_map(|adjustment| adjustment.amount).map(|amount| amount.currency()))
        .chain(charges.iter().map(|charge| charge.amount.currency()));
    let first = currencies.next();
    if !currencies.all(|other| Some(other) == first) {
        return false;
    }
    let mut terms = listing.terms.take().unwrap_or_default();
    terms.charges = Some(charges.iter().map(published).collect());
    listing.terms = Some(terms);
    true
}

fn published(charge: &Charge) -> PublishedCharge {
    PublishedCharge {
        label: charge.name.clone(),
        amount: charge.amount,
        payee: Some(charge.payee),
        included_in_advertised_price: Some(charge.included_in_advertised_price),
    }
}
