//! What is kept of a feed: `feed import`, `diff`, `runs`, `rejects`, `accept`.

use std::{fs, path::Path};

use serde_json::Value;

use crate::support::{SMALL, Said, configured, run};

const HEAD: &str = "Stock #,VIN,New/Used,Year,Make,Model,Odometer,Price,Vehicle Detail Link,Status\n";

/// An export of so many cars.
pub(crate) fn cars(count: usize) -> String {
    let car = |n: usize| {
        format!(
            "S{n},9ZZCVDJW3TJ{n:06},U,2022,Subaru,Forester,{},20400,https://small.example/{n},In Stock\n",
            9_000 + n
        )
    };
    HEAD.to_owned() + &(1..=count).map(car).collect::<String>()
}

/// A dealer with a data folder, and the arguments that name the configuration.
pub(crate) fn dealer(export: &str) -> (tempfile::TempDir, String) {
    let (folder, path) = configured(&format!("[server]\ndata_dir = \"data\"\n{SMALL}"));
    fs::write(folder.path().join("export.csv"), export).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

pub(crate) fn feed(config: &str, words: &[&str]) -> Said {
    run(&[&["feed"], words, &["--config", config]].concat())
}

pub(crate) fn json(said: &Said) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {said:?}"))
}

fn replace(folder: &Path, export: &str) {
    fs::write(folder.join("export.csv"), export).unwrap();
}

#[test]
fn a_file_is_kept_once() {
    let (_folder, config) = dealer(&cars(3));
    let said = feed(&config, &["import", "export"]);
    assert_eq!(said.code, 0, "{said:?}");
    for part in ["kept: a gateway that serves this data folder", "Run       run_", "3 created", "3 listed"] {
        assert!(said.out.contains(part), "`{part}` is not in {}", said.out);
    }
    let again = json(&feed(&config, &["import", "export", "--json"]));
    assert_eq!((again["verdict"].as_str(), again["exit_code"].as_u64()), (Some("unchanged"), Some(0)));
    let runs = feed(&config, &["runs", "--json"]);
    assert_eq!(runs.code, 0, "{runs:?}");
    let runs = json(&runs);
    assert_eq!(runs["runs"].as_array().unwrap().len(), 1, "{runs}");
    assert_eq!(runs["runs"][0]["outcome"]["is"], "applied");
    let table = feed(&config, &["runs", "export"]);
    assert!(table.out.contains("held back") && table.out.contains("applied"), "{table:?}");
    assert!(feed(&config, &["runs", "other"]).err.contains("no run is on record"));
}

/// Exactly what waits is released, by its run.
#[test]
fn a_run_that_waits_is_released() {
    let (folder, config) = dealer(&cars(20));
    assert_eq!(feed(&config, &["import", "export"]).code, 0);
    replace(folder.path(), &cars(4));
    let diff = feed(&config, &["diff", "export"]);
    assert_eq!(diff.code, 3, "{diff:?}");
    assert!(diff.out.contains("would wait for a person") && diff.out.contains("Because   "), "{diff:?}");
    let said = feed(&config, &["import", "export", "--json"]);
    assert_eq!(said.code, 3, "{said:?}");
    let waits = json(&said);
    assert_eq!((waits["verdict"].as_str(), waits["reasons"][0]["kind"].as_str()), (Some("held"), Some("removes")));
    let id = waits["run"].as_str().unwrap();
    let again = feed(&config, &["import", "export"]);
    assert_eq!(again.code, 3);
    assert!(again.out.contains("WAITS FOR YOU") && again.err.contains("still held back"), "{again:?}");
    assert_eq!(feed(&config, &["runs"]).code, 3);
    let released = feed(&config, &["accept", id, "--by", "Ada"]);
    assert_eq!(released.code, 0, "{released:?}");
    assert!(released.out.contains("released by Ada") && released.err.contains("at its next look"), "{released:?}");
    let runs = json(&feed(&config, &["runs", "--json"]));
    assert_eq!((runs["runs"][0]["outcome"]["by"].as_str(), runs["exit_code"].as_u64()), (Some("Ada"), Some(0)));
    let twice = feed(&config, &["accept", id]);
    assert_eq!(twice.code, 2);
    assert!(twice.err.contains("does not wait for anybody: it is accepted"), "{twice:?}");
}

