//! What was answered is written down, however the program ends.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, Command, Stdio},
};

use dealeragent_gateway::{AuditEntry, AuditLog as _, Decision};
use dealeragent_protocol::{
    tool::{Tool, tool_by_name},
    values::{Timestamp, TraceId},
};
use dealeragent_store::Store;
use serde_json::{Value, json};

use crate::support::{Server, line_with, program, run, run_with_input};

/// Fewer than what is written of anonymous refusals in a minute.
const CALLS: usize = 20;

fn call(id: usize, tool: &str, arguments: &Value) -> String {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
    format!("{}\n", json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }))
}

/// Calls that are refused, each for an organization that is not here.
fn refused_calls() -> String {
    let foreign = json!({ "organization_id": "nobody", "rooftop_id": "none", "vin": "11111111111111111" });
    (0..CALLS).map(|id| call(id, "dealeragent.inventory.get_vehicle", &foreign)).collect()
}

fn trace_of(answer: &str) -> String {
    let answer: Value = serde_json::from_str(answer).unwrap();
    let trace = &answer["result"]["structuredContent"]["trace_id"];
    trace.as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

/// Trace ids of all entries, and that the log is intact.
fn kept(folder: &Path) -> Vec<String> {
    let folder = folder.to_str().unwrap();
    assert_eq!(run(&["audit", "verify", "--data-dir", folder]).code, 0);
    let said = run(&["audit", "list", "--json", "--limit", "1000", "--data-dir", folder]);
    let mut kept: Vec<String> = said
        .out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["trace_id"].as_str().unwrap().to_owned())
        .collect();
    kept.sort();
    kept
}

fn stdio(folder: &Path) -> Command {
    let mut command = program();
    command.args(["serve", "--stdio", "--data-dir", folder.to_str().unwrap()]);
    command
}

fn spawned(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn every_call_of_a_pipe_has_its_entry() {
    for round in 0..10 {
        let folder = tempfile::tempdir().unwrap();
        let arguments = ["serve", "--stdio", "--data-dir", folder.path().to_str().unwrap()];
        let said = run_with_input(&arguments, &refused_calls());
        assert_eq!(said.code, 0, "{said:?}");
        let mut answered: Vec<String> = said.out.lines().map(trace_of).collect();
        answered.sort();
        assert_eq!(answered.len(), CALLS);
        assert_eq!(kept(folder.path()), answered, "round {round}");
    }
}

/// Over standard input too: the client is there, and the program is told to go.
#[test]
fn a_signal_ends_stdio_in_order() {
    for signal in ["INT", "TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = spawned(&mut stdio(folder.path()));
        let mut input = child.stdin.take().unwrap();
        input.write_all(refused_calls().as_bytes()).unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut answered: Vec<String> = output.lines().take(CALLS).map(|line| trace_of(&line.unwrap())).collect();
        answered.sort();
        assert!(Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(0), "{signal}");
        // The input was open all the time.
        drop(input);
        assert_eq!(kept(folder.path()), answered, "{signal}");
    }
}

#[test]
fn a_signal_ends_http_in_order() {
    for signal in ["INT", "TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::with(&["--data-dir", folder.path().to_str().unwrap()]);
        for _ in 0..5 {
            assert_eq!(server.call(&["search", r#"{"organization_id":"nobody"}"#]).code, 1);
        }
        assert!(server.stop(signal).success());
        assert_eq!(kept(folder.path()).len(), 5, "{signal}");
    }
}

/// What policy leaves out is counted, and told at the end.
#[test]
fn what_is_not_written_is_told_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--log", "info", "serve", "--stdio", "--data-dir", folder.path().to_str().unwrap()];
    let input: String = (0..3).map(|id| call(id, "dealeragent.discovery.get_manifest", &json!({}))).collect();
    let said = run_with_input(&arguments, &input);
    let told = said.err.lines().find(|line| line.contains("calls without an audit entry")).unwrap();
    assert!(told.contains(r#"outcome="good""#) && told.contains("skipped=3"), "{told}");
}

/// A tool of the protocol that is not implemented: from the trace id that the
/// caller has to what happened.
#[test]
fn a_call_of_a_tool_that_is_not_implemented_can_be_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let arguments = json!({ "organization_id": "example-ridge", "contact": "somebody@mail.example" });
    let said =
        run_with_input(&["serve", "--stdio", "--data-dir", data], &call(1, "dealeragent_handoff_prepare", &arguments));
    let shown = run(&["audit", "show", &trace_of(said.out.trim()), "--data-dir", data]);
    assert_eq!(shown.code, 0, "{shown:?}");
    for part in ["dealeragent.handoff.prepare", "dealeragent.handoff/0.1", "example-ridge", "refused (default/1)"] {
        assert!(shown.out.contains(part), "{part}: {}", shown.out);
    }
    assert!(!shown.out.contains("somebody"), "{}", shown.out);
    let listed = run(&["audit", "list", "--tool", "dealeragent.handoff.prepare", "--data-dir", data]);
    assert_eq!(listed.out.lines().count(), 1, "{listed:?}");
}

/// An entry of long ago.
fn old_entry() -> AuditEntry {
    let at = Timestamp::parse("2020-01-01T00:00:00Z").unwrap();
    AuditEntry {
        trace_id: TraceId::mint(at, 1),
        at,
        actor: "anonymous".to_owned(),
        organization_id: None,
        rooftop_ids: Vec::new(),
        tool: tool_by_name(Tool::Search.as_str()).unwrap(),
        decision: Decision::Refused,
        policy_version: "default/1".to_owned(),
        resource_ids: Vec::new(),
        outcome: None,
        private_reason: None,
    }
}

#[test]
fn old_entries_are_dropped_over_stdio_too() {
    let folder = tempfile::tempdir().unwrap();
    let log = Store::open(folder.path()).unwrap().audit_store().unwrap();
    drop(log.append(old_entry()).unwrap());
    log.close();
    assert_eq!(kept(folder.path()).len(), 1);
    let mut child = spawned(stdio(folder.path()).args(["--log", "info"]));
    let told = line_with("audit retention", child.stderr.take().unwrap());
    drop(child.stdin.take());
    assert!(told.unwrap().contains("dropped: 1"));
    assert!(child.wait().unwrap().success());
    assert!(kept(folder.path()).is_empty());
}
