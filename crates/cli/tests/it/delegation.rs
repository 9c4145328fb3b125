//! `dealeragent delegation`, and tokens that are issued under one.

use dealeragent_gateway::Delegations as _;
use dealeragent_protocol::values::Text;
use dealeragent_store::Store;
use serde_json::{Value, json};

use crate::support::{
    Said,
    credentials::{DataFolder, decoded},
};

const CREATE: [&str; 14] = [
    "delegation",
    "create",
    "--issuer",
    "group office",
    "--grantee",
    "acme-bot",
    "--organization",
    "example-ridge",
    "--rooftop",
    "ridge-denver",
    "--rooftop",
    "ridge-chicago",
    "--scope",
    "dealeragent:inventory:read",
];

/// A delegation for the demo's rooftops; its id.
fn created(folder: &DataFolder) -> String {
    folder.good(&[&CREATE[..], &["--for", "90d"]].concat()).out.trim().to_owned()
}

fn issue(folder: &DataFolder, agent: &str, id: &str, more: &[&str]) -> Said {
    folder.run(&[&["token", "issue", "--agent", agent, "--delegation", id][..], more].concat())
}

#[test]
fn a_delegation_is_recorded_and_shown() {
    let folder = DataFolder::new();
    let said = folder.good(&[&CREATE[..], &["--for", "90d"]].concat());
    let id = said.out.trim();
    assert!(id.starts_with("dlg_") && said.out.lines().count() == 1, "{}", said.out);
    assert!(said.err.contains(&format!("token issue --agent acme-bot --delegation {id}")), "{}", said.err);
    let shown = folder.good(&["delegation", "show", id]).out;
    for part in ["group office", "acme-bot", "ridge-chicago, ridge-denver", "dealeragent:inventory:read", "live"] {
        assert!(shown.contains(part), "`{part}` is not in {shown}");
    }
    let record: Value = serde_json::from_str(&folder.good(&["delegation", "show", id, "--json"]).out).unwrap();
    assert_eq!(record["rooftops"], json!(["ridge-chicago", "ridge-denver"]));
    assert_eq!(folder.list("delegation", &[]), [record]);
    assert_eq!(folder.run(&["delegation", "show", "dlg_x"]).code, 1);
    assert_eq!(folder.run(&["delegation", "revoke", "dlg_x"]).code, 1);
}

#[test]
fn delegations_that_say_too_little_or_too_much_are_refused() {
    let folder = DataFolder::new();
    let with = |more: &[&'static str]| [&CREATE[..], more].concat();
    let instead = |old: &str, new: &'static str| {
        let changed = CREATE.iter().map(|part| if *part == old { new } else { part });
        changed.chain(["--for", "90d"]).collect::<Vec<_>>()
    };
    for (arguments, part) in [
        (with(&[]), "--until"),
        (with(&["--for", "90d", "--until", "2999-01-01T00:00:00Z"]), "cannot be used"),
        (with(&["--for", "367d"]), "366 days at most"),
        (with(&["--until", "2999-01-01T00:00:00Z"]), "366 days at most"),
        (with(&["--until", "2020-01-01T00:00:00Z"]), "name a later time"),
        (with(&["--until", "tomorrow"]), "RFC 3339"),
        (instead("ridge-chicago", "*"), "no wildcards"),
        (instead("ridge-chicago", "ridge-boston"), "no rooftop `ridge-boston`"),
        (instead("example-ridge", "nobody"), "no organization `nobody`"),
        (instead("dealeragent:inventory:read", "all"), "dealeragent:pricing:read"),
        (instead("group office", "two\nlines"), "one line"),
        (instead("acme-bot", "anonymous"), "callers without a token"),
    ] {
        let said = folder.run(&arguments);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{arguments:?}");
        assert!(said.err.contains(part), "{arguments:?}: `{part}` is not in {}", said.err);
    }
}

#[test]
fn a_token_under_a_delegation_names_it() {
    let folder = DataFolder::new();
    let id = created(&folder);
    let said = issue(&folder, "acme-bot", &id, &[]);
    assert_eq!(said.code, 0, "{said:?}");
    let (_, claims) = decoded(said.out.trim());
    assert_eq!(claims["dealeragent_delegation"], id);
    assert_eq!(claims["dealeragent_organization"], "example-ridge");
    // Of the scopes for reading, those that are delegated.
    assert_eq!(claims["scope"], "dealeragent:inventory:read");
    assert!(claims.get("dealeragent_rooftops").is_none());
    assert_eq!(folder.list("token", &[])[0]["delegation"], id);
}

#[test]
fn a_token_reaches_no_further_than_its_delegation() {
    let folder = DataFolder::new();
    let id = created(&folder);
    for (agent, id, more, part) in [
        ("other-bot", id.as_str(), &[][..], "is for `acme-bot`"),
        ("acme-bot", &id, &["--scope", "dealeragent:pricing:read"], "does not hold the scope dealeragent:pricing:read"),
        ("acme-bot", &id, &["--organization", "another"], "is of `example-ridge`"),
        ("acme-bot", "dlg_x", &[], "delegation list"),
    ] {
        let said = issue(&folder, agent, id, more);
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        assert!(said.err.contains(part), "`{part}` is not in {}", said.err);
    }
    assert_eq!(folder.list("token", &["--all"]).len(), 0);
}

#[test]
fn a_delegation_is_looked_for_where_there_are_records() {
    let folder = DataFolder::new();
    let said = issue(&folder, "acme-bot", "dlg_1", &[]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("holds no records yet"), "{}", said.err);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_revoked_delegation_is_gone_for_every_process() {
    let folder = DataFolder::new();
    let id = created(&folder);
    assert_eq!(issue(&folder, "acme-bot", &id, &[]).code, 0);
    let reader = Store::open(folder.path()).unwrap().credential_reader().unwrap();
    let key = Text::parse(id.as_str()).unwrap();
    let found = reader.find(&key).unwrap().unwrap();
    assert_eq!((found.grantee.as_str(), found.rooftops.len()), ("acme-bot", 2));
    let said = folder.good(&["delegation", "revoke", &id]);
    assert!(said.err.contains("(live ones: 1)"), "{}", said.err);
    assert_eq!(reader.find(&key).unwrap(), None);
    let said = issue(&folder, "acme-bot", &id, &[]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("was revoked"), "{}", said.err);
    assert!(folder.good(&["delegation", "revoke", &id]).err.contains("revoked before"));
    assert_eq!(folder.list("delegation", &[]).len(), 0);
    assert!(folder.good(&["delegation", "list", "--all"]).out.contains("revoked"));
}
