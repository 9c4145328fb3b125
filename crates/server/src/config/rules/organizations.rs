//! Organizations, their rooftops and charges.

use std::collections::BTreeSet;

use dealeragent_protocol::{intake::Violations, values::RooftopId};
use dealeragent_publication::{BaseAddress, ExportSchedule, Transport};
use serde::Deserialize as _;
use serde_json::Value;

use crate::config::{
    check::organization::{amount, declaration},
    file::{AccessSection, ChargeSection},
    raw::{items, names, text},
};

pub(super) fn check(file: &Value, violations: &mut Violations) {
    let mut organizations = BTreeSet::new();
    let mut rooftops = BTreeSet::new();
    for (index, organization) in items(file, "organizations") {
        let at = format!("/organizations/{index}");
        check_access(organization, &at, violations);
        check_publication(organization, &at, violations);
        let id = text(organization, "id");
        if id.is_some_and(|id| !organizations.insert(id)) {
            violations.add(&format!("{at}/id"), "unique", "another organization has this id already");
        }
        let sites = id.map_or_else(Vec::new, |id| sites_of(file, id));
        if id.is_some() && sites.is_empty() {
            violations.add(&format!("{at}/id"), "reference", "no site serves this organization");
        }
        let mut own = BTreeSet::new();
        for (index, rooftop) in items(organization, "rooftops") {
            let at = format!("{at}/rooftops/{index}");
            check_charges(rooftop, &at, violations);
            let Some(id) = text(rooftop, "id") else { continue };
            // Where each organization has its own site, the same id may stand in each.
            let taken = sites.iter().filter(|site| !rooftops.insert((**site, id))).count() > 0;
            if !own.insert(id) || taken {
                violations.add(&format!("{at}/id"), "unique", "another rooftop has this id already");
            }
            if RooftopId::parse(id).is_ok_and(|id| !id.is_manifest_key()) {
                let wanted = "must be lower-case letters, digits, '.', '_' and '-'";
                violations.add(&format!("{at}/id"), "pattern", wanted);
            }
        }
    }
}

/// The sites that serve an organization, by their positions; the one that
/// serves everything where none is configured.
fn sites_of(file: &Value, id: &str) -> Vec<usize> {
    let mut sites = items(file, "sites").peekable();
    if sites.peek().is_none() {
        return vec![0];
    }
    sites.filter(|(_, site)| names(site, "organizations").any(|name| name == id)).map(|(index, _)| index).collect()
}

fn check_access(organization: &Value, at: &str, violations: &mut Violations) {
    let Some(Ok(access)) = organization.get("access").map(AccessSection::deserialize) else { return };
    let by_rooftop = items(organization, "rooftops").any(|(_, rooftop)| rooftop.get("access").is_some());
    // The manifest itself is always there.
    if !by_rooftop && declaration(&access).tools().count() <= 1 {
        let wanted = "opens no tool to anybody, so there would be nothing to declare";
        violations.add(&format!("{at}/access"), "access", wanted);
    }
}

fn check_publication(organization: &Value, at: &str, violations: &mut Violations) {
    let Some(publication) = organization.get("publication") else { return };
    if let Some(Err(error)) = text(publication, "export_schedule").map(ExportSchedule::parse) {
        violations.add(&format!("{at}/publication/export_schedule"), "format", &error.to_string());
    }
    // Whether http will do is the command's business, not the file's.
    let base = text(publication, "base_url").map(|url| BaseAddress::parse(url, Transport::AllowHttp));
    if let Some(Err(error)) = base {
        violations.add(&format!("{at}/publication/base_url"), "format", &error.to_string());
    }
}

fn check_charges(rooftop: &Value, at: &str, violations: &mut Violations) {
    let mut ids = BTreeSet::new();
    for (index, charge) in items(rooftop, "charges") {
        let at = format!("{at}/charges/{index}");
        if text(charge, "id").is_some_and(|id| !ids.insert(id)) {
            violations.add(&format!("{at}/id"), "unique", "another charge of this rooftop has this id already");
        }
        if let Ok(charge) = ChargeSection::deserialize(charge)
            && let Err(message) = amount(&charge)
        {
            violations.add(&format!("{at}/amount"), "amount", &message);
        }
    }
}
