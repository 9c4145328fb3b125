//! `dealeragent publish`: real runs into folders of the test's own.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    time::SystemTime,
};

use dealeragent_protocol::facts::WellKnownReading;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{ONE_CAR, SMALL, Said, configured, program, run};

const DOCUMENT: &str = ".well-known/dealer-agent.json";
const FEED: &str = "feeds/inventory.csv";
const BASE: &str = "https://small.example";

/// A dealership with its export, and a folder to publish to.
struct Place {
    folder: TempDir,
    config: PathBuf,
}

impl Place {
    fn of(config: &str, exports: &[(&str, &str)]) -> Self {
        let (folder, config) = configured(config);
        for (name, text) in exports {
            fs::write(folder.path().join(name), text).unwrap();
        }
        Self { folder, config }
    }

    fn small() -> Self {
        Self::of(SMALL, &[("export.csv", ONE_CAR)])
    }

    /// Three dealers; the second's export is missing.
    fn vendor() -> Self {
        let (operator, rest) = SMALL.split_once("[[organizations]]").unwrap();
        let mut config = operator.to_owned();
        for id in ["one", "two", "three"] {
            let dealer = format!("[[organizations]]{rest}").replace("\"small\"", &format!("\"{id}\""));
            let dealer =
                dealer.replace("\"main\"", &format!("\"{id}-main\"")).replace("\"export\"", &format!("\"{id}\""));
            config.push_str(&dealer.replace("export.csv", &format!("{id}.csv")));
        }
        Self::of(&config, &[("one.csv", ONE_CAR), ("three.csv", ONE_CAR)])
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    fn publish(&self, more: &[&str]) -> Said {
        let base = if more.contains(&"--base-url") { &[][..] } else { &["--base-url", BASE][..] };
        let out = self.out();
        let always = ["publish", "--config", self.config.to_str().unwrap(), "--out", out.to_str().unwrap()];
        run(&[&always, base, more].concat())
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.out().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).unwrap();
    }

    fn written_at(&self, path: &str) -> SystemTime {
        fs::metadata(self.out().join(path)).unwrap().modified().unwrap()
    }
}

fn json(said: &Said) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {said:?}"))
}

/// Nothing but what belongs there: no temporary file is left.
fn files_in(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            names.extend(files_in(&path).into_iter().map(|inner| format!("{name}/{inner}")));
        } else {
            names.push(name);
        }
    }
    names.sort();
    names
}

#[test]
fn one_dealer_is_published_at_the_top() {
    let place = Place::small();
    let said = place.publish(&["--export-schedule", "daily 02:00"]);
    assert_eq!((said.code, said.out.as_str()), (0, ""), "{said:?}");
    assert!(said.err.contains("small: published, 1 row(s)"), "{}", said.err);
    assert_eq!(files_in(&place.out()), [DOCUMENT, FEED, "publication.json"]);
    let document = WellKnownReading::parse(place.read(DOCUMENT).as_bytes()).unwrap();
    assert!(document.unknown.is_empty());
    assert_eq!(document.document.published_feed.url.as_str(), "https://small.example/feeds/inventory.csv");
    assert_eq!(document.document.gateway, None, "there are files alone");
    let feed = place.read(FEED);
    assert!(feed.lines().nth(1).unwrap().starts_with("small,main,9ZZCVDJW3TJ000563,00563,2026,"), "{feed}");
    let manifest: Value = serde_json::from_str(&place.read("publication.json")).unwrap();
    let entry = &manifest["organizations"]["small"];
    assert_eq!((entry["feed"]["path"].as_str(), entry["rows"].as_u64()), (Some(FEED), Some(1)));
    assert_eq!(entry["feed"]["bytes"].as_u64(), Some(feed.len() as u64));
    assert!(entry["document"]["digest"].as_str().unwrap().starts_with("sha256:"));
}

