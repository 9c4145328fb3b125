//! Nobody finds out by asking what is here and not for them (errors.md
//! section 4): absent, foreign and forbidden get the same bytes, and what
//! policy refuses never reaches the inventory.

use std::{collections::BTreeSet, net::SocketAddr};

use axum::extract::ConnectInfo;
use dealeragent_protocol::tool::Tool;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::support::{Running, folder::Folder, post::Post};

/// North and east share a site; south has its own.
const CONFIG: &str = r#"
[operator]
name = "Hosting"

[[sites]]
public_url = "https://north.example"
gateway_id = "one"
organizations = ["north", "east"]

[[sites]]
public_url = "https://south.example"
gateway_id = "two"
organizations = ["south"]
"#;

/// One dealer with two rooftops, of which one has the export.
fn dealer(id: &str, (profile, path, price_column): (&str, &str, &str)) -> String {
    let rooftop = |name: &str| {
        format!(
            "[[organizations.rooftops]]\nid = \"{id}-{name}\"\nname = \"x\"\ntimezone = \"America/Denver\"\n\
             address = {{ lines = [\"1 Road\"], locality = \"Denver\", country = \"US\" }}\ndepartments = [\"sales\"]\n"
        )
    };
    format!(
        "[[organizations]]\nid = \"{id}\"\nname = \"{id}\"\naccess = {{ availability = \"public\" }}\n{}{}\
         [[feeds]]\nid = \"{id}\"\norganization = \"{id}\"\nrooftop = \"{id}-main\"\nprofile = \"{profile}\"\n\
         path = \"{path}\"\ncurrency = \"USD\"\nodometer_unit = \"mi\"\nprice_column = \"{price_column}\"\n\
         price_includes_required_charges = false\nlisting_url_template = \"https://{id}.example/{{stock}}\"\n",
        rooftop("main"),
        rooftop("annex"),
    )
}

const DENVER: (&str, &str, &str) = ("vauto", "denver-vauto.csv", "Price");
const CHICAGO: (&str, &str, &str) = ("homenet", "chicago-homenet.csv", "Internet_Price");

fn running() -> Running {
    let dealers = [dealer("north", DENVER), dealer("east", CHICAGO), dealer("south", CHICAGO)];
    let folder = Folder::demo();
    let running = Running::configured(&format!("{CONFIG}{}", dealers.concat()), folder.files());
    assert!(running.outcomes.iter().all(|outcome| outcome.result.is_ok()), "{:?}", running.outcomes);
    running
}

const UNIT_TOOLS: [Tool; 4] =
    [Tool::GetVehicle, Tool::VerifyAvailability, Tool::GetDisclosure, Tool::GetUsedVehicleDetails];

/// Ids that the inventory really has, of one organization.
struct Real {
    vehicle_id: String,
    vin: String,
    stock_number: String,
}

fn real(running: &Running, organization: &str) -> Real {
    let snapshot = running.gateway.snapshot();
    let mut all = snapshot.organizations().flat_map(|organization| organization.listings());
    let found = all.find(|stored| {
        let listing = stored.listing();
        listing.organization_id.as_str() == organization && listing.stock_number.is_some()
    });
    let listing = found.unwrap().listing();
    Real {
        vehicle_id: listing.vehicle_id.to_string(),
        vin: listing.vin.to_string(),
        stock_number: listing.stock_number.as_ref().unwrap().to_string(),
    }
}

/// Status, headers and body of an answer at north's address, without its ids
/// and times.
async fn answer(running: &Running, post: Post) -> String {
    let got = running.send(post.header("host", "north.example")).await;
    let mut text = got.text();
    let payload = got.json()["result"]["structuredContent"].take();
    for member in ["error_id", "trace_id", "created_at"] {
        if let Some(value) = payload[member].as_str() {
            text = text.replace(value, member);
        }
    }
    format!("{} {:?} {text}", got.status, got.headers)
}

async fn answers(running: &Running, tool: Tool, asked: &[Value]) -> BTreeSet<String> {
    let mut answers = BTreeSet::new();
    for arguments in asked {
        answers.insert(answer(running, Post::call(tool.as_str(), arguments.clone())).await);
    }
    answers
}

/// There is one answer, and it is a refusal with this code.
fn assert_one(answers: &BTreeSet<String>, code: &str, what: &str) {
    assert_eq!(answers.len(), 1, "{what} tells apart: {answers:#?}");
    assert!(answers.iter().all(|answer| answer.contains(code)), "{what}: {answers:#?}");
}

