//! Whatever the schema of the configuration states is enforced: each of its
//! keywords is broken once in a complete file.

use std::sync::LazyLock;

use dealeragent_server::config::Config;
use serde_json::{Value, json};

use crate::support::{NOW, folder::Folder, time};

/// A file with every key.
const COMPLETE: &str = r#"
[server]
listen = "127.0.0.1:8484"
refresh_seconds = 60
answer_budget_bytes = 75000
data_dir = "data"
collapse_refusals = true
search_and_fetch = false
require_sign_in = false
behind_proxy = true
trusted_proxies = ["127.0.0.1", "10.0.0.0/8"]
tls = { certificate = "cert.pem", key = "key.pem" }
public_url = "https://cars.example"

[limits]
address_reads = { burst = 120, per_second = 20 }
address_checks = { burst = 30, per_second = 1 }
holder_reads = { burst = 500, per_second = 100 }
holder_checks = { burst = 120, per_second = 20 }
rooftop_checks = { burst = 600, per_second = 100 }

[conformance]
claim_uri = "https://cars.example/claim.json"
claim_digest = "sha256:0000000000000000000000000000000000000000000000000000000000000000"
suite_version = "0.1"
completed_at = "2026-11-01T00:00:00Z"

[egress]
allow_hosts = ["login.example"]
allow_networks = ["10.0.0.0/8"]
allow_plain_http = ["login.example"]

[[issuers]]
issuer = "https://login.example"
listed = true
jwks_url = "https://login.example/keys"
algorithms = ["ES256"]
accept_any_jwt = false
clock_skew_seconds = 60
longest_age_seconds = 3600
stale_keys_seconds = 3600
claims = { organization = "org", rooftops = "rooftops", profiles = "profiles", purposes = "purposes", scopes = "scope", delegation = "delegation", client = "client" }
audiences = ["api://small"]
scope_names = { read = "dealeragent:inventory:read" }
organizations = ["small"]

[[issuers.grants]]
client = "agent"
subject = "agent"
organization = "small"
rooftops = ["main"]
delegation = "one"
scopes = ["dealeragent:inventory:read"]
profiles = ["dealeragent.inventory.read/0.1"]
purposes = ["display"]

[[issuers]]
issuer = "https://other.example"
introspection = { url = "https://other.example/ask", client_id = "us", client_secret_env = "SECRET", token_prefix = "o_", cache_seconds = 30 }

[[issuers]]
issuer = "https://third.example"
introspection = { url = "https://third.example/ask", client_id = "us", client_secret_file = "secret", token_prefix = "t_", cache_seconds = 30 }

[audit]
policy = "default"
version = 1
keep_days = 400
wait_for_durable = false

[operator]
name = "Small Motors"
uri = "https://small.example/"

[precedence]
feeds = ["by-cells"]
facts = { price = ["by-hosts"] }

[[organizations]]
id = "small"
name = "Small Motors"
legal_name = "Small Motors LLC"
synthetic = true
incentives = ["incentives.toml"]
publication = { base_url = "https://small.example", export_schedule = "daily 02:00", adf_endpoint = "mailto:leads@small.example", policy_url = "https://small.example/privacy", gateway = "https://small.example/mcp", upgrade_path = "https://small.example/" }
access = { dealer = "public", inventory = "public", availability = "public", pricing = "public", used_vehicles = "public" }

[[organizations.rooftops]]
id = "main"
name = "Small Motors"
legal_name = "Small Motors LLC"
website = "https://small.example/"
timezone = "America/Denver"
address = { lines = ["1 Road"], locality = "Denver", region = "CO", postal_code = "80202", country = "US" }
departments = ["sales"]
languages = ["en"]
currencies = ["USD"]
freshness = { inventory_seconds = 86400, availability_seconds = 86400, pricing_seconds = 86400 }
access = { dealer = "public", inventory = "public", availability = "closed", pricing = "public", used_vehicles = "public" }
listed = true
group_search = true
purposes = ["display"]

[[organizations.rooftops.contacts]]
department = "sales"
channel = "phone"
value = "+1-303-555-0142"
public = true

[[organizations.rooftops.hours]]
day = "monday"
opens = "09:00"
closes = "19:00"

[[organizations.rooftops.charges]]
id = "fee"
name = "Fee"
amount = "699.00"
currency = "USD"
payee = "dealer"
included_in_advertised_price = false
taxable_status = "taxable"

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
address = { lines = ["1 Road"], locality = "Denver", country = "US" }
departments = ["sales"]

