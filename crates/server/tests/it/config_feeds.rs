//! What a feed's section says beyond the export's path: profiles of one's own,
//! readings, caps, rooftops, and what is usual for a profile.

use dealeragent_feeds::{decode::DeclaredEncoding, judge::JudgeRules, read::Delimiter};
use dealeragent_server::{
    config::{Config, ConfigErrors, FeedPlan},
    files::Files,
};

use crate::support::{NOW, Running, folder::Folder, time};

const HEAD: &str = r#"
[operator]
name = "Two Lots"

[[organizations]]
id = "lots"
name = "Two Lots"

[[organizations.rooftops]]
id = "north"
name = "North"
timezone = "America/Denver"
address = { lines = ["1 Road"], locality = "Denver", country = "US" }
departments = ["sales"]

[[organizations.rooftops]]
id = "south"
name = "South"
timezone = "America/Denver"
address = { lines = ["2 Road"], locality = "Denver", country = "US" }
departments = ["sales"]

[[feeds]]
id = "export"
organization = "lots"
path = "export.csv"
price_includes_required_charges = false
"#;

fn read_in(folder: &Folder, feed: &str) -> Result<Config, ConfigErrors> {
    Config::read("x.toml", &format!("{HEAD}{feed}"), &folder.files(), time(NOW))
}

fn plan(feed: &str) -> FeedPlan {
    read_in(&Folder::with(&[]), feed).unwrap_or_else(|errors| panic!("{errors}")).feeds.remove(0)
}

fn problems(feed: &str) -> Vec<String> {
    let errors = read_in(&Folder::with(&[]), feed).unwrap_err();
    errors.problems.iter().map(|problem| format!("{}: {}", problem.key, problem.message)).collect()
}

#[test]
fn what_is_usual_for_the_profile_need_not_be_said() {
    let plan = plan("rooftop = \"north\"\nprofile = \"edealer-en\"\n");
    let settings = &plan.settings;
    assert_eq!((settings.currency.code(), settings.price_column.as_str()), ("CAD", "sale_price"));
    assert_eq!(settings.odometer_unit.unwrap().as_str(), "km");
    assert_eq!(settings.time_zone.to_string(), "America/Denver", "the rooftop's");
    let said = self::plan(
        "rooftop = \"north\"\nprofile = \"edealer-en\"\ncurrency = \"USD\"\nodometer_unit = \"mi\"\n\
         price_column = \"regular_price\"\ntime_zone = \"America/Toronto\"\n",
    );
    let settings = &said.settings;
    assert_eq!((settings.currency.code(), settings.price_column.as_str()), ("USD", "regular_price"));
    assert_eq!(settings.odometer_unit.unwrap().as_str(), "mi");
    assert_eq!(settings.time_zone.to_string(), "America/Toronto");
}

#[test]
fn what_nobody_says_is_asked_for() {
    assert_eq!(
        problems("rooftop = \"north\"\nprofile = \"vauto\"\n"),
        [
            "feeds[0]: `currency` is required: no export says what its amounts are in, and the profile has no usual one",
            "feeds[0]: `price_column` is required: name the one column with the advertised price, and the profile has no \
             usual one",
        ]
    );
    let without = problems("currency = \"USD\"\nprice_column = \"Price\"\n");
    assert!(without[0].starts_with("feeds[0]: `profile` is required, or `profile_file`"), "{without:?}");
    assert!(without[1].contains("`rooftop` is required, or `rooftops`"), "{without:?}");
}

#[test]
fn readings_and_caps() {
    let plan = plan(
        "rooftop = \"north\"\nprofile = \"edealer-en\"\n\
         reading = { encoding = \"iso-8859-15\", delimiter = \"semicolon\", strict = true }\n\
         limits = { file_mib = 2, unpacked_mib = 3, rows = 4, columns = 5, record_kib = 6, cell_kib = 7 }\n",
    );
    let reading = plan.settings.reading;
    assert_eq!(reading.encoding, Some(DeclaredEncoding::Iso8859_15));
    assert_eq!((reading.delimiter, reading.strict), (Some(Delimiter::Semicolon), true));
    let limits = plan.limits;
    assert_eq!((limits.file_bytes, limits.unpacked_bytes), (2 << 20, 3 << 20));
    assert_eq!((limits.rows, limits.columns, limits.record_bytes, limits.cell_bytes), (4, 5, 6 << 10, 7 << 10));
    let wrong = problems(
        "rooftop = \"north\"\nprofile = \"edealer-en\"\nreading = { encoding = \"ebcdic\", delimter = \"tab\" }\n\
         limits = { rows = 0, file_mib = 513 }\n",
    )
    .join("\n");
    for part in [
        "feeds[0].reading.encoding: ",
        "feeds[0].reading.delimter: unknown property; did you mean `delimiter`?",
        "feeds[0].limits.rows: must be 1 or more",
        "feeds[0].limits.file_mib: must be 512 or less",
    ] {
        assert!(wrong.contains(part), "`{part}` is not in\n{wrong}");
    }
}

