//! Everything that can be asked about two tenants.

use dealeragent_protocol::tool::Tool;
use dealeragent_server::{http::Door, mcp::LEGACY};
use serde_json::{Value, json};

use super::{oracle::Rights, worlds::Scene};
use crate::support::{
    post::Post,
    signed_in::{HOST, SignedIn},
};

/// One request, with what the oracle needs to know of it.
#[derive(Debug, Clone)]
pub(super) struct Probe {
    pub(super) name: String,
    pub(super) post: Post,
    /// The tool whose facts the answer holds; `None` where it holds no car.
    pub(super) tool: Option<Tool>,
    /// The resource that is read.
    pub(super) uri: Option<String>,
    about: About,
}

/// What a request is about, as far as the oracle foretells the answer.
#[derive(Debug, Clone)]
enum About {
    /// Not foretold.
    Anything,
    /// A car or the record of this lot.
    Lot(String),
    /// A search over a dealer, or over this lot of it, for a word of this make.
    Cars { dealer: String, lot: Option<String>, make: Option<String> },
    /// A search whose filter is for one car of this lot.
    Car { dealer: String, lot: String },
}

const UNIT_TOOLS: [Tool; 3] = [Tool::GetVehicle, Tool::VerifyAvailability, Tool::GetDisclosure];

impl Probe {
    fn new(method: &str, params: Value, tool: Option<Tool>, about: About) -> Self {
        let name = format!("{method} {params}");
        let uri = params["uri"].as_str().map(ToOwned::to_owned);
        Self { name, post: Post::modern(method, params).header("host", HOST), tool, uri, about }
    }

    fn call(tool: Tool, arguments: Value, about: About) -> Self {
        Self::new("tools/call", json!({ "name": tool.as_str(), "arguments": arguments }), Some(tool), about)
    }

    fn read(uri: String, tool: Option<Tool>, about: About) -> Self {
        Self::new("resources/read", json!({ "uri": uri }), tool, about)
    }

    /// A call of a tool that only the safe door has.
    fn research(name: &str, arguments: Value, tool: Tool, about: About) -> Self {
        let probe = Self::new("tools/call", json!({ "name": name, "arguments": arguments }), Some(tool), about);
        Self { post: probe.post.clone().at(Door::Compat.path()), ..probe }
    }

    /// The same as a client of the handshake era asks it.
    pub(super) fn in_handshake_era(&self) -> Self {
        let name = format!("{} after a handshake", self.name);
        Self { name, post: self.post.in_handshake_era(LEGACY[0]), ..self.clone() }
    }

    pub(super) fn with_cursor(&self, cursor: &str) -> Self {
        let page = |body: &mut Value| body["params"]["arguments"]["page"]["cursor"] = cursor.into();
        Self { post: self.post.clone().change(page), ..self.clone() }
    }

    /// Whether there must be a good answer, where that is foretold.
    pub(super) fn expects(&self, scene: &Scene, rights: &Rights<'_>) -> Option<bool> {
        let tool = self.tool?;
        let (dealer, lot) = match &self.about {
            About::Anything => return None,
            About::Cars { dealer, lot: None, .. } => {
                let (_, lots) = scene.dealers().find(|(id, _)| id == dealer).unwrap();
                return Some(!rights.searched(dealer, lots).is_empty());
            }
            About::Lot(lot) | About::Cars { lot: Some(lot), .. } => scene.lots().find(|(_, it)| it.id == *lot).unwrap(),
            About::Car { dealer, .. } => {
                let (_, lots) = scene.dealers().find(|(id, _)| id == dealer).unwrap();
                return Some(!rights.searched(dealer, lots).is_empty());
            }
        };
        Some(rights.allows(dealer, lot, tool))
    }

    /// How many cars a good answer to a search counts.
    pub(super) fn matches(&self, scene: &Scene, rights: &Rights<'_>) -> usize {
        let lots_of = |dealer: &str| scene.dealers().find(|(id, _)| *id == dealer).unwrap().1;
        match &self.about {
            About::Cars { dealer, lot, make } => {
                let lots = lots_of(dealer);
                let searched = match lot {
                    Some(lot) => lots.iter().filter(|it| it.id == *lot).collect(),
                    None => rights.searched(dealer, lots),
                };
                let counted = searched.iter().filter(|lot| make.as_ref().is_none_or(|make| lot.make == *make));
                counted.map(|lot| lot.cars.len()).sum()
            }
            About::Car { dealer, lot } => {
                rights.searched(dealer, lots_of(dealer)).iter().filter(|it| it.id == *lot).count()
            }
            _ => panic!("no search of the protocol: {}", self.name),
        }
    }
}

