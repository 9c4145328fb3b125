//! `dealeragent audit`: from an answer's trace id to what really happened.

use serde_json::Value;

use crate::support::{Server, run};

const ABSENT: &str = r#"{"organization_id":"example-ridge","rooftop_id":"ridge-denver","vin":"11111111111111111"}"#;
const FOREIGN: &str = r#"{"organization_id":"nobody","rooftop_id":"none","vin":"11111111111111111"}"#;

/// Makes two refused calls on a gateway that keeps its audit, and stops it.
fn two_refusals() -> (tempfile::TempDir, [String; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with(&["--data-dir", folder.path().to_str().unwrap()]);
    assert!(server.banner.contains("dealeragent audit list --data-dir"), "{}", server.banner);
    let traces = [ABSENT, FOREIGN].map(|arguments| {
        let said = server.call(&["get_vehicle", arguments, "--json"]);
        assert_eq!(said.code, 1, "{said:?}");
        let payload: Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!(payload["code"], "dealeragent.resource.not_found");
        payload["trace_id"].as_str().unwrap().to_owned()
    });
    // Stopping drains what is not on disk yet.
    assert!(server.stop("TERM").success());
    (folder, traces)
}

#[test]
fn a_trace_id_tells_what_the_caller_was_not_told() {
    let (folder, [absent, foreign]) = two_refusals();
    let folder = folder.path().to_str().unwrap();
    let said = run(&["audit", "show", &absent, "--data-dir", folder]);
    assert_eq!(said.code, 0, "{said:?}");
    for part in ["anonymous", "dealeragent.inventory.get_vehicle", "ridge-denver", "no such unit", "allowed"] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    let said = run(&["audit", "show", &foreign, "--json", "--data-dir", folder]);
    let record: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((record["decision"].as_str(), record["organization_id"].as_str()), (Some("refused"), None));
    assert_eq!(record["private_reason"], "no such organization here");
    // No argument of the caller is in an entry.
    assert!(!said.out.contains("nobody") && !said.out.contains("11111111111111111"));
    assert_eq!(run(&["audit", "show", "trc_00000000000000000000000000", "--data-dir", folder]).code, 1);
}

#[test]
fn entries_are_listed_and_filtered() {
    let (folder, [absent, foreign]) = two_refusals();
    let folder = folder.path().to_str().unwrap();
    let said = run(&["audit", "list", "--data-dir", folder]);
    assert_eq!(said.out.lines().count(), 2, "{}", said.out);
    // The newest first.
    assert!(said.out.lines().next().unwrap().contains(&foreign));
    assert!(said.out.lines().last().unwrap().contains(&absent));
    let good = run(&["audit", "list", "--outcome", "good", "--data-dir", folder]);
    assert_eq!((good.code, good.out.as_str()), (0, ""));
    let wrong = run(&["audit", "list", "--outcome", "dealeragent.nonsense", "--data-dir", folder]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("docs/errors.md"), "{}", wrong.err);
}

#[test]
fn changes_show_in_the_store_and_in_an_export() {
    let (folder, _) = two_refusals();
    let data = folder.path().to_str().unwrap();
    let said = run(&["audit", "verify", "--data-dir", data]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("2 entries"), "{}", said.out);
    let export = folder.path().join("audit.jsonl");
    let path = export.to_str().unwrap();
    assert_eq!(run(&["audit", "export", path, "--data-dir", data]).code, 0);
    assert_eq!(run(&["audit", "verify", "--export", path]).code, 0);
    let tampered = std::fs::read_to_string(&export).unwrap().replace("no such unit", "no such thing");
    std::fs::write(&export, tampered).unwrap();
    let said = run(&["audit", "verify", "--export", path]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("BROKEN"), "{}", said.out);
}

#[test]
fn what_is_missing_is_said() {
    let said = run(&["audit", "list"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("--data-dir"), "{}", said.err);
    let folder = tempfile::tempdir().unwrap();
    let said = run(&["audit", "list", "--data-dir", folder.path().to_str().unwrap()]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("holds no audit yet"), "{}", said.err);
}
