//! Units and rooftops off the air: `listing`, `rooftop`.

use std::{fs, path::Path};

use serde_json::Value;

use crate::{
    feed_kept::{cars, dealer, feed, json},
    support::{Said, Server, run},
};

fn listing(config: &str, words: &[&str]) -> Said {
    run(&[&["listing"], words, &["--config", config]].concat())
}

fn rooftop(config: &str, words: &[&str]) -> Said {
    run(&[&["rooftop"], words, &["--config", config]].concat())
}

/// How many listings a search finds at a gateway that is started now.
fn on_air(config: &str) -> usize {
    let server = Server::on("127.0.0.1:0", &["--config", Path::new(config).to_str().unwrap()]);
    let found = server.call_json(&["search", "{\"organization_id\":\"small\",\"query\":\"forester\"}"]);
    found["vehicles"].as_array().unwrap_or_else(|| panic!("{found}")).len()
}

#[test]
fn a_unit_stays_hidden_across_runs() {
    let (folder, config) = dealer(&cars(3));
    assert_eq!(feed(&config, &["import", "export"]).code, 0);
    let said = listing(&config, &["hide", "small", "main", "S2", "--reason", "hail damage", "--by", "Ada"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("hidden: main 9ZZCVDJW3TJ000002 2022 Subaru Forester, stock S2"), "{said:?}");
    assert!(said.err.contains("at its next look"), "{said:?}");
    // By its VIN it is the same.
    let again = listing(&config, &["hide", "small", "main", "9ZZCVDJW3TJ000002"]);
    assert_eq!((again.code, again.err.contains("was hidden before")), (0, true), "{again:?}");
    let table = listing(&config, &["hidden"]);
    assert!(table.out.contains("hail damage") && table.out.contains("Ada"), "{table:?}");
    let hidden = json(&listing(&config, &["hidden", "--json"]));
    let id = hidden["hidden"][0]["vehicle_id"].as_str().unwrap();
    fs::write(folder.path().join("export.csv"), cars(4)).unwrap();
    assert_eq!(feed(&config, &["import", "export"]).code, 0);
    assert_eq!(on_air(&config), 3);
    let said = json(&listing(&config, &["show", "small", "main", id, "--json"]));
    assert_eq!((&said["changed"], said["shown"].as_str()), (&Value::Bool(true), Some(id)));
    assert_eq!(on_air(&config), 4);
    let said = listing(&config, &["show", "small", "main", "S2"]);
    assert_eq!((said.code, said.err.contains("was not hidden")), (0, true), "{said:?}");
}

/// A hide outlives its unit, and is lifted all the same.
#[test]
fn a_hidden_unit_that_left_the_lot() {
    let (folder, config) = dealer(&cars(3));
    let export = folder.path().join("export.csv");
    let import = |time| {
        let said = feed(&config, &["import", "export", export.to_str().unwrap(), "--observed-at", time]);
        assert_eq!(said.code, 0, "{said:?}");
    };
    import("2025-01-01T00:00:00Z");
    assert_eq!(listing(&config, &["hide", "small", "main", "S3"]).code, 0);
    fs::write(&export, cars(2)).unwrap();
    import("2025-01-02T00:00:00Z");
    import("2025-01-03T00:00:00Z");
    assert_eq!(listing(&config, &["show", "small", "main", "S3"]).code, 1, "nothing has that stock number any more");
    let said = listing(&config, &["show", "small", "main", "9ZZCVDJW3TJ000003"]);
    assert_eq!((said.code, said.err.contains("shown again: main 9ZZCVDJW3TJ000003")), (0, true), "{said:?}");
}

/// A stock number may stand for several units: nothing is chosen for the person.
#[test]
fn a_stock_number_of_two_units() {
    let (_folder, config) = dealer(&cars(3).replace("S3,", "S2,"));
    feed(&config, &["import", "export"]);
    let said = listing(&config, &["hide", "small", "main", "S2"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("is the name of several units") && said.err.contains("veh_"), "{said:?}");
    let said = listing(&config, &["hide", "small", "main", "S9"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.err.contains("no unit `S9`") && said.err.contains("nothing is changed"), "{said:?}");
    assert!(listing(&config, &["hidden"]).err.contains("no unit is hidden"));
}

#[test]
fn a_rooftop_is_paused_and_resumed() {
    let (_folder, config) = dealer(&cars(3));
    feed(&config, &["import", "export"]);
    let said = rooftop(&config, &["pause", "small", "mian"]);
    assert_eq!((said.code, said.err.contains("there is no rooftop mian")), (1, true), "{said:?}");
    let said = rooftop(&config, &["pause", "small", "main", "--reason", "moving"]);
    assert_eq!((said.code, said.err.contains("paused: rooftop main of small")), (0, true), "{said:?}");
    let table = rooftop(&config, &["paused"]);
    assert!(table.out.contains("moving"), "{table:?}");
    let paused = json(&rooftop(&config, &["paused", "--json"]));
    assert_eq!(paused["paused"][0]["rooftop_id"], "main");
    let said = rooftop(&config, &["resume", "small", "main"]);
    assert_eq!((said.code, said.err.contains("resumed: rooftop main")), (0, true), "{said:?}");
    assert_eq!(on_air(&config), 3);
    let said = rooftop(&config, &["resume", "small", "main"]);
    assert_eq!((said.code, said.err.contains("was not paused")), (0, true), "{said:?}");
    assert_eq!(rooftop(&config, &["pause", "Small Motors", "main"]).code, 64, "that is no id");
}
