//! Which resources there are for a caller.

use dealeragent_protocol::{tool::Tool, values::ResourceUri};
use serde::Serialize;

use crate::{CursorKeys, View, manifest};

/// A resource in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Resource {
    /// Its URI.
    pub uri: String,
    /// Short name.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// What it is.
    pub description: &'static str,
    /// What it is made of.
    pub mime_type: &'static str,
}

/// A form of URI with places to fill in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceTemplate {
    /// The form, as RFC 6570 writes it.
    pub uri_template: &'static str,
    /// Short name.
    pub name: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// What it is.
    pub description: &'static str,
    /// What it is made of.
    pub mime_type: &'static str,
}

/// One page of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceList {
    /// The resources.
    pub resources: Vec<Resource>,
    /// What asks for the next page, where there is one.
    pub next_cursor: Option<String>,
}

pub(crate) const JSON: &str = "application/json";
/// Resources on one page.
const PAGE: usize = 100;

const MANIFEST: &str = "What this gateway declares: organizations, rooftops, profiles, tools, freshness and policy.";
const ORGANIZATION: &str = "A dealer: its public record with its rooftops.";
const ROOFTOP: &str = "One rooftop of a dealer: address, time zone, departments, public contacts and hours.";
const VEHICLE: &str = "One published vehicle as of its source's time. A snapshot: verify before saying available.";
const VEHICLE_AS_PUBLISHED: &str =
    "One published vehicle as of its source's time. A snapshot: never say that it is available now.";
const POLICY: &str = "Who a dealer opens its tools to, freshness targets, data authority, retention and disclosure.";

/// Every concrete resource that the caller may list, in the order of the list:
/// its URI and title.
pub(crate) fn concrete(view: &View<'_>) -> impl Iterator<Item = (ResourceUri, String)> {
    let of_dealers = view.dealers().iter().flat_map(|seen| {
        let dealer = seen.dealer;
        let id = &dealer.organization_id;
        let policy = manifest::policy_uri(dealer).map(|uri| (uri, format!("Dealer policy of {}", dealer.name)));
        let records = seen.rooftops.iter().filter(|seen| seen.tools.contains(Tool::DealerGet));
        let rooftops = records.map(|seen| {
            let record = &seen.rooftop.record;
            (ResourceUri::Rooftop(id.clone(), record.rooftop_id.clone()), record.name.to_string())
        });
        let organization = (ResourceUri::Organization(id.clone()), dealer.name.to_string());
        let organization = seen.tools().contains(Tool::DealerGet).then_some(organization);
        policy.into_iter().chain(organization).chain(rooftops)
    });
    let manifest = (ResourceUri::Manifest, "Dealer Agent Protocol manifest".to_owned());
    view.shows_dealers().then_some(manifest).into_iter().chain(of_dealers)
}

/// One page of the list; `None` for a cursor that is not of this list. The
/// cursor holds the last URI that was shown, so that a list that changed
/// meanwhile goes on where it was.
pub(crate) fn page(view: &View<'_>, keys: &CursorKeys, cursor: Option<&str>) -> Option<ResourceList> {
    let binding =
        format!("resources/list\n{}\n{}", view.site.address().as_str(), view.context.principal.cursor_binding());
    let now = view.context.now;
    let mut all: Vec<(String, ResourceUri, String)> =
        concrete(view).map(|(uri, title)| (uri.to_string(), uri, title)).collect();
    all.sort_by(|(one, ..), (other, ..)| one.cmp(other));
    let after = match cursor {
        None => None,
        Some(cursor) => Some(String::from_utf8(keys.open_bytes(cursor, binding.as_bytes(), now).ok()?).ok()?),
    };
    let start = after.map_or(0, |after| all.partition_point(|(uri, ..)| *uri <= after));
    let rest = all.get(start..).unwrap_or_default();
    let shown = rest.get(..PAGE).unwrap_or(rest);
    let last = shown.last().filter(|_| rest.len() > shown.len());
    let next_cursor = last.and_then(|(uri, ..)| keys.seal_bytes(uri.as_bytes(), binding.as_bytes(), now));
    let resources = shown.iter().map(|(text, uri, title)| resource(text, uri, title)).collect();
    Some(ResourceList { resources, next_cursor })
}

fn resource(text: &str, uri: &ResourceUri, title: &str) -> Resource {
    let (name, description) = match uri {
        ResourceUri::Manifest => ("manifest".to_owned(), MANIFEST),
        ResourceUri::Organization(id) => (id.to_string(), ORGANIZATION),
        ResourceUri::Rooftop(_, id) => (id.to_string(), ROOFTOP),
        ResourceUri::Vehicle(_, _, id) => (id.to_string(), VEHICLE),
        ResourceUri::Policy(id, _) => (format!("{id}-policy"), POLICY),
    };
    Resource { uri: text.to_owned(), name, title: title.to_owned(), description, mime_type: JSON }
}

/// The forms of URI that a caller may fill in.
pub(crate) fn templates(view: &View<'_>) -> Vec<ResourceTemplate> {
    let tools = view.tools();
    let template = |uri_template, name, title, description| ResourceTemplate {
        uri_template,
        name,
        title,
        description,
        mime_type: JSON,
    };
    let forms = [
        (
            Tool::DealerGet,
            template("dealeragent://organization/{organization_id}", "organization", "Dealer", ORGANIZATION),
        ),
        (
            Tool::DealerGet,
            template(
                "dealeragent://organization/{organization_id}/rooftop/{rooftop_id}",
                "rooftop",
                "Rooftop",
                ROOFTOP,
            ),
        ),
        (
            Tool::GetVehicle,
            template(
                "dealeragent://organization/{organization_id}/rooftop/{rooftop_id}/vehicle/{vehicle_id}",
                "vehicle",
                "Vehicle",
                if tools.contains(Tool::VerifyAvailability) { VEHICLE } else { VEHICLE_AS_PUBLISHED },
            ),
        ),
        (
            Tool::GetManifest,
            template(
                "dealeragent://organization/{organization_id}/policy/{policy_id}",
                "policy",
                "Dealer policy",
                POLICY,
            ),
        ),
    ];
    let is_there = |tool: Tool| tools.contains(tool) && view.shows_dealers();
    forms.into_iter().filter(|(tool, _)| is_there(*tool)).map(|(_, form)| form).collect()
}
