//! Every tool and every resource form against every kind of credential, through
//! the product's router: the code, the HTTP status and the challenge. A tool or
//! a form that is missing from the table fails a test, and so does a credential
//! that is let through by any method.

mod caching;
mod callers;
mod ended;
mod methods;
mod over_stdio;
mod place;
mod table;
mod verdicts;

use dealeragent_protocol::values::ResourceUri;
use dealeragent_server::http::Door;
use serde_json::json;

use self::{
    callers::{Caller, Kind, callers},
    place::{Era, Place, world},
    table::{Asked, INVALID, OK, Row, TABLE},
    verdicts::Verdict,
};
use crate::support::signed_in::{HOST, SignInAt};

const DOORS: [Door; 2] = [Door::Canonical, Door::Compat];

/// What a caller must get for a row.
fn expected(row: &Row, kind: Kind) -> &'static str {
    let narrowed = |is_covered, otherwise| if is_covered { OK } else { otherwise };
    match kind {
        Kind::Refused => INVALID,
        Kind::Right => OK,
        Kind::Anonymous => row.anonymous,
        Kind::Neighbour => row.neighbour,
        Kind::Nowhere => row.nowhere,
        Kind::Elsewhere => row.elsewhere,
        Kind::Scopes(scopes) => narrowed(row.scope.is_none_or(|scope| scopes.contains(&scope)), row.no_scope),
        Kind::AllProfilesBut(profile) => narrowed(row.profile != profile, row.no_profile),
        Kind::NoProfile => row.no_profile,
        Kind::OtherPurpose => row.no_purpose,
    }
}

#[tokio::test]
async fn every_tool_and_every_resource_form_for_every_credential() {
    for sign_in_at in SignInAt::ALL {
        let world = world(sign_in_at);
        let mut wrong = Vec::new();
        let mut checked = 0;
        for place in [Place::listed(&world), Place::unlisted(&world)] {
            for Caller { name, authorization, kind } in callers(&world, &place) {
                for (door, era) in DOORS.into_iter().flat_map(|door| [(door, Era::Modern), (door, Era::Handshake)]) {
                    for row in TABLE.iter().filter(|row| row.is_asked(&place, door)) {
                        let post = place.post(row.asked, door, era);
                        let post = match &authorization {
                            Some(authorization) => post.header("authorization", authorization),
                            None => post,
                        };
                        let got = world.running.send(post).await;
                        let verdict = Verdict { row, expected: expected(row, kind), place: &place, sign_in_at, door };
                        checked += 1;
                        if let Err(problem) = verdict.holds_for(&got) {
                            wrong.push(format!(
                                "{:?} of {} at {} {era:?} with {name}, {sign_in_at:?}: {problem}",
                                row.asked,
                                place.organization,
                                door.path()
                            ));
                        }
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{} of {checked}:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    }
}

/// The forms of a URI. The match has no wildcard: a new form does not compile
/// until it is here, and fails the test below until it is in the table.
fn form_of(uri: &ResourceUri) -> Asked {
    match uri {
        ResourceUri::Manifest => Asked::Manifest,
        ResourceUri::Organization(_) => Asked::Organization,
        ResourceUri::Rooftop(..) => Asked::Rooftop,
        ResourceUri::Vehicle(..) => Asked::Vehicle,
        ResourceUri::Policy(..) => Asked::Policy,
    }
}

/// What a caller with every right is offered, and nothing else, is in the table.
#[tokio::test]
async fn no_tool_and_no_resource_form_is_missing_from_the_table() {
    let world = world(SignInAt::OwnIssuer);
    let place = Place::listed(&world);
    let right = callers(&world, &place).into_iter().find(|caller| caller.kind == Kind::Right).unwrap();
    let authorization = right.authorization.unwrap();
    let ask = async |method: &str, door: Door| {
        let post = Era::Modern.post(method, json!({})).at(door.path()).header("host", HOST);
        world.running.send(post.header("authorization", &authorization)).await.json()["result"].take()
    };
    for door in DOORS {
        let list = ask("tools/list", door).await;
        let offered: Vec<&str> =
            list["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        let rows = TABLE.iter().filter(|row| row.is_asked(&place, door));
        let tabled: Vec<&str> = rows.filter_map(|row| row.asked.tool_name(door)).collect();
        assert_eq!(offered, tabled, "{}", door.path());
    }
    let resources = ask("resources/list", Door::Canonical).await;
    let templates = ask("resources/templates/list", Door::Canonical).await;
    let listed = resources["resources"].as_array().unwrap().iter().map(|entry| entry["uri"].as_str().unwrap());
    let forms = templates["resourceTemplates"].as_array().unwrap().iter();
    let forms = forms.map(|entry| entry["uriTemplate"].as_str().unwrap());
    let mut offered: Vec<Asked> = listed
        .chain(forms)
        .map(|uri| form_of(&ResourceUri::parse(&uri.replace(['{', '}'], "")).unwrap_or_else(|| panic!("{uri}"))))
        .collect();
    offered.sort_unstable();
    offered.dedup();
    let mut tabled: Vec<Asked> = TABLE.iter().map(|row| row.asked).filter(|asked| asked.is_resource()).collect();
    tabled.sort_unstable();
    tabled.dedup();
    assert_eq!(offered, tabled);
}