/// A cap is a cap when the feed is run.
#[test]
fn caps_are_held() {
    let folder = Folder::with(&[("export.csv", LOT)]);
    let feed = "rooftop = \"north\"\nprofile = \"vauto\"\ncurrency = \"USD\"\nprice_column = \"Price\"\n";
    let running = |more: &str| Running::configured(&format!("{HEAD}{feed}{more}"), folder.files()).outcomes.remove(0);
    assert_eq!(running("").result.unwrap().report.published, 3);
    let fault = running("limits = { rows = 2 }\n").result.unwrap_err();
    assert!(fault.contains("larger than the cap `rows` of 2"), "{fault}");
}

const OWN: &str = "id = \"mine\"\ntitle = \"Mine\"\nextends = \"vauto\"\n[defaults]\ncurrency = \"USD\"\n\
    price_column = \"Asking\"\ntime_zone = \"America/Phoenix\"\n[columns]\nstock = [\"Unit\"]\n";

#[test]
fn a_profile_of_ones_own() {
    let feed = "rooftop = \"north\"\nprofile_file = \"mine.toml\"\n";
    let plan = read_in(&Folder::with(&[("mine.toml", OWN)]), feed).unwrap().feeds.remove(0);
    assert_eq!(plan.profile.id(), "mine");
    assert_eq!(plan.settings.price_column, "Asking");
    assert_eq!(plan.settings.time_zone.to_string(), "America/Phoenix", "the profile knows its source's zone");

    let broken = Folder::with(&[("mine.toml", &format!("{OWN}colour = [\"Paint\"]\n"))]);
    let errors = read_in(&broken, &format!("{feed}limits = {{ rows = 0 }}\n")).unwrap_err();
    let told = errors.to_string();
    assert_eq!(errors.problems.len(), 2, "{told}");
    assert!(
        told.contains("mine.toml:10: not a valid profile: line 10, `colour = [\"Paint\"]`: unknown variant"),
        "{told}"
    );
    assert!(told.contains("feeds[0].limits.rows"), "{told}");

    let both = problems("rooftop = \"north\"\nprofile = \"vauto\"\nprofile_file = \"mine.toml\"\n");
    assert!(both.iter().any(|problem| problem.starts_with("feeds[0].profile_file: a feed has `profile`")), "{both:?}");
    assert!(both.iter().any(|problem| problem.contains("cannot read mine.toml: there is no such file")), "{both:?}");
}

const LOT: &str = "VIN,New/Used,Year,Make,Model,Price,Vehicle Detail Link,Lot\n\
    9ZZDAPT10RA000001,U,2024,Testla,Modelo,18995,https://north.example/v/1,N\n\
    9ZZDAPT12RA000002,U,2024,Testla,Modelo,18995,https://SOUTH.example/v/2,n\n\
    9ZZDAPT14RA000003,U,2024,Testla,Modelo,18995,https://west.example/v/3,W\n";

const VAUTO: &str = "profile = \"vauto\"\ncurrency = \"USD\"\nprice_column = \"Price\"\n";

/// How many listings each rooftop has.
fn listings(running: &Running) -> Vec<(String, usize)> {
    let snapshot = running.gateway.snapshot();
    let rooftops = snapshot.organizations().flat_map(|organization| organization.rooftops());
    let mut found: Vec<(String, usize)> = rooftops.map(|roof| (roof.rooftop_id.to_string(), roof.listings)).collect();
    found.sort();
    found
}

/// One file, two rooftops: by a column's cells, in which case matters, or by the
/// host of the page address, in which it does not. Whoever fits neither is held
/// back.
#[test]
fn one_file_fills_several_rooftops() {
    for rule in [
        "rooftops = { column = \"Lot\", map = { N = \"north\", n = \"south\" } }\n",
        "rooftops = { hosts = { \"north.example\" = \"north\", \"south.example\" = \"south\" } }\n",
    ] {
        let folder = Folder::with(&[("export.csv", LOT)]);
        let running = Running::configured(&format!("{HEAD}{VAUTO}{rule}"), folder.files());
        assert_eq!(listings(&running), [("north".to_owned(), 1), ("south".to_owned(), 1)], "{rule}");
        let report = &running.outcomes[0].result.as_ref().unwrap().report;
        assert_eq!((report.published, report.rejected, report.rejects[0].line), (2, 1, 4), "{rule}");
        assert_eq!(running.outcomes[0].rooftops, ["north", "south"]);

        // A file that says nothing about a rooftop takes nothing off it.
        let only_north: String = LOT.split_inclusive('\n').take(2).collect();
        folder.write("export.csv", only_north.as_bytes(), "2026-12-01T11:00:00Z");
        assert_eq!(running.feeds.run(time(NOW))[0].result.as_ref().unwrap().report.published, 1);
        assert_eq!(listings(&running), [("north".to_owned(), 1), ("south".to_owned(), 1)], "{rule}");
    }
}