[[organizations.rooftops]]
id = "east"
name = "East"
timezone = "America/Denver"
address = { lines = ["1 Road"], locality = "Denver", country = "US" }
departments = ["sales"]

[[organizations.rooftops]]
id = "west"
name = "West"
timezone = "America/Denver"
address = { lines = ["1 Road"], locality = "Denver", country = "US" }
departments = ["sales"]

[[feeds]]
id = "export"
organization = "small"
rooftop = "main"
profile = "vauto"
path = "denver-vauto.csv"
currency = "USD"
odometer_unit = "mi"
price_column = "Price"
price_includes_required_charges = false
price_label = "Our price"
listing_url_template = "https://small.example/vehicle/{stock}"
evidence = ["used-evidence.json"]
source_name = "export"
time_zone = "America/Denver"
reading = { encoding = "windows-1252", delimiter = "comma", strict = false }
limits = { file_mib = 512, unpacked_mib = 1024, rows = 1000, columns = 100, record_kib = 1024, cell_kib = 256 }
guard = { removed_percent = 30, prices_percent = 25, price_move_percent = 25, at_least = 5 }
grace = { files = 1, hours = 24 }
role = "lists"

[[feeds]]
id = "by-cells"
organization = "small"
rooftops = { column = "Lot", map = { N = "north" } }
profile_file = "profile.toml"
folder = { path = "incoming", pattern = "*.csv" }
every = "15m"
price_includes_required_charges = false

[[feeds]]
id = "by-hosts"
organization = "small"
rooftops = { hosts = { "south.example" = "south" } }
profile_file = "profile.toml"
url = { address = "https://vendor.example/7.csv" }
daily_at = ["06:30"]
price_includes_required_charges = false

[[feeds]]
id = "by-ssh"
organization = "small"
rooftop = "east"
profile_file = "profile.toml"
sftp = { host = "sftp.example", user = "us", password = { env = "SECRET" }, path = "/7.csv" }
price_includes_required_charges = false

[[feeds]]
id = "by-store"
organization = "small"
rooftop = "west"
profile_file = "profile.toml"
s3 = { endpoint = "https://s3.example", region = "one", bucket = "exports", key = "7.csv" }
price_includes_required_charges = false
"#;

/// The places that the first feed's file may come from instead.
const PLACES: [(&str, &str); 8] = [
    ("folder", "folder = { path = \"incoming\", pattern = \"*.csv\" }\n"),
    ("url", "url = { address = \"https://a.example\", bearer = { env = \"A\" } }\n"),
    (
        "url",
        "url = { address = \"https://a.example\", basic = { user = \"us\", \
         password = { file = \"a\" } } }\n",
    ),
    (
        "sftp",
        "sftp = { host = \"a.example\", port = 22, user = \"us\", password = { env = \"A\" }, path = \"/7.csv\", \
         host_keys = [\"SHA256:aO1C9GElmXWDLruEt+IXgLmflEAMaUAdDFxZLxvP74o\"] }\n",
    ),
    (
        "sftp",
        "sftp = { host = \"a.example\", user = \"us\", private_key = { file = \"a\" }, passphrase = { env = \"A\" }, \
         known_hosts = \"known\", folder = \"/out\", pattern = \"*.csv\" }\n",
    ),
    (
        "s3",
        "s3 = { endpoint = \"https://a.example\", region = \"one\", bucket = \"exports\", style = \"path\", \
         prefix = \"lots/\", pattern = \"*.csv\" }\n",
    ),
    (
        "s3",
        "s3 = { endpoint = \"https://a.example\", region = \"one\", bucket = \"exports\", key = \"7.csv\", \
         access_key = { env = \"A\" }, secret_key = { file = \"a\" }, session_token = { env = \"A\" } }\n",
    ),
    ("every", "path = \"denver-vauto.csv\"\nevery = \"15m\"\n"),
];

/// Sites stand in place of the server's own address.
const SITES: &str = r#"
[[sites]]
public_url = "https://cars.example"
gateway_id = "small"
organizations = ["small"]
"#;

/// A profile of one's own, which has what the feeds that name it leave out.
const PROFILE: &str = "id = \"own\"\ntitle = \"Own\"\nextends = \"vauto\"\n[defaults]\ncurrency = \"USD\"\n\
    price_column = \"Price\"\n";

/// The files that the complete file names.
static FILES: LazyLock<Folder> = LazyLock::new(|| {
    let folder = Folder::without_exports();
    folder.write("profile.toml", PROFILE.as_bytes(), "2026-12-01T10:00:00Z");
    folder
});

