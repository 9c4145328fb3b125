//! `dealeragent token`: issued, listed, revoked.

use dealeragent_gateway::Revocations as _;
use dealeragent_protocol::values::Text;
use dealeragent_store::Store;
use serde_json::json;

use crate::support::{
    credentials::{DataFolder, decoded, issue_for},
    run,
};

#[test]
fn the_token_alone_is_on_standard_output() {
    let folder = DataFolder::new();
    let said = folder.good(&issue_for("acme-bot"));
    let token = said.out.trim();
    assert_eq!(said.out, format!("{token}\n"));
    let (header, claims) = decoded(token);
    assert_eq!((&header["alg"], &header["typ"]), (&json!("ES256"), &json!("at+jwt")));
    assert_eq!(
        (&claims["sub"], &claims["aud"], &claims["iss"]),
        (&json!("acme-bot"), &json!("http://127.0.0.1:8484"), &json!("http://127.0.0.1:8484"))
    );
    assert_eq!(claims["dealeragent_organization"], "example-ridge");
    assert_eq!(claims["dealeragent_rooftops"], json!(["ridge-denver"]));
    assert_eq!(claims["scope"], "dealeragent:inventory:read dealeragent:pricing:read");
    assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), 3600);
    // What is said names the token by its id.
    let jti = claims["jti"].as_str().unwrap();
    for part in [jti, "acme-bot", "ridge-denver", "dealeragent token revoke", "It is a secret"] {
        assert!(said.err.contains(part), "`{part}` is not in {}", said.err);
    }
    assert!(!said.err.contains(token.rsplit('.').next().unwrap()), "{}", said.err);
}

#[test]
fn everything_can_be_narrowed() {
    let folder = DataFolder::new();
    let narrow = [
        "--rooftop",
        "ridge-chicago",
        "--scope",
        "dealeragent:inventory:read",
        "--profile",
        "dealeragent.inventory.read/0.1",
        "--profile",
        "dealeragent.inventory.availability/0.1",
        "--purpose",
        "comparison",
        "--ttl",
        "15m",
    ];
    let issued = folder.issue("acme-bot", &narrow);
    let (_, claims) = decoded(issued["token"].as_str().unwrap());
    assert_eq!(claims["dealeragent_rooftops"], json!(["ridge-chicago", "ridge-denver"]));
    assert_eq!(claims["scope"], "dealeragent:inventory:read");
    let profiles = json!(["dealeragent.inventory.read/0.1", "dealeragent.inventory.availability/0.1"]);
    assert_eq!((&claims["dealeragent_profiles"], &issued["profiles"]), (&profiles, &profiles));
    assert_eq!(claims["dealeragent_purposes"], json!(["comparison"]));
    assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), 900);
    assert_eq!((&issued["jti"], &issued["subject"]), (&claims["jti"], &claims["sub"]));

    let (_, claims) = decoded(folder.issue("acme-bot", &["--no-scope"])["token"].as_str().unwrap());
    assert_eq!(claims["scope"], "");
    assert!(claims.get("dealeragent_profiles").is_none() && claims.get("dealeragent_purposes").is_none());
}

#[test]
fn orders_that_name_what_is_not_there_are_refused() {
    let folder = DataFolder::new();
    let denver = issue_for("acme-bot");
    let order = |organization: &'static str, rooftop: &'static str| {
        ["token", "issue", "--agent", "acme-bot", "--organization", organization, "--rooftop", rooftop].to_vec()
    };
    let with = |more: &[&'static str]| [&denver[..], more].concat();
    for (arguments, parts) in [
        (order("nobody", "ridge-denver"), &["no organization `nobody`", "example-ridge", "--config"][..]),
        (order("example-ridge", "ridge-dever"), &["no rooftop `ridge-dever`", "ridge-denver", "ridge-chicago"]),
        (order("example-ridge", "*"), &["no wildcards", "--rooftop"]),
        (with(&["--ttl", "25h"]), &["at most 24h"]),
        (with(&["--ttl", "1"]), &["such as 15m or 8h"]),
        (with(&["--scope", "dealeragent:everything"]), &["dealeragent:inventory:read"]),
        (with(&["--scope", "dealeragent:handoff:submit"]), &["dealeragent:pricing:read"]),
        (with(&["--profile", "dealeragent.inventory.read"]), &["dealeragent.inventory.read/0.1"]),
        (with(&["--purpose", "resale"]), &["shopping_assistance"]),
        (with(&["--delegation", "dlg_1"]), &["--delegation", "cannot be used"]),
        (issue_for("anonymous").to_vec(), &["callers without a token"]),
        (issue_for("acme bot").to_vec(), &["such as acme-shopping-bot"]),
        (vec!["token", "issue", "--agent", "a", "--organization", "example-ridge"], &["--rooftop"]),
    ] {
        let said = folder.run(&arguments);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{arguments:?}");
        for part in parts {
            assert!(said.err.contains(part), "{arguments:?}: `{part}` is not in {}", said.err);
        }
    }
    // Nothing came of any of them.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn tokens_are_listed_without_themselves() {
    let folder = DataFolder::new();
    let first = folder.issue("acme-bot", &[]);
    let second = folder.issue("other-bot", &["--ttl", "8h"]);
    let records = folder.list("token", &[]);
    assert_eq!(records.len(), 2);
    let of = |issued: &serde_json::Value| records.iter().find(|record| record["jti"] == issued["jti"]).unwrap().clone();
    assert_eq!(of(&first)["rooftops"], json!(["ridge-denver"]));
    assert_eq!((&of(&second)["subject"], &of(&second)["revoked"]), (&json!("other-bot"), &json!(null)));
    let said = folder.good(&["token", "list"]);
    assert_eq!(said.out.lines().count(), 2);
    for issued in [&first, &second] {
        assert!(said.out.contains(issued["jti"].as_str().unwrap()), "{}", said.out);
        let signature = issued["token"].as_str().unwrap().rsplit('.').next().unwrap();
        // Nor is it anywhere in the folder.
        for file in std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path()) {
            let content = if file.is_file() { std::fs::read(&file).unwrap() } else { Vec::new() };
            let found = content.windows(signature.len()).any(|window| window == signature.as_bytes());
            assert!(!found, "a token is in {file:?}");
        }
    }
}