#[test]
fn rows_that_are_held_back_stay_on_record() {
    let broken = cars(2).replace("9ZZCVDJW3TJ000002", "");
    let (_folder, config) = dealer(&broken);
    let said = feed(&config, &["import", "export", "--json"]);
    assert_eq!(said.code, 1, "{said:?}");
    let id = json(&said)["run"].as_str().unwrap().to_owned();
    let rejects = feed(&config, &["rejects", &id]);
    assert_eq!(rejects.code, 1, "{rejects:?}");
    let row = rejects.out.lines().find(|line| line.trim_start().starts_with("3 ")).unwrap();
    assert!(row.contains("S2") && row.contains("vin"), "{row}");
    let rejects = json(&feed(&config, &["rejects", &id, "--json"]));
    assert_eq!((rejects["held_back"].as_u64(), rejects["rejects"][0]["line"].as_u64()), (Some(1), Some(3)));
}

/// A file that cannot be used is on record, and what is kept stays.
#[test]
fn a_file_that_cannot_be_used() {
    let (folder, config) = dealer(&cars(3));
    assert_eq!(feed(&config, &["import", "export"]).code, 0);
    let page = folder.path().join("page.html");
    fs::write(&page, "<html><body>Sign in</body></html>").unwrap();
    let said = feed(&config, &["import", "export", page.to_str().unwrap()]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("a web page (HTML)"), "{said:?}");
    let runs = feed(&config, &["runs"]);
    assert_eq!(runs.code, 2, "the newest run: {runs:?}");
    let diff = json(&feed(&config, &["diff", "export", "--json"]));
    assert_eq!(diff["verdict"], "unchanged");
}

/// A diff makes nothing, not even the folder.
#[test]
fn a_diff_changes_nothing() {
    let (folder, config) = dealer(&cars(3));
    let said = feed(&config, &["diff", "export", "--json"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(json(&said)["diff"]["totals"]["created"], 3);
    assert!(!folder.path().join("data").exists());
    let runs = feed(&config, &["runs"]);
    assert_eq!(runs.code, 2);
    assert!(runs.err.contains("holds nothing yet"), "{runs:?}");
    assert!(!folder.path().join("data").exists());
}

/// What somebody pipes in has no time of its own, unless it is said.
#[test]
fn standard_input() {
    let (_folder, config) = dealer(&cars(3));
    let words = ["feed", "import", "export", "-", "--config", &config, "--json"];
    let import = |more: &[&str]| json(&crate::support::run_with_input(&[&words, more].concat(), &cars(3)));
    assert_eq!(import(&[])["verdict"], "applied");
    assert_eq!(import(&[])["verdict"], "unchanged", "that it came again says nothing");
    let old = import(&["--observed-at", "2026-01-01T00:00:00Z"]);
    assert_eq!(old["verdict"], "unchanged", "the same bytes, at no later time: {old}");
}

#[test]
fn what_the_command_line_lacks() {
    let (folder, config) = dealer(&cars(3));
    let said = run(&["feed", "import", "export"]);
    assert_eq!(said.code, 64);
    assert!(said.err.contains("--config FILE is needed"), "{said:?}");
    let said = feed(&config, &["import", "exprot"]);
    assert_eq!(said.code, 64);
    assert!(said.err.contains("there is no feed `exprot`; configured are: export"), "{said:?}");
    assert_eq!(run(&["feed", "runs"]).code, 64);
    let said = feed(&config, &["accept", "run_1"]);
    assert_eq!(said.code, 64);
    assert!(said.err.contains("must be the id of a run"), "{said:?}");
    assert_eq!(feed(&config, &["import", "export", "no-such.csv"]).code, 2);
    assert!(!folder.path().join("data").exists(), "nothing is made for a file that is not there");
}