/// The rules by which the first feed may tell rooftops apart instead.
const RULES: [&str; 2] = [
    "rooftops = { column = \"Lot\", map = { N = \"main\" } }\nprofile_file = \"profile.toml\"\n",
    "rooftops = { hosts = { \"main.example\" = \"main\" } }\nprofile_file = \"profile.toml\"\n",
];

/// One broken keyword.
struct Breach {
    /// Where the problem must be reported.
    pointer: String,
    keyword: String,
    /// What is put there; nothing takes the key away.
    value: Option<Value>,
    /// Where it is put.
    at: String,
}

#[test]
fn every_keyword_of_the_schema_is_enforced() {
    let schema = Config::schema();
    let mut breaches = 0;
    let with_sites = COMPLETE.replace("public_url = \"https://cars.example\"\n", "") + SITES;
    let by_rule = RULES.map(|rule| COMPLETE.replace("rooftop = \"main\"\nprofile = \"vauto\"\n", rule));
    let by_place = PLACES
        .map(|(key, place)| (COMPLETE.replacen("path = \"denver-vauto.csv\"\n", place, 1), format!("/feeds/0/{key}")));
    let variants = [(COMPLETE, ""), (&with_sites, ""), (&by_rule[0], "/feeds/0/"), (&by_rule[1], "/feeds/0/rooftops")];
    let by_place = by_place.iter().map(|(text, only)| (text.as_str(), only.as_str()));
    for (text, only) in variants.into_iter().chain(by_place) {
        let complete: Value = toml::from_str(text).unwrap();
        assert_eq!(problem_keys(&complete), Vec::<String>::new());
        let mut walk = Walk { root: &schema, complete: &complete, breaches: Vec::new() };
        walk.schema(&schema, "");
        walk.breaches.retain(|breach| breach.at.starts_with(only));
        breaches += walk.breaches.len();
        for breach in walk.breaches {
            let keys = problem_keys(&broken(&complete, &breach));
            let wanted = key_of(&breach.pointer);
            let found = keys.iter().any(|key| key.starts_with(&wanted));
            assert!(found, "{} at {} is let through: {keys:?}", breach.keyword, breach.at);
        }
    }
    assert!(breaches > 300, "{breaches}");
}

/// The two files together have every key that there is.
#[test]
fn the_complete_file_is_complete() {
    let schema = Config::schema();
    let with_sites: Value = toml::from_str(&(COMPLETE.to_owned() + SITES)).unwrap();
    let mut missing = Vec::new();
    missing_keys(&schema, &schema, &with_sites, "", &mut missing);
    assert_eq!(missing, Vec::<String>::new());
}

fn problem_keys(file: &Value) -> Vec<String> {
    let text = toml::to_string(file).unwrap();
    match Config::read("dealeragent.toml", &text, &FILES.files(), time(NOW)) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.problems.into_iter().map(|problem| problem.key).collect(),
    }
}

fn broken(complete: &Value, breach: &Breach) -> Value {
    let mut file = complete.clone();
    let (parent, key) = breach.at.rsplit_once('/').unwrap();
    match (file.pointer_mut(parent).unwrap(), &breach.value) {
        (Value::Object(object), Some(value)) => object.insert(key.to_owned(), value.clone()),
        (Value::Object(object), None) => object.remove(key),
        (Value::Array(items), Some(value)) => {
            Some(std::mem::replace(&mut items[key.parse::<usize>().unwrap()], value.clone()))
        }
        (other, _) => panic!("{other}"),
    };
    file
}

fn key_of(pointer: &str) -> String {
    let steps = pointer.split('/').skip(1);
    let step = |step: &str| if step.parse::<usize>().is_ok() { format!("[{step}]") } else { format!(".{step}") };
    steps.map(step).collect::<String>().trim_start_matches('.').to_owned()
}

fn resolved<'s>(root: &'s Value, schema: &'s Value) -> &'s Value {
    match schema.get("$ref").and_then(Value::as_str) {
        Some(reference) => resolved(root, root.pointer(reference.trim_start_matches('#')).unwrap()),
        None => schema,
    }
}

/// The branches of a schema that are not `null`.
fn branches(schema: &Value) -> Vec<&Value> {
    let branches = ["anyOf", "oneOf"].into_iter().filter_map(|key| schema.get(key)?.as_array()).flatten();
    branches.filter(|branch| branch.get("type") != Some(&json!("null"))).collect()
}

