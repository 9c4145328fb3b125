//! Properties of whole files.

use std::collections::BTreeSet;

use dealeragent_feeds::import;
use proptest::prelude::*;

use crate::support::{settings, small};

const COLUMNS: [&str; 10] = ["VIN", "Stock", "Year", "Make", "Model", "Type", "Price", "VDP", "Odometer", "Invoice"];

/// A row of mostly good cells, with few VINs so that rows meet each other.
fn row() -> impl Strategy<Value = Vec<String>> {
    let pick = |cells: &'static [&'static str]| proptest::sample::select(cells).prop_map(str::to_owned);
    let vin = pick(&["9ZZDAPT10RA000001", "9ZZDAPT12RA000002", "9ZZDAPT14RA000003", "9OZDAPT10RA000001", ""]);
    let cells = (
        vin,
        pick(&["A1", "A1", "00042", ""]),
        pick(&["2024", "2024", "2024", "TBD"]),
        pick(&["Testla", "Testla", ""]),
        pick(&["Modelo"]),
        pick(&["Used", "Used", "New", "Loaner"]),
        pick(&["18995", "18995", "0", "Call", "24.995"]),
        pick(&["https://cars.example.com/1", "https://cars.example.com/1", ""]),
        pick(&["12,345 mi", "500", "TMU", "12.345"]),
        pick(&["77123", "77456"]),
    );
    cells.prop_map(|(a, b, c, d, e, f, g, h, i, j)| vec![a, b, c, d, e, f, g, h, i, j])
}

fn written(order: &[usize], rows: &[Vec<String>]) -> String {
    let line = |cells: &dyn Fn(usize) -> String| {
        order.iter().map(|at| format!("\"{}\"", cells(*at))).collect::<Vec<_>>().join(",") + "\n"
    };
    let header = line(&|at| COLUMNS[at].to_owned());
    rows.iter().fold(header, |text, row| text + &line(&|at| row[at].clone()))
}

proptest! {
    #[test]
    fn every_row_is_accounted_for_and_no_vin_stands_twice(rows in proptest::collection::vec(row(), 1..12)) {
        let order: Vec<usize> = (0..COLUMNS.len()).collect();
        let import = import(written(&order, &rows).as_bytes(), &small(), &settings()).unwrap();
        let report = &import.report;
        let dropped: u64 = report.dropped.values().sum();
        prop_assert_eq!(report.rows, report.published + dropped + report.collapsed + report.rejected);
        prop_assert_eq!(report.rows, rows.len() as u64);
        prop_assert_eq!(report.published, import.listings.len() as u64);
        prop_assert_eq!(report.rejected, report.rejects.len() as u64);
        let vins: BTreeSet<&str> = import.listings.iter().map(|unit| unit.vin.as_str()).collect();
        prop_assert_eq!(vins.len(), import.listings.len());
        let all = format!("{:?}{report:?}{report}", import.listings);
        prop_assert!(!all.contains("77123") && !all.contains("77456"), "a private column left the file");
    }

    #[test]
    fn the_order_of_columns_does_not_matter(
        rows in proptest::collection::vec(row(), 1..8),
        order in Just((0..COLUMNS.len()).collect::<Vec<usize>>()).prop_shuffle(),
    ) {
        let plain: Vec<usize> = (0..COLUMNS.len()).collect();
        let one = import(written(&plain, &rows).as_bytes(), &small(), &settings()).unwrap();
        let other = import(written(&order, &rows).as_bytes(), &small(), &settings()).unwrap();
        prop_assert_eq!(&one.report.rejects, &other.report.rejects);
        prop_assert_eq!(one.listings.len(), other.listings.len());
        for (mut one, other) in one.listings.into_iter().zip(other.listings) {
            // The digest of the file is the one thing that differs.
            one.provenance = other.provenance.clone();
            prop_assert_eq!(one, other);
        }
    }
}
