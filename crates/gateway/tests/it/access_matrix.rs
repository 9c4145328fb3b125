//! Every tool against every kind of target and every opening.

use dealeragent_gateway::{Declaration, Opening};
use dealeragent_protocol::tool::Tool;
use serde_json::{Value, json};

use crate::{
    fixture::rooftop_id,
    world::{Refusal, Reply, World, about},
};

const OK: &str = "ok";
const NOT_FOUND: &str = "resource.not_found";
const UNDECLARED: &str = "capability.unsupported";
const SIGN_IN: &str = "auth.required";
/// The tool has no such argument.
const NONE: &str = "-";

/// What an anonymous caller gets.
struct Expected {
    tool: Tool,
    right_target: &'static str,
    unknown_organization: &'static str,
    foreign_organization: &'static str,
    unknown_rooftop: &'static str,
    rooftop_of_another: &'static str,
    closed: &'static str,
    authenticated_only: &'static str,
    /// Signed-in callers only, where nobody can sign in.
    without_sign_in: &'static str,
}

/// A tool about the site as a whole: always open.
const fn site_tool(tool: Tool) -> Expected {
    Expected {
        tool,
        right_target: OK,
        unknown_organization: NOT_FOUND,
        foreign_organization: NOT_FOUND,
        unknown_rooftop: NONE,
        rooftop_of_another: NONE,
        closed: OK,
        authenticated_only: OK,
        without_sign_in: OK,
    }
}

/// A tool about a dealer's rooftops.
const fn dealer_tool(tool: Tool) -> Expected {
    Expected {
        tool,
        right_target: OK,
        unknown_organization: NOT_FOUND,
        foreign_organization: NOT_FOUND,
        unknown_rooftop: NOT_FOUND,
        rooftop_of_another: NOT_FOUND,
        closed: UNDECLARED,
        authenticated_only: SIGN_IN,
        without_sign_in: UNDECLARED,
    }
}

const TABLE: [Expected; 7] = [
    site_tool(Tool::GetManifest),
    dealer_tool(Tool::DealerGet),
    dealer_tool(Tool::Search),
    dealer_tool(Tool::GetVehicle),
    dealer_tool(Tool::VerifyAvailability),
    dealer_tool(Tool::GetDisclosure),
    dealer_tool(Tool::GetUsedVehicleDetails),
];

#[test]
fn no_tool_is_missing_from_the_table() {
    let listed: Vec<Tool> = TABLE.iter().map(|line| line.tool).collect();
    assert_eq!(listed, Tool::ALL);
}

fn arguments(tool: Tool, organization: &str, rooftop: &str) -> Value {
    match tool {
        Tool::GetManifest => json!({ "organization_id": organization }),
        Tool::DealerGet | Tool::Search => json!({ "organization_id": organization, "rooftop_ids": [rooftop] }),
        Tool::GetVehicle | Tool::VerifyAvailability | Tool::GetDisclosure | Tool::GetUsedVehicleDetails => {
            about(organization, rooftop, tool, 1)
        }
    }
}

fn outcome(result: Result<Reply, Refusal>) -> String {
    result.map_or_else(|refusal| refusal.code().to_owned(), |_| OK.to_owned())
}

#[test]
fn targets() {
    let world = World::new();
    for line in TABLE.iter() {
        let call = |site, organization, rooftop| {
            outcome(world.call(site, line.tool, arguments(line.tool, organization, rooftop)))
        };
        let rooftop_call = |site, organization, rooftop, expected| {
            if expected == NONE { NONE.to_owned() } else { call(site, organization, rooftop) }
        };
        let tool = line.tool;
        assert_eq!(call(&world.solo, "org-one", "main"), line.right_target, "{tool}");
        assert_eq!(call(&world.group, "org-one", "main"), line.right_target, "{tool}");
        for site in [&world.solo, &world.group] {
            assert_eq!(call(site, "org-nine", "main"), line.unknown_organization, "{tool}");
            let unknown = rooftop_call(site, "org-one", "west", line.unknown_rooftop);
            assert_eq!(unknown, line.unknown_rooftop, "{tool}");
            let foreign = rooftop_call(site, "org-one", "north", line.rooftop_of_another);
            assert_eq!(foreign, line.rooftop_of_another, "{tool}");
        }
        // It exists, but on another site.
        assert_eq!(call(&world.solo, "org-two", "north"), line.foreign_organization, "{tool}");
        assert_eq!(call(&world.solo, "org-two", "main"), line.foreign_organization, "{tool}");
    }
}

/// A world in which org-one opens `tool` in one way and everything else to all.
fn opened(tool: Tool, opening: Opening, sign_in: bool) -> World {
    World::with(|setup| {
        let wish = |asked| if asked == tool { opening } else { Opening::Public };
        setup.one.declaration = Declaration::new(wish, sign_in);
    })
}

#[test]
fn openings() {
    for line in &TABLE {
        let tool = line.tool;
        for (opening, sign_in, expected) in [
            (Opening::Closed, false, line.closed),
            (Opening::Closed, true, line.closed),
            (Opening::Authenticated, true, line.authenticated_only),
            (Opening::Authenticated, false, line.without_sign_in),
            (Opening::Public, true, line.right_target),
        ] {
            let world = opened(tool, opening, sign_in);
            let right = world.call(&world.solo, tool, arguments(tool, "org-one", "main"));
            assert_eq!(outcome(right), expected, "{tool} {opening:?} {sign_in}");
        }
    }
}

#[test]
fn dap_disc_002_a_refused_tool_does_not_even_read_its_arguments() {
    for line in TABLE.iter().filter(|line| line.closed != OK) {
        for (opening, expected) in [(Opening::Closed, line.closed), (Opening::Authenticated, line.authenticated_only)] {
            let world = opened(line.tool, opening, true);
            let nonsense = json!({ "nonsense": [1, 2, 3] });
            assert_eq!(outcome(world.call(&world.solo, line.tool, nonsense)), expected, "{}", line.tool);
            let foreign = arguments(line.tool, "org-two", "north");
            assert_eq!(outcome(world.call(&world.solo, line.tool, foreign)), expected, "{}", line.tool);
        }
    }
}

#[test]
fn what_one_dealer_opens_another_on_the_same_site_need_not() {
    for line in TABLE.iter().filter(|line| line.closed != OK) {
        let world = opened(line.tool, Opening::Closed, false);
        let call = |organization, rooftop, number| {
            let mut sent = arguments(line.tool, organization, rooftop);
            if sent.get("vin").is_some() || sent.get("vehicle_id").is_some() {
                sent = about(organization, rooftop, line.tool, number);
            }
            outcome(world.call(&world.group, line.tool, sent))
        };
        assert_eq!(call("org-one", "main", 1), UNDECLARED, "{}", line.tool);
        assert_eq!(call("org-two", "north", 21), OK, "{}", line.tool);
    }
}

#[test]
fn a_search_with_one_foreign_rooftop_among_its_own_is_refused_whole() {
    let world = World::new();
    for foreign in ["north", "west"] {
        assert!(rooftop_id(foreign).is_manifest_key());
        for tool in [Tool::Search, Tool::DealerGet] {
            let sent = json!({ "organization_id": "org-one", "rooftop_ids": ["main", foreign] });
            assert_eq!(outcome(world.call(&world.group, tool, sent)), NOT_FOUND, "{tool} {foreign}");
        }
    }
}
