//! A configuration with mistakes: all of them at once, each with its line and
//! what to write instead.

use dealeragent_server::{
    config::{Config, ConfigErrors},
    files::Files,
};

use crate::{
    config_good::SMALL,
    support::{NOW, time},
};

fn problems(text: &str) -> ConfigErrors {
    Config::read("dealeragent.toml", text, &Files::Demo, time(NOW)).unwrap_err()
}

/// The one problem of a text.
fn only(text: &str) -> (Option<usize>, String, String) {
    let mut errors = problems(text);
    assert_eq!(errors.problems.len(), 1, "{errors}");
    let problem = errors.problems.remove(0);
    (problem.line, problem.key, problem.message)
}

/// Unknown keys, wrong types, words that do not exist: what one key shows.
#[test]
fn wrong_keys_and_values() {
    insta::assert_snapshot!(problems(KEYS), @r"
    dealeragent.toml has 16 problems:
      dealeragent.toml:3: server.lisen: unknown property; did you mean `listen`?
      dealeragent.toml:4: server.refresh_seconds: must be 1 or more
      dealeragent.toml:5: server.answer_budget_bytes: must be an integer
      dealeragent.toml:11: organizations[0].id: must be an id: letters, digits, '.', '_', ':' and '-', starting with a letter or digit
      dealeragent.toml:13: organizations[0].acces: unknown property; did you mean `access`?
      dealeragent.toml:16: organizations[0].access.inventory: must be one of: public, authenticated, closed
      dealeragent.toml:21: organizations[0].rooftops[0].timezone: must be a time zone of the IANA database, such as America/Denver
      dealeragent.toml:22: organizations[0].rooftops[0].address.country: must be a country code of two capital letters, such as US
      dealeragent.toml:23: organizations[0].rooftops[0].departments[0]: must be one of: sales, internet_sales, service, parts
      dealeragent.toml:24: organizations[0].rooftops[0].currencies[0]: must be a currency code of ISO 4217, such as USD
      dealeragent.toml:30: organizations[0].rooftops[0].contacts[0].pubic: unknown property; did you mean `public`?
      dealeragent.toml:35: organizations[0].rooftops[0].charges[0].amount: must be a string; write it in quotes, so that no digit is lost on the way
      dealeragent.toml:38: organizations[0].rooftops[0].charges[0].included_in_advertised_price: must be a boolean
      dealeragent.toml:40: feeds[0]: `price_includes_required_charges` is required
      dealeragent.toml:40: feeds[0]: `price_column` is required: name the one column with the advertised price, and the profile has no usual one
      dealeragent.toml:42: feeds[0].organization: there is no such organization; known are: small motors
    ");
}

/// What only several keys together show.
#[test]
fn keys_that_do_not_go_together() {
    insta::assert_snapshot!(problems(RULES), @r"
    dealeragent.toml has 14 problems:
      dealeragent.toml:3: server.listen: must be an address and a port, such as 127.0.0.1:8484
      dealeragent.toml:4: server.public_url: must be an http or https address without query, such as https://cars.example
      dealeragent.toml:12: organizations[0].incentives[0]: cannot read no-such-file.toml: it is not part of the demo
      dealeragent.toml:15: organizations[0].rooftops[0].id: must be lower-case letters, digits, '.', '_' and '-'
      dealeragent.toml:24: organizations[0].rooftops[0].charges[0].amount: has more decimals than the currency has
      dealeragent.toml:30: organizations[0].rooftops[0].charges[1].id: another charge of this rooftop has this id already
      dealeragent.toml:38: organizations[0].rooftops[1].id: another rooftop has this id already
      dealeragent.toml:38: organizations[0].rooftops[1].id: must be lower-case letters, digits, '.', '_' and '-'
      dealeragent.toml:45: organizations[1].id: another organization has this id already
      dealeragent.toml:59: feeds[0].profile: there is no such profile; built in are: vauto, homenet, inventory-csv, dealer-com, autotrader-us, carsforsale, google-vehicles, meta-automotive, edealer-en, edealer-fr, australia, schema-org
      dealeragent.toml:63: feeds[0].price_includes_required_charges: this and the `included_in_advertised_price` of the rooftop's charges say different things
      dealeragent.toml:66: feeds[1].id: another feed has this id already
      dealeragent.toml:67: feeds[1].organization: there is no such organization; known are: small, small
      dealeragent.toml:78: feeds[2].rooftop: the organization has no such rooftop; it has: Main, Main
    ");
}

#[test]
fn sites_that_do_not_go_together() {
    insta::assert_snapshot!(problems(SITES), @r"
    dealeragent.toml has 4 problems:
      dealeragent.toml:3: server.public_url: each site has its own public_url; remove this one
      dealeragent.toml:24: sites[1].public_url: another site has this host already
      dealeragent.toml:25: sites[1].organizations: there is no organization `smal`
      dealeragent.toml:28: sites[2].public_url: must be an http or https address without query, such as https://cars.example
    ");
}

/// Every syntax error, not the first alone.
#[test]
fn what_is_no_toml() {
    let errors = problems("a = \nb = 1 2\n[c\n");
    let lines: Vec<Option<usize>> = errors.problems.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, [Some(1), Some(2), Some(3)]);
    assert!(errors.problems.iter().all(|problem| problem.message.starts_with("this is not TOML")), "{errors}");
}

#[test]
fn an_empty_file_is_told_what_it_needs() {
    let errors = problems("");
    let messages: Vec<&str> = errors.problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(messages, ["`operator` is required", "`organizations` is required"]);
    assert!(errors.to_string().starts_with("dealeragent.toml has 2 problems:"), "{errors}");
}

/// An unknown key is pointed at itself, wherever it stands.
#[test]
fn unknown_keys_are_named_with_their_line() {
    let last = SMALL.lines().count();
    let root = format!("listen = \"x\"\n{SMALL}");
    assert_eq!(only(&root).0, Some(1));
    assert_eq!(only(&root).1, "listen");
    let nested = format!("{SMALL}freshness = {{ inventory_secs = 60 }}\n");
    let (line, key, message) = only(&nested);
    assert_eq!((line, key.as_str()), (Some(last + 1), "organizations[0].rooftops[0].freshness.inventory_secs"));
    assert_eq!(message, "unknown property; did you mean `inventory_seconds`?");
}

/// Two keys of one table, each with its own line.
#[test]
fn several_unknown_keys_of_a_table_are_told_apart() {
    let text = format!("{SMALL}timezon = \"x\"\nnme = \"y\"\nquite_another = 1\n");
    let errors = problems(&text);
    let last = SMALL.lines().count();
    let found: Vec<(Option<usize>, &str)> =
        errors.problems.iter().map(|problem| (problem.line, problem.key.rsplit('.').next().unwrap())).collect();
    assert_eq!(found, [(Some(last + 1), "timezon"), (Some(last + 2), "nme"), (Some(last + 3), "quite_another")]);
    assert!(errors.problems[0].message.contains("`timezone`") && errors.problems[1].message.contains("`name`"));
}

/// A number that would have to be rounded is refused, in quotes or without.
#[test]
fn amounts_are_exact_or_refused() {
    for (amount, advice) in [
        ("699.00", "write it in quotes"),
        ("699", "write it in quotes"),
        ("\"699.005\"", "more decimals"),
        ("\"-1.00\"", "negative"),
        ("\"1,000.00\"", "must be"),
    ] {
        let charges = format!(
            "[[organizations.rooftops.charges]]\nid = \"fee\"\nname = \"Fee\"\namount = {amount}\n\
            currency = \"EUR\"\npayee = \"dealer\"\nincluded_in_advertised_price = true\n"
        );
        let (_, key, message) = only(&format!("{SMALL}{charges}"));
        assert_eq!(key, "organizations[0].rooftops[0].charges[0].amount");
        assert!(message.contains(advice), "{amount}: {message}");
    }
}

/// A broken file that the configuration names is reported with its own lines.
#[test]
fn problems_of_a_named_file_are_reported_with_it() {
    let folder = crate::support::folder::Folder::demo();
    folder.write("incentives.toml", b"[[incentives]]\nid = 1\n", NOW);
    let config = Config::read("dealeragent.toml", dealeragent_server::demo::CONFIG, &folder.files(), time(NOW));
    let errors = config.unwrap_err();
    assert_eq!(errors.problems.len(), 8, "{errors}");
    assert!(errors.problems.iter().all(|problem| problem.file.as_deref() == Some("incentives.toml")), "{errors}");
    assert!(errors.to_string().contains("\n  incentives.toml:2: incentives[0].id: must be a string"), "{errors}");
}

const KEYS: &str = r#"
[server]
lisen = "127.0.0.1:8484"
refresh_seconds = 0
answer_budget_bytes = "many"

[operator]
name = "Small Motors"

[[organizations]]
id = "small motors"
name = "Small Motors"
acces = { dealer = "public" }

[organizations.access]
inventory = "everybody"

[[organizations.rooftops]]
id = "main"
name = "Small Motors"
timezone = "Europe/Ulm"
address = { lines = ["Hauptstr. 1"], locality = "Ulm", country = "Germany" }
departments = ["sale"]
currencies = ["EURO"]

[[organizations.rooftops.contacts]]
department = "sales"
channel = "phone"
value = "+49 731 5550"
pubic = true

[[organizations.rooftops.charges]]
id = "fee"
name = "Fee"
amount = 699.00
currency = "EUR"
payee = "dealer"
included_in_advertised_price = "no"

[[feeds]]
id = "export"
organization = "small"
rooftop = "main"
profile = "vauto"
path = "export.csv"
currency = "EUR"
"#;

const RULES: &str = r#"
[server]
listen = "localhost"
public_url = "cars.example"

[operator]
name = "Small Motors"

[[organizations]]
id = "small"
name = "Small Motors"
incentives = ["no-such-file.toml"]

[[organizations.rooftops]]
id = "Main"
name = "Small Motors"
timezone = "Europe/Berlin"
address = { lines = ["Hauptstr. 1"], locality = "Ulm", country = "DE" }
departments = ["sales"]

[[organizations.rooftops.charges]]
id = "fee"
name = "Fee"
amount = "699.005"
currency = "EUR"
payee = "dealer"
included_in_advertised_price = true

[[organizations.rooftops.charges]]
id = "fee"
name = "Fee again"
amount = "100"
currency = "EUR"
payee = "dealer"
included_in_advertised_price = false

[[organizations.rooftops]]
id = "Main"
name = "Small Motors again"
timezone = "Europe/Berlin"
address = { lines = ["Hauptstr. 2"], locality = "Ulm", country = "DE" }
departments = ["sales"]

[[organizations]]
id = "small"
name = "Small Motors again"

[[organizations.rooftops]]
id = "other"
name = "Other"
timezone = "Europe/Berlin"
address = { lines = ["Hauptstr. 3"], locality = "Ulm", country = "DE" }
departments = ["sales"]

[[feeds]]
id = "export"
organization = "small"
rooftop = "Main"
profile = "vautoo"
path = "export.csv"
currency = "EUR"
price_column = "Price"
price_includes_required_charges = true

[[feeds]]
id = "export"
organization = "smal"
rooftop = "main"
profile = "vauto"
path = "export.csv"
currency = "EUR"
price_column = "Price"
price_includes_required_charges = false

[[feeds]]
id = "third"
organization = "small"
rooftop = "ulm"
profile = "vauto"
path = "export.csv"
currency = "EUR"
price_column = "Price"
price_includes_required_charges = false
"#;

const SITES: &str = r#"
[server]
public_url = "https://cars.example"

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

[[sites]]
public_url = "https://one.example"
organizations = ["small"]

[[sites]]
public_url = "https://One.example"
organizations = ["smal"]

[[sites]]
public_url = "ftp://two.example"
organizations = ["small"]
"#;
