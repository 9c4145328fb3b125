//! Organizations, rooftops and charges.

use std::collections::BTreeSet;

use dealeragent_gateway::{Dealer, DealerRooftop, Declaration, Opening, PublicationPolicy, RooftopPolicy, SiteAddress};
use dealeragent_protocol::{
    facts::{Charge, Contact, FreshnessTargets, HandoffAddresses, Hours, Rooftop, SlaSeconds},
    tool::{Profile, Tool},
    values::{List, Money, NonNegativeMoney, Text, Timestamp},
};
use dealeragent_publication::ExportSchedule;

use crate::config::{
    FeedPlan,
    file::{
        AccessSection, ChargeSection, ConfigFile, ContactSection, FeedSection, FreshnessSection, HoursSection,
        Openness, OrganizationSection, PublicationSection, RooftopSection,
    },
    offers::Offers,
    sources::states_schedule,
};

/// A day: the asserted band's own limit.
const DEFAULT_TARGET_SECONDS: u32 = 86_400;

pub(super) fn dealers(file: &ConfigFile, offers: &Offers, now: Timestamp) -> Vec<Dealer> {
    file.organizations.iter().map(|section| dealer(section, offers, now)).collect()
}

fn dealer(section: &OrganizationSection, offers: &Offers, now: Timestamp) -> Dealer {
    let of_file = |path: &Text<1, 500>| offers.get(path.as_str()).into_iter().flatten().cloned();
    Dealer {
        organization_id: section.id.clone(),
        name: section.name.clone(),
        legal_name: section.legal_name.clone(),
        synthetic: section.synthetic,
        rooftops: section.rooftops.iter().map(|rooftop| self::rooftop(rooftop, &section.access)).collect(),
        incentives: section.incentives.iter().flat_map(of_file).collect(),
        declaration: declaration(&section.access),
        publication: publication(&section.publication),
        recorded_at: now.to_whole_second(),
    }
}

/// Its texts were checked before, with the other rules between keys.
fn publication(section: &PublicationSection) -> PublicationPolicy {
    let schedule = section.export_schedule.as_ref().and_then(|text| ExportSchedule::parse(text.as_str()).ok());
    PublicationPolicy {
        base_url: section.base_url.as_ref().and_then(|url| SiteAddress::parse(url.as_str()).ok()),
        longest_gap_seconds: schedule.map(|schedule| schedule.longest_gap_seconds()),
        handoff: HandoffAddresses {
            adf_endpoint: section.adf_endpoint.clone(),
            policy_url: section.policy_url.clone(),
        },
        gateway: section.gateway.clone(),
        upgrade_path: section.upgrade_path.clone(),
    }
}

/// The longest time between two looks at a dealer's feeds, where the operator
/// said when they are looked at and not how often exports come: listings are no
/// fresher than that.
pub(super) fn with_schedules(mut dealer: Dealer, sections: &[FeedSection], plans: &[FeedPlan]) -> Dealer {
    let stated = sections.iter().filter(|section| states_schedule(section)).map(|section| &section.id);
    let stated: BTreeSet<&str> = stated.map(Text::as_str).collect();
    let own = plans.iter().filter(|plan| plan.settings.organization_id == dealer.organization_id);
    let own = own.filter(|plan| stated.contains(plan.id.as_str()));
    let gaps = own.filter_map(|plan| Some(plan.schedule.as_ref()?.longest_gap().as_secs()));
    let longest = gaps.max().map(|seconds| u32::try_from(seconds).unwrap_or(u32::MAX));
    let policy = &mut dealer.publication;
    policy.longest_gap_seconds = policy.longest_gap_seconds.or(longest);
    dealer
}

/// What an organization's doors declare.
pub(in crate::config) fn declaration(access: &AccessSection) -> Declaration {
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
    // Whether anybody can sign in is only known when the gateway is put together.
    Declaration::new(wish, true)
}

/// A rooftop with its charges.
pub(in crate::config) fn rooftop(section: &RooftopSection, access: &AccessSection) -> DealerRooftop {
    let public = section.contacts.iter().filter(|contact| contact.public).map(contact).collect();
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
            hours: List::new(section.hours.iter().map(hours).collect()).ok(),
            supported_languages: section.languages.clone(),
            supported_currencies: section.currencies.clone(),
            extensions: None,
        },
        charges: section.charges.as_ref().map(|charges| charges.iter().filter_map(charge).collect()),
        targets: targets(&section.freshness),
        policy: RooftopPolicy {
            declaration: section.access.over(access).as_ref().map(declaration),
            listed: section.listed.unwrap_or(true),
            group_search: section.group_search.unwrap_or(true),
            purposes: section.purposes.as_ref().map(|purposes| purposes.iter().copied().collect()),
        },
    }
}

fn contact(section: &ContactSection) -> Contact {
    Contact {
        department: section.department,
        channel: section.channel,
        value: section.value.clone(),
        public: Some(section.public),
    }
}

fn hours(section: &HoursSection) -> Hours {
    Hours { day: section.day, opens: section.opens.clone(), closes: section.closes.clone() }
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

/// `None` for an amount that is none, which is reported elsewhere.
fn charge(section: &ChargeSection) -> Option<Charge> {
    Some(Charge {
        charge_id: section.id.clone(),
        name: section.name.clone(),
        amount: amount(section).ok()?,
        payee: section.payee,
        included_in_advertised_price: section.included_in_advertised_price,
        taxable_status: section.taxable_status,
        required: true,
        provenance: None,
    })
}

/// A charge's exact amount, or why there is none.
pub(in crate::config) fn amount(section: &ChargeSection) -> Result<NonNegativeMoney, String> {
    let money = Money::from_decimal(section.amount.as_str(), section.currency).map_err(|error| error.to_string())?;
    NonNegativeMoney::new(money).map_err(|error| error.to_string())
}
