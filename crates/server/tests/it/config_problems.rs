//! A configuration with mistakes: all of them at once, each with its line and
//! what to write instead.

use dealeragent_server::{
    config::{Config, ConfigErrors},
    demo,
    files::Files,
};

use crate::{
    config_good::SMALL,
    support::{NOW, time},
};

fn problems(text: &str) -> ConfigErrors {
    Config::read("dealeragent.toml", text, &Files::Demo, time(NOW)).unwrap_err()
}

#[test]
fn wrong_keys_and_values() { println!("{}", problems(KEYS)); println!("{}", problems(RULES)); println!("{}", problems(SITES)); println!("{}", problems("a = \nb = 1 2\n[c\n")); println!("{}", problems(""));}

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
included_in_advertised_price = true

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
price_includes_required_charges = false

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