const NOT_FOUND: &str = "dealeragent.resource.not_found";

/// Places at which the unit is not: unknown, another dealer's on the same site
/// or on another one, the dealer's own other rooftop, and mixtures.
const PLACES: [(&str, &str); 12] = [
    ("nobody", "nowhere"),
    ("nobody", "north-main"),
    ("nobody", "south-main"),
    ("south", "south-main"),
    ("south", "nowhere"),
    ("south", "north-main"),
    ("north", "nowhere"),
    ("north", "south-main"),
    ("north", "east-main"),
    ("north", "north-annex"),
    ("east", "north-main"),
    ("east", "nowhere"),
];

#[tokio::test]
async fn absent_foreign_and_forbidden_units_get_the_same_bytes() {
    let running = running();
    let (own, other, neighbour) = (real(&running, "north"), real(&running, "south"), real(&running, "east"));
    let named = |(organization, rooftop): (&str, &str), selector: &str, value: &str| json!({ "organization_id": organization, "rooftop_id": rooftop, selector: value });
    for tool in UNIT_TOOLS {
        let mut asked = Vec::new();
        for (selector, ids) in [
            ("vehicle_id", [&own.vehicle_id, &other.vehicle_id, &neighbour.vehicle_id, &"veh_none".to_owned()]),
            ("vin", [&own.vin, &other.vin, &neighbour.vin, &"9ZZ00000000000000".to_owned()]),
            ("stock_number", [&own.stock_number, &other.stock_number, &neighbour.stock_number, &"none".to_owned()]),
        ] {
            if selector != "vehicle_id" && tool == Tool::GetDisclosure {
                continue;
            }
            asked.extend(PLACES.iter().flat_map(|place| ids.map(|id| named(*place, selector, id))));
            // The right place, and a unit that is elsewhere or nowhere.
            asked.extend(ids[1..].iter().map(|id| named(("north", "north-main"), selector, id)));
            // What is there is answered otherwise, so the ids are real ones.
            let there = answers(&running, tool, &[named(("north", "north-main"), selector, ids[0])]).await;
            let used_only = tool == Tool::GetUsedVehicleDetails;
            assert!(
                used_only || there.iter().all(|answer| !answer.contains(NOT_FOUND)),
                "{tool} {selector}: {there:?}"
            );
        }
        assert_one(&answers(&running, tool, &asked).await, NOT_FOUND, tool.as_str());
    }
}

#[tokio::test]
async fn absent_and_foreign_organizations_and_rooftops_get_the_same_bytes() {
    let running = running();
    for tool in [Tool::Search, Tool::DealerGet, Tool::GetManifest] {
        let mut asked = vec![json!({ "organization_id": "nobody" }), json!({ "organization_id": "south" })];
        if tool != Tool::GetManifest {
            for (organization, rooftop) in PLACES.into_iter().filter(|place| *place != ("north", "north-annex")) {
                asked.push(json!({ "organization_id": organization, "rooftop_ids": [rooftop] }));
            }
            for rooftop in ["nowhere", "south-main", "east-main"] {
                asked.push(json!({ "organization_id": "north", "rooftop_ids": ["north-main", rooftop] }));
            }
        }
        assert_one(&answers(&running, tool, &asked).await, NOT_FOUND, tool.as_str());
    }
}

