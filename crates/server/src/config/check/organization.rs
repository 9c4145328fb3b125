//! Organizations, rooftops, charges and incentives.

use std::{collections::BTreeSet, path::Path, sync::Arc};

use dealeragent_gateway::{Dealer, DealerRooftop, Declaration, Incentive, IncentiveFile, Opening};
use dealeragent_protocol::{
    facts::{Charge, FreshnessTargets, Rooftop, SlaSeconds},
    intake::Violations,
    tool::{Profile, Tool},
    values::{List, Money, NonNegativeMoney, Timestamp},
};

use crate::{
    config::{
        file::{
            AccessSection, ChargeSection, ConfigFile, FreshnessSection, Openness, OrganizationSection, RooftopSection,
        },
        source::Source,
    },
    files::Files,
};

/// A day: the asserted band's own limit.
const DEFAULT_TARGET_SECONDS: u32 = 86_400;

pub(super) fn dealers(file: &ConfigFile, files: &Files, now: Timestamp, violations: &mut Violations) -> Vec<Dealer> {
    let organizations = file.organizations.iter().enumerate();
    organizations.map(|(index, o)| dealer(o, &format!("/organizations/{index}"), files, now, violations)).collect()
}

fn dealer(
    section: &OrganizationSection,
    at: &str,
    files: &Files,
    now: Timestamp,
    violations: &mut Violations,
) -> Dealer {
    let rooftops = section.rooftops.iter().enumerate();
    let declaration = declaration(&section.access);
    if declaration.profiles().next().is_none() {
        violations.add(
            &format!("{at}/access"),
            "access",
            "opens no tool to anybody, so there would be nothing to declare",
        );
    }
    Dealer {
        organization_id: section.id.clone(),
        name: section.name.clone(),
        legal_name: section.legal_name.clone(),
        synthetic: section.synthetic,
        rooftops: rooftops.map(|(index, r)| rooftop(r, &format!("{at}/rooftops/{index}"), violations)).collect(),
        incentives: incentives(section, at, (files, now), violations),
        declaration,
        recorded_at: now.to_whole_second(),
    }
}

fn declaration(access: &AccessSection) -> Declaration {
    let wish = |tool: Tool| {
        let openness = match tool.spec().profile {
            Profile::Discovery => access.dealer,
            Profile::InventoryRead => access.inventory,
            Profile::InventoryAvailability => access.availability,
            Profile::PricingDisclosure => access.pricing,
            Profile::UsedVehicleRead => access.used_vehicles,
        };
        match openness {
            Openness::Public => Opening::Public,
            Openness::Authenticated => Opening::Authenticated,
            Openness::Closed => Opening::Closed,
        }
    };
    // Nobody can sign in yet, so what is for signed-in callers is not declared.
    Declaration::new(wish, false)
}

fn rooftop(section: &RooftopSection, at: &str, violations: &mut Violations) -> DealerRooftop {
    let public = section.contacts.iter().filter(|contact| contact.public == Some(true)).cloned().collect();
    DealerRooftop {
        record: Rooftop {
            rooftop_id: section.id.clone(),
            name: section.name.clone(),
            legal_name: section.legal_name.clone(),
            website: section.website.clone(),
            address: section.address.clone(),
            timezone: section.timezone.clone(),
            departments: section.departments.clone(),
            contacts: List::new(public).ok(),
            hours: List::new(section.hours.clone()).ok(),
            supported_languages: section.languages.clone(),
            supported_currencies: section.currencies.clone(),
            extensions: None,
        },
        charges: section.charges.as_ref().map(|charges| self::charges(charges, at, violations)),
        targets: targets(&section.freshness),
    }
}

fn targets(section: &FreshnessSection) -> FreshnessTargets {
    let or_default = |target: Option<SlaSeconds>| {
        let default = SlaSeconds::new(DEFAULT_TARGET_SECONDS);
        target.or(default).unwrap_or(SlaSeconds::SHORTEST)
    };
    FreshnessTargets {
        inventory: or_default(section.inventory_seconds),
        availability: or_default(section.availability_seconds),
        pricing: or_default(section.pricing_seconds),
    }
}

fn charges(sections: &[ChargeSection], at: &str, violations: &mut Violations) -> Vec<Charge> {
    let mut ids = BTreeSet::new();
    let mut charges = Vec::new();
    for (index, section) in sections.iter().enumerate() {
        let at = format!("{at}/charges/{index}");
        if !ids.insert(&section.id) {
            violations.add(&format!("{at}/id"), "unique", "another charge of this rooftop has this id already");
        }
        let amount = Money::from_decimal(section.amount.as_str(), section.currency);
        let amount = amount
            .map_err(|error| error.to_string())
            .and_then(|money| NonNegativeMoney::new(money).map_err(|error| error.to_string()));
        match amount {
            Ok(amount) => charges.push(Charge {
                charge_id: section.id.clone(),
                name: section.name.clone(),
                amount,
                payee: section.payee,
                included_in_advertised_price: section.included_in_advertised_price,
                taxable_status: section.taxable_status,
                required: true,
                provenance: None,
            }),
            Err(message) => violations.add(&format!("{at}/amount"), "amount", &message),
        }
    }
    charges
}

fn incentives(
    section: &OrganizationSection,
    at: &str,
    (files, now): (&Files, Timestamp),
    violations: &mut Violations,
) -> Vec<Arc<Incentive>> {
    let mut incentives = Vec::new();
    for (index, path) in section.incentives.iter().enumerate() {
        match read_incentives(path.as_str(), files, now) {
            Ok(read) => incentives.extend(read.into_iter().map(Arc::new)),
            Err(message) => violations.add(&format!("{at}/incentives/{index}"), "file", &message),
        }
    }
    incentives
}

fn read_incentives(path: &str, files: &Files, now: Timestamp) -> Result<Vec<Incentive>, String> {
    let file = files.read(Path::new(path), now).map_err(|fault| fault.to_string())?;
    let text = String::from_utf8(file.bytes).map_err(|_| format!("{path} is not UTF-8"))?;
    let source = Source::parse(path, &text).map_err(|errors| errors.to_string())?;
    let mut read: IncentiveFile = source.read().map_err(|errors| errors.to_string())?;
    // The demo's offers move with its other dates; everybody else's stand.
    let shift = files.date_shift_days(now) * 86_400;
    for incentive in &mut read.incentives {
        incentive.observed_at = incentive.observed_at.plus_seconds(shift);
        for end in [&mut incentive.valid_from, &mut incentive.valid_until].into_iter().flatten() {
            *end = end.plus_seconds(shift);
        }
    }
    let mut ids = BTreeSet::new();
    for incentive in &read.incentives {
        if !ids.insert(&incentive.id) {
            return Err(format!("{path}: two incentives have the id `{}`", incentive.id));
        }
        incentive.known_amount().map_err(|error| format!("{path}: incentive `{}`: {error}", incentive.id))?;
    }
    Ok(read.incentives)
}