/// A run that changes nothing leaves files, their times and the manifest alone.
#[test]
fn only_what_changed_is_written() {
    let place = Place::small();
    assert_eq!(place.publish(&[]).code, 0);
    let before = [DOCUMENT, FEED, "publication.json"].map(|path| (place.read(path), place.written_at(path)));
    let again = place.publish(&["--json"]);
    assert_eq!((again.code, json(&again)["organizations"][0]["result"].as_str()), (0, Some("unchanged")));
    let after = [DOCUMENT, FEED, "publication.json"].map(|path| (place.read(path), place.written_at(path)));
    assert_eq!(before, after);
    place.write("export.csv", &ONE_CAR.replace("40400", "39900"));
    let changed = place.publish(&["--json"]);
    let files = json(&changed)["organizations"][0]["files"].take();
    assert_eq!((files[0]["change"].as_str(), files[1]["change"].as_str()), (Some("replaced"), Some("unchanged")));
    assert_eq!(place.written_at(DOCUMENT), before[0].1, "the document did not change");
    assert!(place.read(FEED).contains(",3990000,USD,"));
    assert_eq!(files_in(&place.out()).len(), 3);
}

#[test]
fn a_dry_run_writes_nothing() {
    let place = Place::small();
    let said = place.publish(&["--dry-run", "--json"]);
    assert_eq!(said.code, 0, "{said:?}");
    let told = json(&said);
    assert_eq!(
        (told["dry_run"].as_bool(), told["organizations"][0]["result"].as_str()),
        (Some(true), Some("published"))
    );
    assert!(said.err.contains("would be published"), "{}", said.err);
    assert!(!place.out().exists());
}

