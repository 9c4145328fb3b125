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
    assert_eq!((said.code, said.out.trim()), (0, r#"{"problems":[]}"#));
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
    assert_eq!(said.code, 0, "{said:?}");
    let mut command = crate::support::program();
    let said = run_command(command.args(["config", "check"]).env("DEALERAGENT_CONFIG", &path), "");
    assert_eq!(said.code, 0, "{said:?}");
}
