//! `dealeragent config check`.

use serde_json::Value;

use crate::support::{SMALL, configured, run, run_command};

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/demo/dealeragent.toml");

#[test]
fn a_good_file_is_exit_code_0() {
    let said = run(&["config", "check", DEMO]);
    assert_eq!((said.code, said.out.as_str()), (0, ""));
    assert!(said.err.contains("is fine: 1 organization(s), 2 rooftop(s), 2 feed(s)"), "{}", said.err);
}

#[test]
fn problems_are_exit_code_1_and_all_told() {
    let (_folder, path) = configured(
        &SMALL
            .replace("profile = \"vauto\"", "profile = \"none\"")
            .replace("[operator]", "[server]\nlisten = \"nowhere\"\n[operator]"),
    );
    let said = run(&["config", "check", path.to_str().unwrap()]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    let name = path.display();
    assert!(said.err.contains(&format!("{name} has 2 problems:")), "{}", said.err);
    assert!(said.err.contains(&format!("{name}:3: server.listen: must be an address")), "{}", said.err);
    assert!(said.err.contains("built in are: vauto, homenet"), "{}", said.err);
}

#[test]
fn json_is_for_programs() {
    let (_folder, path) = configured(&SMALL.replace("[operator]", "[operater]"));
    let said = run(&["config", "check", "--json", path.to_str().unwrap()]);
    assert_eq!(said.code, 1);
    let problems = serde_json::from_str::<Value>(&said.out).unwrap()["problems"].as_array().unwrap().clone();
    assert_eq!(problems.len(), 2, "{problems:?}");
    let unknown = problems.iter().find(|problem| problem["key"] == "operater").unwrap();
    assert_eq!(unknown["line"], 2);
    assert!(unknown["message"].as_str().unwrap().contains("did you mean `operator`?"));
    assert!(problems.iter().any(|problem| problem["line"].is_null()), "what is missing has no line");
    let said = run(&["config", "check", "--json", DEMO]);
    assert_eq!(said.code, 0);
    let read: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(read["problems"], serde_json::json!([]));
    // Each row that is held back is there, as the gateway would hold it back.
    let rejects = read["feeds"][0]["report"]["rejects"].as_array().unwrap();
    assert_eq!((rejects[0]["line"].as_u64(), rejects[1]["line"].as_u64()), (Some(12), Some(47)));
    assert!(said.err.contains("line 12"), "{}", said.err);
}

/// What the file names is read too, as the gateway would read it.
#[test]
fn files_that_cannot_be_used_are_problems() {
    let (folder, path) = configured(SMALL);
    let check = || run(&["config", "check", path.to_str().unwrap()]);
    let said = check();
    assert_eq!(said.code, 1);
    assert!(said.err.contains("cannot read export.csv: there is no such file"), "{}", said.err);
    std::fs::write(folder.path().join("export.csv"), "<html><body>Not found</body></html>").unwrap();
    let said = check();
    assert_eq!(said.code, 1);
    assert!(said.err.contains("feed export: export.csv: "), "{}", said.err);
}

/// The bounds that the schema states are held by the types.
#[test]
fn numbers_are_held_to_their_bounds() {
    for (key, bound) in [("refresh_seconds = 0", "1 or more"), ("answer_budget_bytes = 10", "4096 or more")] {
        let (_folder, path) = configured(&format!("[server]\n{key}\n{SMALL}"));
        let said = run(&["config", "check", path.to_str().unwrap()]);
        assert_eq!(said.code, 1, "{key}");
        assert!(said.err.contains(bound), "{}", said.err);
    }
}

#[test]
fn a_file_that_cannot_be_read_is_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path().join("none.toml"), folder.path().to_owned()] {
        let said = run(&["config", "check", path.to_str().unwrap()]);
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        assert!(said.err.contains(&format!("cannot read {}", path.display())), "{}", said.err);
    }
    let binary = folder.path().join("binary.toml");
    std::fs::write(&binary, b"\xff\xfe\x00").unwrap();
    assert_eq!(run(&["config", "check", binary.to_str().unwrap()]).code, 2);
}

/// Without a path it takes the usual name in the working folder, or the
/// environment's.
#[test]
fn the_file_has_a_usual_name() {
    let (folder, path) = configured(SMALL);
    let mut command = crate::support::program();
    let said = run_command(command.args(["config", "check"]).current_dir(folder.path()), "");
    assert!(said.err.contains("Feed export for rooftop main"), "{said:?}");
    let mut command = crate::support::program();
    let said = run_command(command.args(["config", "check"]).env("DEALERAGENT_CONFIG", &path), "");
    assert!(said.err.contains("Feed export for rooftop main"), "{said:?}");
}