/// One that fails stops no other; what it published before stays.
#[test]
fn a_dealer_that_fails_stops_no_other() {
    let place = Place::vendor();
    let base = ["--base-url", "https://{organization}.vendor.example"];
    let said = place.publish(&[&base[..], &["--json"]].concat());
    assert_eq!(said.code, 1, "{said:?}");
    let results: Vec<String> = json(&said)["organizations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|dealer| format!("{}: {}", dealer["organization"], dealer["result"]))
        .collect();
    assert_eq!(results, ["\"one\": \"published\"", "\"two\": \"failed\"", "\"three\": \"published\""]);
    assert!(said.err.contains("two: NOT published: rooftop two-main: cannot read two.csv"), "{}", said.err);
    assert!(said.err.contains("3 dealers: 2 published, 0 unchanged, 1 failed"), "{}", said.err);
    assert!(place.read(&format!("one/{DOCUMENT}")).contains("https://one.vendor.example/feeds/inventory.csv"));
    assert!(!place.out().join("two").exists());
    // Once it has been good, nothing that is bad takes it away.
    place.write("two.csv", ONE_CAR);
    assert_eq!(place.publish(&base).code, 0);
    let good = place.read(&format!("two/{FEED}"));
    let header = ONE_CAR.lines().next().unwrap();
    let no_vin = ONE_CAR.replace("9ZZCVDJW3TJ000563", "");
    for bad in ["", "<!doctype html><title>Login</title>", header, &no_vin] {
        place.write("two.csv", bad);
        assert_eq!(place.publish(&base).code, 1, "{bad}");
        assert_eq!(place.read(&format!("two/{FEED}")), good, "{bad}");
    }
    let manifest: Value = serde_json::from_str(&place.read("publication.json")).unwrap();
    assert_eq!(manifest["organizations"].as_object().unwrap().len(), 3);
}

#[test]
fn nothing_publishable_has_its_own_code() {
    let place = Place::of(SMALL, &[]);
    let said = place.publish(&[]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.err.contains("small: NOT published") && said.err.contains("what was published before stays"));
    assert!(!place.out().exists());
    let closed = SMALL.replace(
        "name = \"Small Motors\"\n\n[[organizations.rooftops]]",
        "name = \"Small Motors\"\naccess = { inventory = \"closed\" }\n\n[[organizations.rooftops]]",
    );
    let place = Place::of(&closed, &[("export.csv", ONE_CAR)]);
    let said = place.publish(&[]);
    assert!(said.code == 3 && said.err.contains("access.inventory"), "{said:?}");
}

/// What would break the promise is an error that says the way out.
#[test]
fn the_schedule_is_checked() {
    let place = Place::small();
    let weekend = place.publish(&["--export-schedule", "weekdays 02:00"]);
    assert_eq!(weekend.code, 3);
    assert!(weekend.err.contains("72 hours") && weekend.err.contains("dealeragent serve"), "{}", weekend.err);
    let unstated = place.publish(&[]);
    assert!(unstated.code == 0 && unstated.err.contains("export_schedule"), "{unstated:?}");
    let text = SMALL.replace("timezone =", "freshness = { inventory_seconds = 3600 }\ntimezone =");
    let text =
        text.replace("id = \"small\"\n", "id = \"small\"\npublication = { export_schedule = \"daily 02:00\" }\n");
    let place = Place::of(&text, &[("export.csv", ONE_CAR)]);
    let short = place.publish(&[]);
    assert!(short.code == 3 && short.err.contains("shorter than the 24 hours"), "{short:?}");
    let wrong = place.publish(&["--export-schedule", "sometimes"]);
    assert!(wrong.code == 2 && wrong.err.contains("every 6h"), "{wrong:?}");
}

#[test]
fn addresses_are_checked_before_anything_is_written() {
    let place = Place::small();
    let http = place.publish(&["--base-url", "http://127.0.0.1:8080"]);
    assert!(http.code == 2 && http.err.contains("DAP-DISC-006"), "{http:?}");
    assert!(!place.out().exists());
    let trial = place.publish(&["--base-url", "http://127.0.0.1:8080", "--allow-http"]);
    assert_eq!(trial.code, 0, "{trial:?}");
    let several = Place::vendor().publish(&["--base-url", BASE]);
    assert!(several.code == 2 && several.err.contains("{organization}"), "{several:?}");
    let nowhere = run(&["publish", "--config", place.config.to_str().unwrap(), "--out", place.out().to_str().unwrap()]);
    assert!(nowhere.code == 3 && nowhere.err.contains("publication.base_url"), "{nowhere:?}");
}

/// A configured gateway is named, with the way to it.
#[test]
fn a_configured_gateway_is_named() {
    let text = format!("[server]\npublic_url = \"https://gateway.example\"\n{SMALL}");
    let place = Place::of(&text, &[("export.csv", ONE_CAR)]);
    assert_eq!(place.publish(&[]).code, 0);
    let document = WellKnownReading::parse(place.read(DOCUMENT).as_bytes()).unwrap().document;
    assert_eq!(document.gateway.unwrap().as_str(), "https://gateway.example/mcp");
    assert_eq!(document.upgrade_path.unwrap().as_str(), "https://gateway.example/");
    assert_eq!(document.published_feed.url.as_str(), "https://small.example/feeds/inventory.csv");
}

/// A file that cannot be replaced is left as it is, and said.
#[test]
fn a_folder_in_the_way_is_a_failure() {
    let place = Place::small();
    fs::create_dir_all(place.out().join(FEED)).unwrap();
    let said = place.publish(&[]);
    assert!(said.code == 3 && said.err.contains("cannot write"), "{said:?}");
    assert!(!place.out().join(DOCUMENT).exists(), "no document without its feed");
}

#[cfg(unix)]
#[test]
fn a_web_server_may_read_the_files() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::small();
    assert_eq!(place.publish(&[]).code, 0);
    for path in [DOCUMENT, FEED, "publication.json"] {
        let mode = fs::metadata(place.out().join(path)).unwrap().permissions().mode();
        assert_eq!(mode & 0o444, 0o444, "{path}: {mode:o}");
    }
}

/// The new file takes the old one's name whole: who has the old one open reads
/// it to its end.
#[cfg(unix)]
#[test]
fn a_reader_sees_the_old_file_or_the_new_one() {
    use std::{io::Read as _, os::unix::fs::MetadataExt as _};
    let place = Place::small();
    assert_eq!(place.publish(&[]).code, 0);
    let path = place.out().join(FEED);
    let mut open = fs::File::open(&path).unwrap();
    let (old, inode) = (fs::read_to_string(&path).unwrap(), fs::metadata(&path).unwrap().ino());
    place.write("export.csv", &ONE_CAR.replace("40400", "39900"));
    assert_eq!(place.publish(&[]).code, 0);
    assert_ne!(fs::metadata(&path).unwrap().ino(), inode, "it was renamed into place, not written over");
    let mut still = String::new();
    open.read_to_string(&mut still).unwrap();
    assert_eq!(still, old);
}

