//! What must never leave: contacts that are not public, internal columns,
//! wholesale cars and rows that were held back.

use std::collections::BTreeSet;

use csv::StringRecord;

use crate::support::walk::walk;

struct Table {
    headers: StringRecord,
    rows: Vec<StringRecord>,
}

impl Table {
    fn read(bytes: &[u8]) -> Self {
        let mut reader = csv::Reader::from_reader(bytes);
        let headers = reader.headers().unwrap().clone();
        Self { headers, rows: reader.records().map(Result::unwrap).collect() }
    }

    fn column(&self, name: &str) -> impl Iterator<Item = &str> {
        let at = self.headers.iter().position(|header| header == name).unwrap();
        self.rows.iter().map(move |row| row.get(at).unwrap())
    }
}

fn denver() -> Table {
    Table::read(include_bytes!("../../../../examples/demo/denver-vauto.csv"))
}

fn chicago() -> Table {
    Table::read(include_bytes!("../../../../examples/demo/chicago-homenet.csv"))
}

/// Every run of letters and digits in every answer of the walk.
fn words() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for answer in &walk().answers {
        words.extend(answer.body.split(|c: char| !c.is_ascii_alphanumeric()).map(ToOwned::to_owned));
    }
    words
}

fn assert_nowhere(needle: &str) {
    for answer in &walk().answers {
        assert!(!answer.body.contains(needle), "{needle} in {}", answer.name());
    }
}

#[test]
fn contacts_that_are_not_public_stay_inside() {
    for contact in ["desk-manager@denver.ridge.example", "desk-manager", "+1-312-555-0199", "555-0199"] {
        assert!(dealeragent_server::demo::CONFIG.contains(contact), "the demo still has {contact}");
        assert_nowhere(contact);
    }
    // The public ones do leave, so the test reads the right answers.
    let all: String = walk().answers.iter().take(4).map(|answer| answer.result.to_string()).collect();
    assert!(all.contains("+1-303-555-0142") && all.contains("internet@denver.ridge.example"));
}

#[test]
fn internal_columns_stay_inside() {
    let table = chicago();
    let words = words();
    let mut seen = 0_usize;
    for value in table.column("BookValue").chain(table.column("Invoice")).filter(|value| value.len() > 3) {
        let cents = format!("{value}00");
        for spelling in [value, cents.as_str()] {
            assert!(!words.contains(spelling), "{spelling} leaves");
        }
        let (thousands, rest) = value.split_at(value.len() - 3);
        assert_nowhere(&format!("{thousands},{rest}"));
        seen += 1;
    }
    assert!(seen > 100, "{seen} values");
    // Prices do leave, in cents.
    let price = table.column("Internet_Price").find(|price| price.len() == 5).unwrap();
    assert!(words.contains(&format!("{price}00")), "{price}");
}

#[test]
fn wholesale_cars_and_held_back_rows_stay_inside() {
    let (denver, chicago) = (denver(), chicago());
    let wholesale = denver.column("VIN").zip(denver.column("Disposition")).filter(|(_, code)| *code == "W");
    let wholesale: Vec<&str> = wholesale.map(|(vin, _)| vin).collect();
    assert_eq!(wholesale.len(), 4);
    let published: BTreeSet<&str> = walk().vins.iter().map(String::as_str).collect();
    let held_back: BTreeSet<&str> =
        denver.column("VIN").chain(chicago.column("VIN")).filter(|vin| !published.contains(vin)).collect();
    // Four wholesale cars, five rejected rows of which two share a VIN.
    assert!(wholesale.iter().all(|vin| held_back.contains(vin)));
    assert_eq!(held_back.len(), 4 + 4 + 1, "{held_back:?}");
    for vin in held_back {
        assert_nowhere(vin);
    }
}

/// Dealers' free text is no part of the contract's vehicle.
#[test]
fn free_text_of_the_exports_stays_inside() {
    let table = denver();
    let texts: Vec<&str> = table.column("Description").filter(|text| text.len() > 20).collect();
    assert!(!texts.is_empty());
    for text in texts {
        assert_nowhere(text.lines().next().unwrap());
    }
}