/// The processes share nothing but the folder.
#[test]
fn a_revocation_shows_in_a_process_that_is_running() {
    let folder = DataFolder::new();
    let issued = folder.issue("acme-bot", &[]);
    let (jti, agent) = (issued["jti"].as_str().unwrap(), Text::parse("acme-bot").unwrap());
    let reader = Store::open(folder.path()).unwrap().credential_reader().unwrap();
    let is_revoked = |jti: &str| reader.is_revoked(&Text::parse(jti).unwrap(), &agent).unwrap();
    assert!(!is_revoked(jti));
    let said = folder.good(&["token", "revoke", jti, "--reason", "left on a train"]);
    assert!(said.err.contains(&format!("revoked {jti} of acme-bot")), "{}", said.err);
    assert!(is_revoked(jti));

    // Again is no fault, and changes nothing.
    let said = folder.good(&["token", "revoke", jti, "--reason", "again"]);
    assert!(said.err.contains("was revoked before at 2"), "{}", said.err);
    assert_eq!(folder.list("token", &[]).len(), 0);
    let records = folder.list("token", &["--all"]);
    assert_eq!(records[0]["revoked"]["reason"], "left on a train");
    assert!(folder.good(&["token", "list", "--all"]).out.contains("revoked"));
}

#[test]
fn all_tokens_of_an_agent_are_revoked() {
    let folder = DataFolder::new();
    let revoked = [folder.issue("acme-bot", &[]), folder.issue("acme-bot", &[])];
    let other = folder.issue("other-bot", &[]);
    let said = folder.good(&["token", "revoke", "--agent", "acme-bot"]);
    for issued in &revoked {
        assert!(said.err.contains(issued["jti"].as_str().unwrap()), "{}", said.err);
    }
    let left = folder.list("token", &[]);
    assert_eq!((left.len(), &left[0]["jti"]), (1, &other["jti"]));
    assert_eq!(folder.run(&["token", "revoke", "--agent", "acme-bot"]).code, 1);
    // It may have a new one.
    folder.issue("acme-bot", &[]);
    assert_eq!(folder.list("token", &[]).len(), 2);
}

#[test]
fn what_cannot_be_revoked_is_said() {
    let folder = DataFolder::new();
    let token = folder.issue("acme-bot", &[])["token"].as_str().unwrap().to_owned();
    let said = folder.run(&["token", "revoke", "01M8QEWPS8G8B4E5ZVAH940460"]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("no token has the id"), "{}", said.err);
    // Somebody pastes the token itself: it must not end up in a log.
    let said = folder.run(&["token", "revoke", &token]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("looks like a token") && !said.err.contains(&token), "{}", said.err);
    for arguments in [&["token", "revoke"][..], &["token", "revoke", "x", "--agent", "y"]] {
        assert_eq!(folder.run(arguments).code, 2, "{arguments:?}");
    }
}

#[test]
fn a_folder_is_not_made_by_looking_into_it() {
    let said = run(&["token", "list"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("--data-dir"), "{}", said.err);
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("misspelt");
    for command in
        [&["token", "list"][..], &["token", "revoke", "x"], &["token", "rotate-key"], &["delegation", "list"]]
    {
        let said = run(&[command, &["--data-dir", missing.to_str().unwrap()]].concat());
        assert_eq!(said.code, 2, "{command:?}");
        assert!(said.err.contains("holds no records yet; check the name"), "{}", said.err);
        assert!(!missing.exists());
    }
}