#[test]
fn a_rule_has_to_fit() {
    for (rule, part) in [
        ("rooftops = { map = { N = \"north\" } }\n", "needs `column`: the profile has no column"),
        ("rooftops = { column = \"Lot\" }\n", "takes one of `map` and `hosts`"),
        ("rooftops = { column = \"VIN\", map = { N = \"north\" } }\n", "stands for both `vin` and `rooftop`"),
        ("rooftops = { hosts = { \"n.example\" = \"west\" } }\n", "no rooftop `west`; it has: north, south"),
        ("rooftops = { hosts = { \"n.example\" = \"no id!\" } }\n", "must be an id"),
        ("rooftop = \"north\"\nrooftops = { hosts = { \"n.example\" = \"north\" } }\n", "remove it: `rooftops` says"),
    ] {
        let found = problems(&format!("{VAUTO}{rule}"));
        assert!(found.iter().any(|problem| problem.contains(part)), "`{part}` is not in {found:?}");
        assert_eq!(found.len(), 1, "{found:?}");
    }
}

/// Several feeds may fill one rooftop. One that only adds needs one that lists.
#[test]
fn a_rooftop_may_have_several_feeds() {
    let second = |role: &str| {
        format!(
            "\n[[feeds]]\nid = \"other\"\norganization = \"lots\"\nrooftop = \"south\"\npath = \"other.csv\"\n\
             price_includes_required_charges = false\nrole = \"{role}\"\n"
        )
    };
    let rule = "rooftops = { hosts = { \"n.example\" = \"north\", \"s.example\" = \"south\" } }\n";
    for role in ["lists", "adds"] {
        let text = format!("{HEAD}{VAUTO}{rule}{}{VAUTO}", second(role));
        let read = Config::read("x.toml", &text, &Files::Demo, time(NOW));
        assert_eq!(read.map(|config| config.feeds.len()).map_err(|errors| errors.to_string()), Ok(2), "{role}");
    }
    let north = "rooftops = { hosts = { \"n.example\" = \"north\" } }\n";
    let found = problems(&format!("{VAUTO}{north}{}{VAUTO}", second("adds")));
    assert_eq!(
        found,
        [
            "feeds[1].role: no feed lists the units of `south` that this one could add to; write \"lists\" here, or give \
             the rooftop another feed"
        ]
    );
}

/// What has a place in the order must be there.
#[test]
fn the_order_of_feeds_names_feeds_and_facts() {
    let rule = "rooftops = { hosts = { \"n.example\" = \"north\", \"s.example\" = \"south\" } }\n";
    let order = "[precedence]\nfeeds = [\"lost\"]\nfacts = { prise = [\"lost\"] }\n";
    let found = problems(&format!("{VAUTO}{rule}{order}"));
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].starts_with("precedence.feeds[0]: there is no such feed; known are: "), "{found:?}");
    assert!(found.iter().any(|problem| problem.starts_with("precedence.facts.prise: there is no such fact")));
}

/// What is not said is as the judge has it; what is said is taken.
#[test]
fn the_judges_bounds() {
    let rule = "rooftops = { hosts = { \"n.example\" = \"north\", \"s.example\" = \"south\" } }\n";
    let bounds = "guard = { removed_percent = 50, at_least = 9 }\ngrace = { hours = 36 }\n";
    let read = |text: &str| Config::read("x.toml", text, &Files::Demo, time(NOW)).unwrap().feeds[0].rules;
    let usual = JudgeRules::default();
    let zone = "time_zone = \"America/Denver\"\n";
    assert_eq!(read(&format!("{HEAD}{VAUTO}{rule}{zone}")), usual);
    let said = read(&format!("{HEAD}{VAUTO}{rule}{zone}{bounds}"));
    assert_eq!((said.guard.most_removed.get(), said.guard.at_least), (50, 9));
    assert_eq!(said.guard.most_prices_moved, usual.guard.most_prices_moved);
    assert_eq!((said.grace.files, said.grace.seconds), (1, 36 * 3_600));
}

/// Dates without a zone need one zone.
#[test]
fn rooftops_in_several_zones_need_the_files_zone() {
    let text =
        format!("{HEAD}{VAUTO}rooftops = {{ hosts = {{ \"n.example\" = \"north\", \"s.example\" = \"south\" }} }}\n");
    let text = text.replacen("America/Denver", "America/Chicago", 1);
    let read = |text: &str| Config::read("x.toml", text, &Files::Demo, time(NOW));
    let told = read(&text).unwrap_err().to_string();
    assert!(told.contains("`time_zone` is required") && told.contains("America/Chicago, America/Denver"), "{told}");
    let config = read(&format!("{text}time_zone = \"America/Chicago\"\n")).unwrap();
    assert_eq!(config.feeds[0].settings.time_zone.to_string(), "America/Chicago");
}