/// It goes on publishing, says what is new, and keeps the last good listings
/// when an export breaks.
#[test]
fn it_publishes_again_when_an_export_changes() {
    let place = Place::of(&format!("[server]\nrefresh_seconds = 1\n{SMALL}"), &[("export.csv", ONE_CAR)]);
    let mut child = Started(
        program()
            .args(["publish", "--config", place.config.to_str().unwrap(), "--out", place.out().to_str().unwrap()])
            .args(["--base-url", BASE, "--watch"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap(),
    );
    let mut lines = Lines::of(child.0.stderr.take().unwrap());
    lines.until("small: published");
    place.write("export.csv", &ONE_CAR.replace("40400", "39900"));
    lines.until("small: published");
    assert!(place.read(FEED).contains(",3990000,USD,"));
    let id = child.0.id().to_string();
    assert!(std::process::Command::new("kill").args(["-s", "TERM", &id]).status().unwrap().success());
    assert_eq!(child.0.wait().unwrap().code(), Some(0));
}

/// A program that does not outlive its test.
struct Started(std::process::Child);

impl Drop for Started {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Lines of a program that goes on.
struct Lines(std::io::BufReader<std::process::ChildStderr>);

impl Lines {
    fn of(output: std::process::ChildStderr) -> Self {
        Self(std::io::BufReader::new(output))
    }

    /// Reads on to a line that holds `part`.
    fn until(&mut self, part: &str) {
        use std::io::BufRead as _;
        let mut line = String::new();
        while self.0.read_line(&mut line).unwrap() > 0 {
            if line.contains(part) {
                return;
            }
            line.clear();
        }
        panic!("it ended without `{part}`");
    }
}

#[test]
fn snippets_are_printed_and_written() {
    let place = Place::small();
    let out = place.out();
    let snippets = |host: &str| {
        let config = place.config.to_str().unwrap();
        run(&[
            "publish",
            "snippets",
            "--for",
            host,
            "--config",
            config,
            "--out",
            out.to_str().unwrap(),
            "--base-url",
            BASE,
        ])
    };
    let nginx = snippets("nginx");
    assert_eq!(nginx.code, 0, "{nginx:?}");
    assert!(nginx.out.contains("location = /feeds/inventory.csv {") && nginx.out.contains(out.to_str().unwrap()));
    let unknown = snippets("iis");
    assert!(unknown.code == 2 && unknown.err.contains("cloudflare-pages"), "{unknown:?}");
    assert_eq!(place.publish(&["--snippets"]).code, 0);
    let files = files_in(&out.join("snippets"));
    for name in [
        "nginx.conf",
        "Caddyfile",
        "apache.conf",
        "netlify/_headers",
        "cloudflare-pages/_headers",
        "s3.sh",
        "robots.txt",
        "llms.txt",
        "link.html",
    ] {
        assert!(files.iter().any(|file| file == name), "{name} in {files:?}");
    }
}

/// The example is what its configuration gives, and reads back.
#[test]
fn the_example_is_what_the_program_makes() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/static");
    let copy = |name: &str| fs::read_to_string(example.join(name)).unwrap();
    let exports = ["north-export.csv", "south-export.csv"];
    let texts = exports.map(copy);
    let place =
        Place::of(&copy("dealeragent.toml"), &[(exports[0], texts[0].as_str()), (exports[1], texts[1].as_str())]);
    for export in exports {
        let exported_at = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_796_112_000);
        let file = fs::File::options().write(true).open(place.folder.path().join(export)).unwrap();
        file.set_modified(exported_at).unwrap();
    }
    let out = place.out();
    let said = run(&["publish", "--config", place.config.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert_eq!(said.code, 0, "{said:?}");
    for path in [DOCUMENT, FEED] {
        assert_eq!(place.read(path), copy(path), "{path}");
    }
    assert!(WellKnownReading::parse(copy(DOCUMENT).as_bytes()).unwrap().unknown.is_empty());
}
