//! What may stand in the configuration.

use dealeragent_protocol::{
    intake::Intake,
    values::{TimeOfDay, TimeZoneName},
};
use dealeragent_sources::{Every, ScheduleKeys};

use crate::world::{Table, plan};

fn faults(toml: &str) -> String {
    let table: Table = toml::from_str(toml).unwrap();
    let faults = table.keys().plan().unwrap_err();
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn each_kind_says_where_it_is() {
    for (toml, place) in [
        ("path = \"lot.csv\"", "lot.csv"),
        ("folder = { path = \"in\", pattern = \"lot-*.csv\" }", "in/lot-*.csv"),
        ("url = { address = \"https://feeds.example/lot.csv?key=hunter2\" }", "https://feeds.example"),
        (
            "sftp = { host = \"sftp.example\", user = \"u\", password = { env = \"P\" }, path = \"out/lot.csv\" }",
            "sftp://sftp.example/out/lot.csv",
        ),
        (
            "sftp = { host = \"sftp.example\", port = 2222, user = \"u\", private_key = { file = \"k\" }, \
             folder = \"/out/\", pattern = \"*.csv\", host_keys = [] }",
            "sftp://sftp.example:2222/out/*.csv",
        ),
        (
            "s3 = { endpoint = \"https://s3.example\", region = \"us-east-1\", bucket = \"lots\", key = \"a/b.csv\" }",
            "https://s3.example/lots",
        ),
    ] {
        let plan = plan(toml);
        assert_eq!(plan.place(), place, "{toml}");
        assert!(!format!("{plan:?}").contains("hunter2"), "{plan:?}");
    }
}

#[test]
fn a_feed_comes_from_one_place() {
    for toml in ["", "path = \"a\"\nurl = { address = \"https://feeds.example/\" }"] {
        assert!(faults(toml).contains("write exactly one of path, folder, url, sftp, s3"), "{toml}");
    }
}

#[test]
fn what_cannot_work_is_refused_with_what_to_write() {
    let sftp = "host = \"h.example\", user = \"u\"";
    let s3 = "endpoint = \"https://s3.example\", region = \"r\", bucket = \"b\"";
    for (toml, said) in [
        ("path = \"lot.csv.part\"".to_owned(), "path: this is the name of an upload"),
        ("folder = { path = \"in\", pattern = \"[ab].csv\" }".to_owned(), "folder.pattern: must be a pattern"),
        ("folder = { path = \"in\", pattern = \"sub/*.csv\" }".to_owned(), "without folders"),
        ("url = { address = \"feeds.example\" }".to_owned(), "url.address: write a whole address"),
        ("url = { address = \"https://u:p@feeds.example/\" }".to_owned(), "write basic = {"),
        ("url = { address = \"ftp://feeds.example/\" }".to_owned(), "begin it with https://"),
        (
            "url = { address = \"https://feeds.example/\", headers = { authorization = { env = \"A\" } } }".to_owned(),
            "authorization is written as bearer or basic",
        ),
        (
            "url = { address = \"https://feeds.example/\", bearer = { env = \"A\" }, \
             basic = { user = \"u\", password = { env = \"B\" } } }"
                .to_owned(),
            "url.bearer: write either bearer or basic",
        ),
        (format!("sftp = {{ {sftp}, path = \"a\" }}"), "write either password = "),
        (format!("sftp = {{ {sftp}, password = {{ env = \"A\" }} }}"), "write either path = "),
        (format!("sftp = {{ {sftp}, password = {{ env = \"A\" }}, folder = \"a\" }}"), "folder = \"…\" with pattern"),
        (
            format!("sftp = {{ {sftp}, password = {{ env = \"A\" }}, path = \"a\", host_keys = [\"SHA256:abc\"] }}"),
            "sftp.host_keys: write fingerprints",
        ),
        (
            format!("sftp = {{ {sftp}, password = {{ env = \"A\" }}, path = \"a\", port = 0 }}"),
            "sftp.port: write a port",
        ),
        (
            "sftp = { host = \"u@h.example\", user = \"u\", password = { env = \"A\" }, path = \"a\" }".to_owned(),
            "sftp.host: write the host alone",
        ),
        (format!("s3 = {{ {s3} }}"), "write either key = "),
        (format!("s3 = {{ {s3}, key = \"a\", access_key = {{ env = \"A\" }} }}"), "access_key and secret_key together"),
        (
            "s3 = { endpoint = \"https://s3.example/b\", region = \"r\", bucket = \"b\", key = \"k\" }".to_owned(),
            "s3.endpoint: write scheme and host alone",
        ),
        (
            "s3 = { endpoint = \"https://s3.example\", region = \"r\", bucket = \"B/x\", key = \"k\" }".to_owned(),
            "s3.bucket: write the bucket's name",
        ),
    ] {
        assert!(faults(&toml).contains(said), "{toml}\n{}", faults(&toml));
    }
}

#[test]
fn unknown_keys_and_other_units_are_refused() {
    let unknown = toml::from_str::<Table>("folder = { path = \"in\", patern = \"*\" }").unwrap_err();
    assert!(unknown.to_string().contains("patern"));
    for text in ["15", "15s", "0m", "8d", "1.5h", "", "-1m", "999999m", "15 m", "m"] {
        assert!(Every::parse(text).is_err(), "{text}");
    }
    for (text, seconds) in [("1m", 60), ("15m", 900), ("24h", 86_400), ("7d", 604_800)] {
        assert_eq!(Every::parse(text).unwrap().duration().as_secs(), seconds, "{text}");
    }
}

#[test]
fn a_feed_is_looked_at_in_one_way() {
    let zone = TimeZoneName::parse("America/Denver").unwrap();
    let every = Every::parse("15m").unwrap();
    let hour = Every::parse("1h").unwrap();
    let times = [TimeOfDay::parse("06:30").unwrap()];
    let plan = |every, daily_at| ScheduleKeys { every, daily_at }.plan("lot", &zone, hour);
    assert_eq!(plan(None, None).unwrap().longest_gap(), hour.duration());
    assert_eq!(plan(Some(every), None).unwrap().longest_gap(), every.duration());
    assert_eq!(plan(Some(every), Some(&times)).unwrap_err().to_string(), "every: write either every or daily_at");
    assert!(plan(None, Some(&[])).unwrap_err().to_string().contains("at least one time"));
    assert_eq!(plan(None, Some(&times)).unwrap().longest_gap().as_secs(), 25 * 3600);
}

#[test]
fn the_keys_go_through_the_intake_and_no_secret_comes_back() {
    let intake = Intake::<Table>::strict().unwrap();
    let read = |text: &str| {
        let value = serde_json::to_value(toml::from_str::<toml::Table>(text).unwrap()).unwrap();
        intake.read(value, |_, _| {}).map_err(|violations| format!("{violations:?}"))
    };
    for good in [
        "path = \"lot.csv\"",
        "url = { address = \"https://feeds.example/\", headers = { x-key = { env = \"A\" } }, bearer = { file = \"b\" } }",
        "sftp = { host = \"h\", user = \"u\", port = 2222, password = { env = \"A\" }, host_keys = [\"SHA256:x\"], path = \"p\" }",
        "s3 = { endpoint = \"https://s\", region = \"r\", bucket = \"b\", style = \"virtual_host\", key = \"k\" }",
    ] {
        assert!(read(good).is_ok(), "{good}: {:?}", read(good).err());
    }
    for bad in [
        "url = { address = \"https://feeds.example/\", bearer = \"hunter2\" }",
        "url = { address = \"https://feeds.example/\", bearer = { value = \"hunter2\" } }",
        "url = { address = \"https://feeds.example/\", bearer = { env = \"A\", file = \"hunter2\" } }",
        "url = { address = \"https://feeds.example/\", bearer = { env = \"hunter2=\" } }",
        "url = { address = \"https://feeds.example/\", bearer = {} }",
        "sftp = { host = \"h\", user = \"u\", port = 70000, path = \"p\" }",
    ] {
        let refusal = read(bad).unwrap_err();
        assert!(!refusal.contains("hunter2"), "{bad}: {refusal}");
    }
}

/// The blocks of the operators' guide mean what it says.
#[test]
fn what_the_guide_says_can_be_pasted() {
    let guide = include_str!("../../../../docs/feeds.md");
    let blocks = guide.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut places = Vec::new();
    for block in blocks {
        let whole: toml::Table = toml::from_str(block).unwrap_or_else(|error| panic!("{error}\n{block}"));
        let feed = match whole.get("feeds") {
            Some(toml::Value::Array(feeds)) => feeds[0].as_table().unwrap().clone(),
            Some(toml::Value::Table(feed)) => feed.clone(),
            _ => whole,
        };
        if let Some(every) = feed.get("every") {
            assert!(Every::parse(every.as_str().unwrap()).is_ok());
        }
        let keys = ["path", "folder", "url", "sftp", "s3"];
        let source: toml::Table = feed.into_iter().filter(|(key, _)| keys.contains(&key.as_str())).collect();
        if !source.is_empty() {
            places.push(plan(&toml::to_string(&source).unwrap()).place());
        }
    }
    let wanted = [
        "incoming/inventory.csv",
        "incoming/inventory-*.csv",
        "https://feeds.vendor.example",
        "https://feeds.vendor.example",
        "sftp://sftp.vendor.example/outbound/inventory.csv",
        "https://s3.us-east-1.amazonaws.com/hill-street-exports",
    ];
    assert_eq!(places, wanted);
}