/// A search for another dealer's unit finds as much as one for no unit at all.
#[tokio::test]
async fn a_search_does_not_tell_other_dealers_units() {
    let running = running();
    let (other, neighbour) = (real(&running, "south"), real(&running, "east"));
    for (name, values) in [
        ("vin", [other.vin.as_str(), &neighbour.vin, "9ZZ00000000000000"]),
        ("stock_number", [&other.stock_number, &neighbour.stock_number, "none"]),
    ] {
        let asked = values.map(|value| json!({ "organization_id": "north", "filters": { name: value } }));
        let answers = answers(&running, Tool::Search, &asked).await;
        assert_one(&answers, r#""vehicles":[]"#, name);
    }
}

/// A resource of another site is absent; its URI alone is repeated, as MCP
/// demands.
#[tokio::test]
async fn resources_of_other_sites_are_absent() {
    let running = running();
    let list = running.send(Post::modern("resources/list", json!({})).header("host", "south.example")).await.json();
    let uris = list["result"]["resources"].as_array().unwrap().iter().map(|resource| resource["uri"].as_str().unwrap());
    let foreign: Vec<String> = uris.filter(|uri| uri.contains("south")).map(ToOwned::to_owned).collect();
    assert!(!foreign.is_empty(), "{list}");
    for uri in foreign {
        // Of the same length, since the length of the answer tells that too.
        let absent = uri.replace("south", "ghost");
        let read = async |uri: &str| {
            let text = answer(&running, Post::modern("resources/read", json!({ "uri": uri }))).await;
            text.replace(uri, "the URI")
        };
        assert_eq!(read(&uri).await, read(&absent).await);
        assert!(read(&uri).await.contains("-32602"));
    }
}

/// What policy refuses makes no look-up; what it allows makes one.
#[tokio::test]
async fn a_refused_call_never_reaches_the_inventory() {
    let closed = dealer("north", DENVER).replace("availability = \"public\"", "used_vehicles = \"closed\"");
    let dealers = [closed, dealer("east", CHICAGO), dealer("south", CHICAGO)].concat();
    // One site with north alone, where one tool is closed and one undeclared.
    let config = CONFIG.replace("[\"north\", \"east\"]", "[\"north\"]").replace("[\"south\"]", "[\"south\", \"east\"]");
    let folder = Folder::demo();
    let running = Running::configured(&format!("{config}{dealers}"), folder.files());
    let own = real(&running, "north").vehicle_id;
    let unit = |organization: &str, rooftop: &str| json!({ "organization_id": organization, "rooftop_id": rooftop, "vehicle_id": own });
    let mut refused = vec![
        (Tool::GetUsedVehicleDetails, unit("north", "north-main"), "dealeragent.capability.unsupported"),
        (Tool::VerifyAvailability, unit("north", "north-main"), "dealeragent.capability.unsupported"),
    ];
    for tool in [Tool::GetVehicle, Tool::GetDisclosure] {
        let places = PLACES.into_iter().filter(|place| *place != ("north", "north-annex"));
        refused.extend(places.map(|(organization, rooftop)| (tool, unit(organization, rooftop), NOT_FOUND)));
        refused.push((tool, json!({ "organization_id": "north" }), "dealeragent.validation.invalid"));
    }
    for tool in [Tool::Search, Tool::DealerGet] {
        refused.push((tool, json!({ "organization_id": "nobody" }), NOT_FOUND));
        refused.push((tool, json!({ "organization_id": "south" }), NOT_FOUND));
        refused.push((tool, json!({ "organization_id": "north", "rooftop_ids": ["south-main"] }), NOT_FOUND));
        refused.push((tool, json!({ "organization_id": 7, "x": 1 }), "dealeragent.validation.invalid"));
    }
    let bad_cursor = json!({ "organization_id": "north", "page": { "cursor": "bm90IG91cnM" } });
    refused.push((Tool::Search, bad_cursor, "dealeragent.validation.invalid"));
    let before = running.gateway.inventory_lookups();
    for (tool, arguments, code) in refused {
        let what = format!("{tool} {arguments}");
        assert_one(&answers(&running, tool, &[arguments]).await, code, &what);
        assert_eq!(running.gateway.inventory_lookups(), before, "{what}");
    }
    answers(&running, Tool::GetVehicle, &[unit("north", "north-main")]).await;
    assert_eq!(running.gateway.inventory_lookups(), before + 1, "the count is a count of look-ups");
}

/// A limit that is used up is told before anything is looked up, so that it
/// does not tell what is there.
#[tokio::test]
async fn a_rate_limited_check_never_reaches_the_inventory() {
    let running = running();
    let own = real(&running, "north");
    let check = async |vehicle_id: &str| {
        let arguments = json!({ "organization_id": "north", "rooftop_id": "north-main", "vehicle_id": vehicle_id });
        let post = Post::call(Tool::VerifyAvailability.as_str(), arguments).header("host", "north.example");
        let mut request = post.into_request();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([192, 0, 2, 9], 1))));
        let response = running.router.clone().oneshot(request).await.unwrap();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        String::from_utf8(body.to_vec()).unwrap()
    };
    for _ in 0..30 {
        check(&own.vehicle_id).await;
    }
    let before = running.gateway.inventory_lookups();
    for vehicle_id in [own.vehicle_id.as_str(), "veh_none"] {
        assert!(check(vehicle_id).await.contains("dealeragent.rate_limited"));
    }
    assert_eq!(running.gateway.inventory_lookups(), before);
}
