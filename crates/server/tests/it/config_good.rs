//! A good configuration and what it becomes.

use dealeragent_server::{config::Config, demo, files::Files};

use crate::support::{NOW, folder::Folder, time};

fn read(text: &str) -> Config {
    Config::read("dealeragent.toml", text, &Files::Demo, time(NOW)).unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn the_demo_is_a_good_configuration() {
    let config = read(demo::CONFIG);
    assert_eq!(config.listen.to_string(), "127.0.0.1:8484");
    assert_eq!((config.dealers.len(), config.sites.len(), config.feeds.len()), (1, 1, 2));
    assert_eq!(config.dealers[0].rooftops.len(), 2);
    assert_eq!(config.dealers[0].incentives.len(), 8);
    assert!(config.sites[0].public_url.is_none());
}

/// Everything that has a default may be left out.
#[test]
fn a_small_configuration_is_enough() {
    let config = read(SMALL);
    assert_eq!(config.listen.to_string(), "127.0.0.1:8484");
    assert_eq!((config.refresh_seconds, config.answer_budget), (60, 75_000));
    assert!(config.feeds.is_empty());
    let declaration = &config.dealers[0].declaration;
    assert!(!declaration.tool_set().is_core(), "the availability check is not open by itself");
    assert_eq!(declaration.without_sign_in().tools().count(), 6);
}

#[test]
fn the_same_file_is_read_from_a_folder() {
    let folder = Folder::demo();
    let config = Config::read("x", demo::CONFIG, &folder.files(), time(NOW)).unwrap();
    assert_eq!(config.dealers[0].incentives.len(), 8);
}

pub(crate) const SMALL: &str = r#"
[operator]
name = "Small Motors"

[[organizations]]
id = "small"
name = "Small Motors"

[[organizations.rooftops]]
id = "main"
name = "Small Motors"
timezone = "Europe/Berlin"
address = { lines = ["Hauptstr. 1"], locality = "Ulm", country = "DE" }
departments = ["sales"]
"#;
