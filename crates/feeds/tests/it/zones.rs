//! Dates and zones (B31 to B33).

use dealeragent_feeds::{
    Profile,
    values::date::{DateContext, DateFormat, DateProblem, parse},
};
use dealeragent_protocol::values::{TimeZoneName, Timestamp};

use crate::support::time;

fn read(cell: &str, zone: &str, shift_days: i64) -> Result<Option<Timestamp>, DateProblem> {
    let formats: Vec<DateFormat> = ["%m/%d/%Y", "%m/%d/%Y %I:%M:%S %p", "%Y-%m-%d %H:%M", "rfc3339"]
        .into_iter()
        .map(|format| DateFormat::parse(format).unwrap())
        .collect();
    let zone = TimeZoneName::parse(zone).unwrap().rules();
    parse(cell, &DateContext { formats: &formats, zone: &zone, shift_days, now: time("2026-11-30T12:00:00Z") })
}

fn denver(cell: &str) -> Result<Option<Timestamp>, DateProblem> {
    read(cell, "America/Denver", 0)
}

#[test]
fn a_day_starts_where_the_rooftop_is() {
    assert_eq!(denver("04/26/2026"), Ok(Some(time("2026-04-26T06:00:00Z"))));
    assert_eq!(denver("4/27/2026 7:19:50 AM"), Ok(Some(time("2026-04-27T13:19:50Z"))));
    assert_eq!(denver("2026-01-05T10:00:00+01:00"), Ok(Some(time("2026-01-05T09:00:00Z"))));
    assert_eq!(read("04/26/2026", "Asia/Tokyo", 0), Ok(Some(time("2026-04-25T15:00:00Z"))));
}

#[test]
fn b32_skipped_times_are_refused_and_doubled_ones_are_the_earlier() {
    assert_eq!(denver("2026-03-08 02:30"), Err(DateProblem::Gap));
    assert_eq!(denver("2026-03-08 03:00"), Ok(Some(time("2026-03-08T09:00:00Z"))));
    assert_eq!(denver("2026-11-01 01:30"), Ok(Some(time("2026-11-01T07:30:00Z"))));
    // A day whose midnight was skipped starts when it starts.
    assert_eq!(read("10/21/2018", "America/Sao_Paulo", 0), Ok(Some(time("2018-10-21T03:00:00Z"))));
    assert_eq!(read("11/04/2018", "America/Sao_Paulo", 0), Ok(Some(time("2018-11-04T03:00:00Z"))));
}

#[test]
fn b33_nothing_becomes_today() {
    for cell in ["02/30/2026", "13/01/2026", "yesterday", "2026", "00/00/0000", "4/26/26", "2026-04-26T10:00:00"] {
        assert_eq!(denver(cell), Err(DateProblem::Format), "{cell}");
    }
    for cell in ["", "  ", "N/A", "null"] {
        assert_eq!(denver(cell), Ok(None), "{cell:?}");
    }
    assert_eq!(denver("12/01/2026"), Err(DateProblem::Future));
    assert_eq!(denver("2026-11-30 05:04"), Ok(Some(time("2026-11-30T12:04:00Z"))), "a slow clock");
    assert_eq!(denver("2026-11-30 05:06"), Err(DateProblem::Future));
}

#[test]
fn a_shift_moves_days_not_hours() {
    // Across the end of daylight saving time midnight stays midnight.
    assert_eq!(read("10/30/2026", "America/Denver", 5), Ok(Some(time("2026-11-04T07:00:00Z"))));
    assert_eq!(read("11/30/2026", "America/Denver", 1), Err(DateProblem::Future));
    assert_eq!(read("11/30/2026", "America/Denver", i64::MAX), Err(DateProblem::Range));
}

#[test]
fn formats_are_checked_with_the_profile() {
    let with = |formats: &str| {
        Profile::parse(&crate::support::SMALL.replace("[\"%Y-%m-%d\", \"%Y-%m-%d %H:%M\", \"rfc3339\"]", formats))
            .map(|_| ())
            .map_err(|fault| fault.to_string())
    };
    assert_eq!(with(r#"["%d/%m/%Y"]"#), Ok(()));
    assert!(with(r#"["%m/%d/%Y", "%d/%m/%Y"]"#).unwrap_err().contains("as different days"));
    assert!(with(r#"["%m/%Y"]"#).unwrap_err().contains("does not name year, month and day"));
    assert!(with(r#"["%Q"]"#).unwrap_err().contains("%Q"));
}
