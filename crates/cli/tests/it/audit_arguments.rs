//! `dealeragent audit`: what it takes, what it refuses, and what it leaves alone.

use std::{fs, path::Path};

use dealeragent_gateway::{AuditEntry, AuditLog as _, Decision};
use dealeragent_protocol::{
    error::ErrorCode,
    tool::Tool,
    values::{RooftopId, Timestamp, TraceId, VehicleId},
};
use dealeragent_store::{DATABASE_FILE, Store};

use crate::support::{Said, run};

fn write(folder: &Path, entries: impl IntoIterator<Item = AuditEntry>) {
    let log = Store::open(folder).unwrap().audit_store().unwrap();
    entries.into_iter().for_each(|entry| drop(log.append(entry).unwrap()));
    log.close();
}

fn entry(n: u32, tool: Tool) -> AuditEntry {
    let at = Timestamp::parse("2026-12-01T00:00:00Z").unwrap();
    AuditEntry {
        trace_id: TraceId::mint(at, u128::from(n)),
        at,
        actor: "anonymous".to_owned(),
        organization_id: None,
        rooftop_ids: Vec::new(),
        tool: tool.into(),
        decision: Decision::Refused,
        policy_version: "default/1".to_owned(),
        resource_ids: Vec::new(),
        outcome: Some(ErrorCode::ResourceNotFound),
        private_reason: None,
    }
}

fn audit(folder: &Path, arguments: &[&str]) -> Said {
    run(&[&["audit"], arguments, &["--data-dir", folder.to_str().unwrap()]].concat())
}

/// The names that `dealeragent call` takes.
#[test]
fn tools_are_named_as_for_calls() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), [entry(1, Tool::Search), entry(2, Tool::GetVehicle)]);
    for name in ["search", "dealeragent.inventory.search", "dealeragent_inventory_search"] {
        let said = audit(folder.path(), &["list", "--tool", name]);
        assert_eq!((said.code, said.out.lines().count()), (0, 1), "{name}: {said:?}");
        assert!(said.out.contains("dealeragent.inventory.search"), "{said:?}");
    }
    let said = audit(folder.path(), &["list", "--tool", "look"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("there is no tool `look`; the tools are:"), "{}", said.err);
}

#[test]
fn a_limit_that_cannot_be_is_refused_with_words() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), (1..=3).map(|n| entry(n, Tool::Search)));
    for limit in ["0", "1001", "4294967296", "some"] {
        let said = audit(folder.path(), &["list", "--limit", limit]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{limit}");
        assert!(said.err.contains("must be a number from 1 to 1000"), "{}", said.err);
    }
    for (limit, lines) in [("1", 1), ("1000", 3)] {
        assert_eq!(audit(folder.path(), &["list", "--limit", limit]).out.lines().count(), lines);
    }
}

#[test]
fn what_was_left_out_of_an_entry_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let entry = AuditEntry {
        rooftop_ids: (0..103).map(|n| RooftopId::parse(&format!("roof-{n}")).unwrap()).collect(),
        resource_ids: (0..142).map(|n| VehicleId::parse(&format!("veh-{n}")).unwrap()).collect(),
        ..entry(1, Tool::Search)
    };
    let trace = entry.trace_id.clone();
    write(folder.path(), [entry]);
    let said = audit(folder.path(), &["show", trace.as_str()]);
    for part in ["roof-99 and 3 more\n", "veh-99 and 42 more\n", "dealeragent.inventory.read/0.1"] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
}

#[test]
fn an_error_id_is_told_from_a_trace_id() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), []);
    let said = audit(folder.path(), &["show", "err_01M8QEWPS8G8B4E5ZVAH940460"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("`trace_id`") && said.err.contains("trc_"), "{}", said.err);
}

/// An emptied log is no intact one, and inspecting or serving does not make a
/// fresh one of it.
#[test]
fn an_emptied_log_is_told_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), [entry(1, Tool::Search)]);
    let database = folder.path().join(DATABASE_FILE);
    fs::write(&database, "").unwrap();
    let data = folder.path().to_str().unwrap();
    for said in [
        audit(folder.path(), &["verify"]),
        audit(folder.path(), &["list"]),
        audit(folder.path(), &["export"]),
        audit(folder.path(), &["show", "trc_01M8QEWPS8G8B4E5ZVAH940460"]),
        run(&["serve", "--stdio", "--data-dir", data]),
        run(&["serve", "--listen", "127.0.0.1:0", "--data-dir", data]),
    ] {
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{said:?}");
        assert!(said.err.contains("somebody emptied it"), "{}", said.err);
        assert_eq!(fs::metadata(&database).unwrap().len(), 0);
    }
}

#[test]
fn a_folder_that_cannot_be_looked_into_is_not_one_without_an_audit() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let said = audit(&file, &["list"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("cannot look at") && !said.err.contains("holds no audit yet"), "{}", said.err);
    let said = audit(folder.path(), &["verify"]);
    assert_eq!((said.code, fs::read_dir(folder.path()).unwrap().count()), (2, 1), "nothing is made");
}
