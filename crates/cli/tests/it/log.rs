//! `--log`: what it takes, and what stands in the log.

use std::fs;

use crate::support::{ONE_CAR, SMALL, Said, configured, program, run, run_command, run_with_input};

#[test]
fn a_filter_that_is_none_is_refused() {
    let refused = |said: Said, what: &str| {
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{what}");
        assert!(
            said.err.contains("must be off, error, warn, info, debug or trace, or a filter"),
            "{what}: {}",
            said.err
        );
    };
    for filter in ["loud", "", "info,loud", "dealeragent_server=loud", "=", "dealeragent_server"] {
        refused(run(&["--log", filter, "call", "get_manifest"]), filter);
    }
    refused(run_command(program().args(["serve", "--stdio"]).env("DEALERAGENT_LOG", "loud"), ""), "environment");
}

#[test]
fn levels_and_filters_are_taken() {
    for filter in ["off", "ERROR", "warn", "info", "debug", "trace", "warn,dealeragent_server=debug"] {
        let said = run_with_input(&["--log", filter, "serve", "--stdio"], "");
        assert_eq!(said.code, 0, "{filter}: {}", said.err);
    }
}

/// Each row that is held back stands in the log with line, column and reason,
/// and so does what the side files gave.
#[test]
fn rows_that_are_held_back_are_logged() {
    let said = run_with_input(&["--log", "info", "serve", "--stdio"], "");
    let held_back: Vec<&str> = said.err.lines().filter(|line| line.contains("held back: line ")).collect();
    assert_eq!(held_back.len(), 6, "{}", said.err);
    assert!(held_back[0].contains("line 12") && held_back[0].contains("INFO"), "{}", held_back[0]);
    assert_eq!(said.err.lines().filter(|line| line.contains("side file read")).count(), 2, "{}", said.err);
    let quiet = run_with_input(&["serve", "--stdio"], "");
    assert!(!quiet.err.contains("held back: line "), "{}", quiet.err);
}

/// However broken a file is, the log of one run is bounded.
#[test]
fn the_log_of_a_run_is_bounded() {
    let (folder, path) = configured(SMALL);
    let broken = "1,,N,2026,Subaru,Outback,17,40400,https://small.example/1,In Stock\n".repeat(1500);
    fs::write(folder.path().join("export.csv"), format!("{ONE_CAR}{broken}")).unwrap();
    let said = run_with_input(&["--log", "info", "serve", "--stdio", "--config", path.to_str().unwrap()], "");
    assert_eq!(said.err.lines().filter(|line| line.contains("held back: line ")).count(), 200);
    assert!(said.err.contains("more=1300"), "{}", said.err);
    // The banner counts all of them, not those that a report lists.
    assert!(said.err.contains("1500 rows held back"), "{}", said.err);
}

/// A side file that cannot be read is a warning, so that it shows by itself.
#[test]
fn a_broken_side_file_is_warned_of() {
    let (folder, path) = configured(&format!("{SMALL}evidence = [\"side.json\"]\n"));
    fs::write(folder.path().join("export.csv"), ONE_CAR).unwrap();
    let said = run_with_input(&["serve", "--stdio", "--config", path.to_str().unwrap()], "");
    let warned = said.err.lines().any(|line| line.contains("WARN") && line.contains("cannot read side.json"));
    assert!(warned, "{}", said.err);
}
