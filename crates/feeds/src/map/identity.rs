//! Which unit it is.

use dealeragent_protocol::{
    tools::search::ModelYear,
    values::{Text, Timestamp, Vin},
};

use super::row::Row;
use crate::{
    profile::{Field, Profile},
    report::{Keyword, Notice, Reject},
    values::{text::is_invisible, vin, year},
};

/// The VIN: without one there is no listing.
pub(super) fn vin(row: &mut Row<'_>) -> Result<Vin, Reject> {
    let cell = row.binding.at(Field::Vin).map(|at| row.at(at)).unwrap_or_default();
    match vin::parse(cell) {
        Ok(read) => {
            if read.recased {
                row.step(Field::Vin, "written in capitals");
            } else {
                row.taken(Field::Vin);
            }
            if !read.vin.has_valid_check_digit() {
                row.note_field(Notice::VinCheckDigit, Field::Vin, cell);
            }
            Ok(read.vin)
        }
        Err(problem) => Err(row.reject(Field::Vin, Keyword::Vin, &problem.to_string(), problem.hint())),
    }
}

/// The stock number, verbatim. A unit may be without one, but not with one
/// that could not be shown as it is.
pub(super) fn stock(row: &mut Row<'_>, profile: &Profile) -> Result<Option<Text<1, 80>>, Reject> {
    let Some(cell) = row.cell(Field::Stock) else {
        if profile.strict {
            return Err(row.reject(Field::Stock, Keyword::Stock, "there is no stock number", "fill in the cell"));
        }
        row.note_row(Notice::StockMissing);
        return Ok(None);
    };
    if cell.chars().any(|char| char.is_control() || is_invisible(char)) {
        let problem = "the stock number holds a character that cannot be shown";
        return Err(row.reject(Field::Stock, Keyword::Stock, problem, "type it again"));
    }
    row.taken(Field::Stock);
    Text::parse(cell).map(Some).map_err(|_| {
        let problem = "the stock number has more than 80 characters";
        row.reject(Field::Stock, Keyword::Stock, problem, "look for a cell in the wrong column")
    })
}

/// The year as the feed has it; the VIN only raises a warning.
pub(super) fn year(row: &mut Row<'_>, vin: &Vin, now: Timestamp) -> Result<ModelYear, Reject> {
    let cell = row.cell(Field::Year).unwrap_or_default();
    let Some(year) = year::parse(cell, now) else {
        let hint = "write the model year with four digits, such as 2026, at most two years ahead";
        return Err(row.reject(Field::Year, Keyword::Year, "this is no model year", hint));
    };
    if cell == year.get().to_string() {
        row.taken(Field::Year);
    } else {
        row.read_as(Field::Year, cell, &year.get());
    }
    if !vin::year_fits(vin, year.get()) {
        row.note_field(Notice::VinYear, Field::Year, cell);
    }
    Ok(year)
}
