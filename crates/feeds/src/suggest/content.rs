//! What the cells of a column look like. Only shapes that hardly anything else
//! has; a guess is marked as one.

use super::Verdict;
use crate::{
    profile::{Field, fold},
    values::{listing_url, odometer, vin},
};

/// Names in other languages and drifts that no built-in profile has.
const NAMES: [(&str, Field); 24] = [
    ("vinnumber", Field::Vin),
    ("chassisno", Field::Vin),
    ("fahrgestellnummer", Field::Vin),
    ("fin", Field::Vin),
    ("niv", Field::Vin),
    ("unit", Field::Stock),
    ("stockid", Field::Stock),
    ("inventaire", Field::Stock),
    ("marke", Field::Make),
    ("marque", Field::Make),
    ("manufacturer", Field::Make),
    ("modell", Field::Model),
    ("modele", Field::Model),
    ("modèle", Field::Model),
    ("annee", Field::Year),
    ("année", Field::Year),
    ("baujahr", Field::Year),
    ("kilometerstand", Field::Odometer),
    ("kilometrage", Field::Odometer),
    ("kilométrage", Field::Odometer),
    ("neworused", Field::Condition),
    ("zustand", Field::Condition),
    ("pictures", Field::Images),
    ("dateinstock", Field::StockedAt),
];

/// Words that a price column bears in its name.
const PRICE_WORDS: [&str; 6] = ["price", "internetspecial", "prix", "preis", "asking", "amountminor"];

/// Guesses from a name and the cells below it.
pub(super) fn guess(name: &str, cells: &[&str]) -> Option<(Verdict, &'static str)> {
    let folded = fold(name);
    if let Some((_, field)) = NAMES.iter().find(|(known, _)| *known == folded) {
        return Some((Verdict::Suggested(*field), "a usual name for it"));
    }
    let filled: Vec<&str> = cells.iter().copied().filter(|cell| !cell.is_empty()).collect();
    if filled.is_empty() {
        return None;
    }
    let mostly = |is: &dyn Fn(&str) -> bool| filled.iter().filter(|cell| is(cell)).count() * 5 >= filled.len() * 4;
    if mostly(&|cell| vin::parse(cell).is_ok()) {
        return Some((Verdict::Suggested(Field::Vin), "its cells are VINs"));
    }
    if PRICE_WORDS.iter().any(|word| folded.contains(word))
        && mostly(&|cell| cell.contains(|c: char| c.is_ascii_digit()))
    {
        return Some((Verdict::Price, "a price by its name; name the one that is advertised in the settings"));
    }
    let addresses = mostly(&|cell| cell.starts_with("http://") || cell.starts_with("https://"));
    if addresses && mostly(&is_picture) {
        return Some((Verdict::Suggested(Field::Images), "its cells are addresses of pictures"));
    }
    if addresses && mostly(&|cell| listing_url::parse(cell).is_ok()) {
        return Some((Verdict::Suggested(Field::ListingUrl), "its cells are page addresses"));
    }
    let has_unit = |cell: &str| {
        let word = cell.rsplit(|char: char| !char.is_alphabetic()).next().unwrap_or_default();
        cell.starts_with(|char: char| char.is_ascii_digit()) && odometer::unit_word(word).is_some()
    };
    if mostly(&has_unit) {
        return Some((Verdict::Suggested(Field::Odometer), "its cells are distances"));
    }
    let is_condition = |cell: &str| {
        ["new", "used", "n", "u", "neuf", "occasion", "neu", "gebraucht"]
            .iter()
            .any(|word| cell.eq_ignore_ascii_case(word))
    };
    if mostly(&is_condition) {
        return Some((Verdict::Suggested(Field::Condition), "its cells say new or used"));
    }
    let is_year = |cell: &str| cell.len() == 4 && cell.parse().is_ok_and(|year: u16| (1950..2100).contains(&year));
    if mostly(&is_year) {
        return Some((Verdict::Suggested(Field::Year), "its cells are years"));
    }
    None
}

fn is_picture(cell: &str) -> bool {
    let first = cell.split(['|', ',', ';']).next().unwrap_or_default().to_ascii_lowercase();
    let path = first.split(['?', '#']).next().unwrap_or_default();
    [".jpg", ".jpeg", ".png", ".webp"].iter().any(|end| path.ends_with(end))
}
