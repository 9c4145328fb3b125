//! What is asked for the unit: its price and the terms beside it (B01 to B08).

use dealeragent_inventory::PublishedTerms;
use dealeragent_protocol::{
    facts::{AdvertisedPrice, GenerallyAvailable, GovernmentChargeStatus},
    values::{Currency, NonNegativeMoney},
};

use super::{
    Mapper,
    row::{Row, origin},
};
use crate::{
    profile::{Field, fold},
    report::{Keyword, Notice, Reject, escaped},
    values::{
        claims,
        json_cell::{self, JsonCellProblem},
        price::{self, Price, PriceProblem},
    },
};

/// A price and what is said beside it.
pub(super) struct Asked {
    pub(super) price: Option<AdvertisedPrice>,
    pub(super) terms: Option<Box<PublishedTerms>>,
}

impl Mapper<'_> {
    /// Reads everything about the price. In a strict profile what cannot be
    /// read holds the row back.
    pub(super) fn asked(&self, row: &mut Row<'_>) -> Result<Asked, Reject> {
        let currency = self.currency(row)?;
        let amount = self.amount(row, currency)?;
        let terms = self.terms(row, currency.ok())?;
        if let Some(amount) = amount {
            self.doubts(row, amount, &terms);
        }
        let price = amount.map(|amount| AdvertisedPrice {
            amount,
            availability: GenerallyAvailable::Yes,
            includes_required_dealer_charges: self.settings.price_includes_required_charges,
            label: self
                .settings
                .price_label
                .clone()
                .or_else(|| self.profile.price_labels.get(&fold(row.binding.name(row.binding.price))).cloned()),
            valid_from: None,
            valid_until: None,
        });
        Ok(Asked { price, terms: (!terms.is_empty()).then(|| Box::new(terms)) })
    }

    /// The currency of the row's amounts: the settings', which a column of its
    /// own has to agree with.
    fn currency(&self, row: &mut Row<'_>) -> Result<Result<Currency, PriceProblem>, Reject> {
        let own = self.settings.currency;
        let Some(cell) = row.cell(Field::Currency) else {
            let strict = self.profile.strict && self.profile.columns.contains_key(&Field::Currency);
            if !strict {
                return Ok(Ok(own));
            }
            if row.at(row.binding.price).is_empty() {
                return Ok(Err(PriceProblem::OtherCurrency));
            }
            let problem = "the row has an amount and names no currency";
            return Err(row.reject(Field::Currency, Keyword::Price, problem, "fill in the currency of the amount"));
        };
        if cell.eq_ignore_ascii_case(own.code()) {
            row.taken(Field::Currency);
            return Ok(Ok(own));
        }
        if self.profile.strict {
            let hint = "export in the currency of the source's settings, or change that setting";
            return Err(row.reject(Field::Currency, Keyword::Price, "is not the currency of the settings", hint));
        }
        Ok(Err(PriceProblem::OtherCurrency))
    }

    /// The amount, from its one column (B01, B02).
    fn amount(
        &self,
        row: &mut Row<'_>,
        currency: Result<Currency, PriceProblem>,
    ) -> Result<Option<NonNegativeMoney>, Reject> {
        let column = row.binding.price;
        let cell = row.at(column);
        let read = match currency {
            Ok(currency) => price::parse(cell, currency, self.profile.amounts),
            Err(_) if cell.is_empty() => Price::Unknown,
            Err(problem) => Price::Refused(problem),
        };
        match read {
            Price::Known(amount) => {
                let from = origin("advertised_price", row.binding.name(column));
                let code = amount.currency();
                row.steps.push(format!("{from}: '{}' -> {} {code} minor units", escaped(cell), amount.minor()));
                Ok(Some(amount))
            }
            Price::Unknown => {
                row.note(Notice::PriceUnknown, Some(column), cell);
                Ok(None)
            }
            Price::Refused(problem) if self.profile.strict => {
                let hint = "write whole minor units without a sign, or leave the cell empty for an unknown price";
                Err(row.reject_at(Some(column), Keyword::Price, &problem.to_string(), hint))
            }
            Price::Refused(problem) => {
                row.note_problem(Notice::PriceRefused, Some(column), cell, &problem);
                Ok(None)
            }
        }
    }

    /// Charges, adjustments and government charges of inventory CSV 0.1 (B07,
    /// B08). A charge of which nobody says whether the price holds it cannot be
    /// disclosed, so the list as a whole stays untold.
    fn terms(&self, row: &mut Row<'_>, currency: Option<Currency>) -> Result<PublishedTerms, Reject> {
        let mut terms = PublishedTerms::default();
        if let Some(cell) = row.cell(Field::Charges) {
            let charges = json(row, Field::Charges, json_cell::charges(cell, currency))?;
            if charges.iter().any(|charge| charge.included_in_advertised_price.is_none()) {
                row.note_field(Notice::FeesUnknown, Field::Charges, cell);
            } else {
                terms.charges = Some(charges);
                row.taken(Field::Charges);
            }
        }
        if let Some(cell) = row.cell(Field::Adjustments) {
            terms.adjustments = Some(json(row, Field::Adjustments, json_cell::adjustments(cell, currency))?);
            row.taken(Field::Adjustments);
        }
        if let Some(cell) = row.cell(Field::GovernmentCharges) {
            let known = GovernmentChargeStatus::ALL.iter().copied().find(|status| status.as_str() == cell);
            if known.is_none() {
                let hint = "use unknown, estimated, calculated or not_applicable";
                let problem = "is no status of government charges";
                return Err(row.reject(Field::GovernmentCharges, Keyword::JsonCell, problem, hint));
            }
            terms.government_charges = known;
            row.taken(Field::GovernmentCharges);
        }
        Ok(terms)
    }

    /// What keeps a dealer honest: nothing here changes the price.
    fn doubts(&self, row: &mut Row<'_>, amount: NonNegativeMoney, terms: &PublishedTerms) {
        let read = |cell: Option<&str>| match price::parse(cell?, amount.currency(), self.profile.amounts) {
            Price::Known(money) => Some(money.minor()),
            Price::Unknown | Price::Refused(_) => None,
        };
        let column = row.binding.price;
        let msrp = read(row.cell(Field::Msrp));
        if msrp.is_some_and(|msrp| amount.minor().saturating_mul(2) < msrp) {
            row.note(Notice::PriceUnderHalf, Some(column), row.at(column));
        }
        let rebates = read(row.cell(Field::Rebates)).unwrap_or(0);
        let claims = row.cell(Field::Description).map(claims::find).unwrap_or_default();
        if rebates > 0 {
            row.note_field(Notice::ConditionalCash, Field::Rebates, row.cell(Field::Rebates).unwrap_or_default());
        } else if claims.conditional_cash {
            // The seller's text itself is not repeated.
            row.note_field(Notice::ConditionalCash, Field::Description, "");
        }
        let contradicted = claims.extra_charges && self.settings.price_includes_required_charges;
        if contradicted {
            row.note_field(Notice::FeesUnknown, Field::Description, "");
        } else if row.binding.at(Field::Charges).is_some() && row.cell(Field::Charges).is_none() {
            row.note_field(Notice::FeesUnknown, Field::Charges, "");
        }
        let sums = terms.charges.iter().flatten().filter_map(|charge| charge.included_in_advertised_price);
        let all: Vec<bool> = sums.collect();
        if !all.is_empty() && all.iter().any(|included| *included != self.settings.price_includes_required_charges) {
            row.note_field(Notice::ChargesConflict, Field::Charges, "");
        }
    }
}

fn json<T>(row: &Row<'_>, field: Field, read: Result<T, JsonCellProblem>) -> Result<T, Reject> {
    read.map_err(|problem| {
        let hint = match problem {
            JsonCellProblem::NotJson => "write JSON with double quotation marks, doubled inside a CSV cell",
            JsonCellProblem::NotAnArray => "write a JSON array, such as [{...}]; [] means that there are none",
            JsonCellProblem::NoCurrency => "fill in the row's currency",
            JsonCellProblem::Negative => "write amounts without a sign",
            JsonCellProblem::Shape | JsonCellProblem::TooMany => "see the column's shape in inventory CSV 0.1",
        };
        row.reject(field, Keyword::JsonCell, &problem.to_string(), hint)
    })
}