pub(super) fn probes(scene: &Scene, world: &SignedIn) -> Vec<Probe> {
    let mut probes: Vec<Probe> = ["server/discover", "tools/list", "resources/list", "resources/templates/list"]
        .into_iter()
        .map(|method| Probe::new(method, json!({}), None, About::Anything))
        .collect();
    probes.push(Probe::call(Tool::GetManifest, json!({}), About::Anything));
    probes.push(Probe::read("dealeragent://manifest".to_owned(), None, About::Anything));
    for words in ["Model", "2024 Mkz"] {
        probes.push(Probe::research("search", json!({ "query": words }), Tool::Search, About::Anything));
    }
    for (dealer, lots) in scene.dealers() {
        of_dealer(&mut probes, dealer);
        for lot in lots {
            let snapshot = world.running.gateway.snapshot();
            let mut all = snapshot.organizations().flat_map(|organization| organization.listings());
            let car = &lot.cars[0];
            let unit = all.find(|stored| stored.listing().vin.as_str() == car.vin).unwrap().listing();
            let place = (dealer, lot.id.as_str());
            of_lot(&mut probes, place, &lot.make);
            let selectors = [
                ("vehicle_id", unit.vehicle_id.to_string()),
                ("vin", car.vin.clone()),
                ("stock_number", car.stock_number.clone()),
            ];
            of_unit(&mut probes, place, &selectors, car.is_used);
            // Asked of the dealer who has no such car, too.
            for (other, _) in scene.dealers() {
                for (name, value) in &selectors[1..] {
                    let filters = json!({ "organization_id": other, "filters": { *name: value } });
                    let about = About::Car { dealer: other.to_owned(), lot: lot.id.clone() };
                    probes.push(Probe::call(Tool::Search, filters, about));
                }
                let misplaced = json!({ "organization_id": other, "rooftop_id": lot.id, "vin": car.vin });
                if other != dealer {
                    probes.push(Probe::call(Tool::GetVehicle, misplaced, About::Anything));
                }
            }
        }
    }
    probes
}

fn of_dealer(probes: &mut Vec<Probe>, dealer: &str) {
    let uri = format!("dealeragent://organization/{dealer}");
    probes.push(Probe::call(Tool::GetManifest, json!({ "organization_id": dealer }), About::Anything));
    probes.push(Probe::call(Tool::DealerGet, json!({ "organization_id": dealer }), About::Anything));
    probes.push(Probe::read(format!("{uri}/policy/default"), None, About::Anything));
    probes.push(Probe::read(uri, Some(Tool::DealerGet), About::Anything));
    let cars = |make: Option<&str>| About::Cars { dealer: dealer.to_owned(), lot: None, make: make.map(str::to_owned) };
    for limit in [1, 50] {
        let arguments = json!({ "organization_id": dealer, "page": { "limit": limit } });
        probes.push(Probe::call(Tool::Search, arguments, cars(None)));
    }
}

fn of_lot(probes: &mut Vec<Probe>, (dealer, lot): (&str, &str), make: &str) {
    let named = |make: Option<&str>| About::Cars {
        dealer: dealer.to_owned(),
        lot: Some(lot.to_owned()),
        make: make.map(str::to_owned),
    };
    let here = json!({ "organization_id": dealer, "rooftop_ids": [lot] });
    probes.push(Probe::call(Tool::DealerGet, here.clone(), About::Lot(lot.to_owned())));
    let uri = format!("dealeragent://organization/{dealer}/rooftop/{lot}");
    probes.push(Probe::read(uri, Some(Tool::DealerGet), About::Lot(lot.to_owned())));
    let mut one = here.clone();
    one["page"] = json!({ "limit": 1 });
    probes.push(Probe::call(Tool::Search, one, named(None)));
    // Where the make is asked of the whole dealer, what others have is no match.
    let whole = About::Cars { dealer: dealer.to_owned(), lot: None, make: Some(make.to_owned()) };
    let by_make = json!({ "organization_id": dealer, "filters": { "make": [make] } });
    probes.push(Probe::call(Tool::Search, by_make, whole.clone()));
    probes.push(Probe::call(Tool::Search, json!({ "organization_id": dealer, "query": make }), whole));
    // A word that is nearly theirs gets help with its spelling.
    let nearly = format!("{make}x");
    let misspelt = json!({ "organization_id": dealer, "query": nearly });
    let none = About::Cars { dealer: dealer.to_owned(), lot: None, make: Some(nearly) };
    probes.push(Probe::call(Tool::Search, misspelt, none));
}

fn of_unit(probes: &mut Vec<Probe>, (dealer, lot): (&str, &str), selectors: &[(&str, String); 3], is_used: bool) {
    let here = || About::Lot(lot.to_owned());
    for (name, value) in selectors {
        let arguments = json!({ "organization_id": dealer, "rooftop_id": lot, *name: value });
        // A disclosure goes by the id alone.
        let takes_it = |tool: &&Tool| **tool != Tool::GetDisclosure || *name == "vehicle_id";
        let tools = UNIT_TOOLS.iter().filter(takes_it);
        probes.extend(tools.map(|tool| Probe::call(*tool, arguments.clone(), here())));
        // A new car has no such details, whoever asks.
        let about = if is_used { here() } else { About::Anything };
        probes.push(Probe::call(Tool::GetUsedVehicleDetails, arguments, about));
    }
    let uri = format!("dealeragent://organization/{dealer}/rooftop/{lot}/vehicle/{}", selectors[0].1);
    probes.push(Probe::read(uri.clone(), Some(Tool::GetVehicle), here()));
    probes.push(Probe::research("fetch", json!({ "id": uri }), Tool::GetVehicle, here()));
}