fn missing_keys(root: &Value, schema: &Value, file: &Value, at: &str, missing: &mut Vec<String>) {
    let schema = resolved(root, schema);
    for branch in branches(schema) {
        missing_keys(root, branch, file, at, missing);
    }
    for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let at = format!("{at}/{name}");
        match file.get(name) {
            Some(value) => missing_keys(root, property, value, &at, missing),
            None => missing.push(at),
        }
    }
    // Keys that exclude each other stand in different items of a list.
    let items = schema.get("items").zip(file.as_array());
    let lacks = items.into_iter().flat_map(|(items, all)| {
        all.iter().map(move |item| {
            let mut lacking = Vec::new();
            missing_keys(root, items, item, &format!("{at}/0"), &mut lacking);
            lacking
        })
    });
    let in_none = lacks.reduce(|one, other| one.into_iter().filter(|key| other.contains(key)).collect());
    missing.extend(in_none.unwrap_or_default());
}

struct Walk<'a> {
    root: &'a Value,
    complete: &'a Value,
    breaches: Vec<Breach>,
}

impl Walk<'_> {
    fn schema(&mut self, schema: &Value, at: &str) {
        let schema = resolved(self.root, schema);
        // A key that this variant of the file leaves out.
        let Some(value) = self.complete.pointer(at).cloned() else { return };
        for (keyword, limit) in schema.as_object().into_iter().flatten() {
            self.keyword(keyword, limit, at, &value);
        }
        for branch in branches(schema) {
            self.schema(branch, at);
        }
    }

    fn keyword(&mut self, keyword: &str, limit: &Value, at: &str, value: &Value) {
        let number = limit.as_i64().unwrap_or_default();
        let length = usize::try_from(number).unwrap_or_default();
        let text = value.as_str().unwrap_or_default();
        let items = value.as_array().cloned().unwrap_or_default();
        match keyword {
            "minimum" => self.breach(keyword, at, json!(number - 1)),
            "maximum" => self.breach(keyword, at, json!(number + 1)),
            "minLength" => self.breach(keyword, at, json!(&text[..length - 1])),
            "maxLength" => self.breach(keyword, at, json!(format!("{text}{}", "x".repeat(length + 1 - text.len())))),
            "pattern" | "format" | "enum" | "const" => self.breach(keyword, at, json!("\u{1} no such word")),
            "minProperties" => self.breach(keyword, at, json!({})),
            "maxProperties" => self.breach(keyword, at, json!({ "env": "A", "file": "a" })),
            "minItems" => self.breach(keyword, at, json!(items[..length - 1])),
            "maxItems" => self.breach(keyword, at, json!(vec![&items[0]; length + 1])),
            "uniqueItems" => self.breach(keyword, at, json!([items[0], items[0]])),
            "type" => {
                let wrong = if value.is_boolean() { json!("yes") } else { json!(true) };
                // The whole file is a table, whatever is in it.
                if !at.is_empty() {
                    self.breach(keyword, at, wrong);
                }
            }
            "required" => {
                for name in limit.as_array().into_iter().flatten().filter_map(Value::as_str) {
                    let place = format!("{at}/{name}");
                    self.breaches.push(Breach {
                        pointer: at.to_owned(),
                        keyword: format!("required {name}"),
                        value: None,
                        at: place,
                    });
                }
            }
            // Names of the operator's own, each with a value that this bounds.
            "additionalProperties" if limit.is_object() => {
                for name in value.as_object().unwrap().keys() {
                    self.schema(limit, &format!("{at}/{name}"));
                }
            }
            "additionalProperties" => {
                // A map takes any key; its values have a schema.
                if let Some(name) = value.as_object().and_then(|map| map.keys().next()).filter(|_| limit.is_object()) {
                    self.schema(limit, &format!("{at}/{name}"));
                    return;
                }
                assert_eq!(limit, &json!(false), "{at}");
                self.breach(keyword, &format!("{at}/no_such_key"), json!(1));
            }
            "properties" => {
                for (name, property) in limit.as_object().into_iter().flatten() {
                    self.schema(property, &format!("{at}/{name}"));
                }
            }
            "items" => self.schema(limit, &format!("{at}/0")),
            "$schema" | "$defs" | "$ref" | "anyOf" | "oneOf" | "title" | "description" | "default" => {}
            other => panic!("{other} at {at}: add how it is broken"),
        }
    }

    fn breach(&mut self, keyword: &str, at: &str, value: Value) {
        self.breaches.push(Breach {
            pointer: at.to_owned(),
            keyword: keyword.to_owned(),
            value: Some(value),
            at: at.to_owned(),
        });
    }
}
