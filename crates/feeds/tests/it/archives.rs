//! Archives behind a text name (A20).

use std::io::Write as _;

use dealeragent_feeds::{FaultKind, FileFault, Limits, decode::Container, import, import_within};
use dealeragent_protocol::values::ContentDigest;
use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;
use sha2::{Digest as _, Sha256};

use crate::support::{sample, settings, small};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn refused(bytes: &[u8]) -> String {
    let fault = import(bytes, &small(), &settings()).unwrap_err();
    assert_eq!(fault.kind(), FaultKind::Archive, "{fault}");
    fault.to_string()
}

#[test]
fn a20_one_file_in_an_archive_is_read_like_the_file_alone() {
    for (name, container) in [
        ("a22h_gzip_whole.csv", Container::Gzip),
        ("a22b_zip_path.csv", Container::Zip),
        ("a22d_zip_litter.csv", Container::Zip),
        ("a22e_zip_stored.csv", Container::Zip),
        ("a22f_zip_streamed.csv", Container::Zip),
    ] {
        let bytes = sample(name);
        let import = import(&bytes, &small(), &settings()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(import.report.container, Some(container), "{name}");
        assert_eq!(import.listings.len(), 2, "{name}");
        assert_eq!(import.listings[1].price.as_ref().unwrap().amount.minor(), 900_000);
        // The digest is that of the file as it came.
        let digest = ContentDigest::from_sha256(Sha256::digest(&bytes).into());
        assert_eq!(import.listings[0].provenance.sources[0].content_digest, Some(digest), "{name}");
        assert!(import.report.to_string().contains(&format!("unpacked from a {container} archive")));
    }
    // The sample has no rows that could be listed, but it is unpacked and read.
    let fault = import(&sample("a22_really_gzip.csv"), &small(), &settings()).unwrap_err();
    assert!(matches!(&fault, FileFault::MissingColumn { present, .. } if present == "VIN, Stock"), "{fault:?}");
}

#[test]
fn a20_more_than_one_file_is_refused() {
    assert_eq!(
        refused(&sample("a22c_zip_two_members.csv")),
        "the file is a zip archive and holds more than one file; pack exactly one"
    );
    let one = sample("a22h_gzip_whole.csv");
    assert!(refused(&[one.clone(), one.clone()].concat()).contains("more than one file"));
    assert!(refused(&[one.as_slice(), b"tail"].concat()).contains("something behind it"));
    assert!(refused(b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0").contains("holds no file"));
}

#[test]
fn a20_archives_in_archives_and_workbooks_are_refused() {
    assert!(refused(&gzip(&sample("a22h_gzip_whole.csv"))).contains("holds another archive"));
    let fault = import(&sample("a22g_workbook.csv"), &small(), &settings()).unwrap_err();
    assert!(matches!(fault, FileFault::Document { kind } if kind.contains("save it as CSV")), "{fault}");
    let fault = import(&gzip(b"<html>"), &small(), &settings()).unwrap_err();
    assert_eq!(fault.kind(), FaultKind::NotData);
}

#[test]
fn a20_a_damaged_archive_is_refused_wherever_it_breaks_off() {
    for name in ["a22h_gzip_whole.csv", "a22f_zip_streamed.csv", "a22e_zip_stored.csv"] {
        let bytes = sample(name);
        let contents = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap_or(bytes.len());
        // From behind the four bytes that make it an archive, to the last byte that its data needs.
        for cut in 4..contents {
            let message = refused(&bytes[..cut]);
            assert!(message.contains("cut short") || message.contains("damaged"), "{name} at {cut}: {message}");
        }
    }
    let mut bytes = sample("a22h_gzip_whole.csv");
    let middle = bytes.len() - 6;
    bytes[middle] ^= 1;
    assert!(refused(&bytes).contains("damaged"));
    let mut bytes = sample("a22e_zip_stored.csv");
    let digit = bytes.windows(5).position(|five| five == b"18995").unwrap();
    bytes[digit] = b'9';
    assert!(refused(&bytes).contains("damaged"), "a changed byte does not get past the checksum");
}

#[test]
fn a20_what_comes_out_is_capped() {
    let header = "VIN,Stock,Year,Make,Model,Type,Price,VDP\n";
    let bomb = gzip(format!("{header}{}", "\n".repeat(5 << 20)).as_bytes());
    assert!(bomb.len() < 100_000);
    let capped = |limits| match import_within(&bomb, &small(), &settings(), limits).unwrap_err() {
        FileFault::TooLarge { cap, .. } => cap,
        other => panic!("{other}"),
    };
    assert_eq!(capped(Limits::default()), "inflate_ratio");
    assert_eq!(capped(Limits { unpacked_bytes: 1 << 20, ..Limits::default() }), "unpacked_bytes");
    assert_eq!(capped(Limits { file_bytes: 1_000, ..Limits::default() }), "file_bytes");
    let generous = Limits { inflate_ratio: 100_000, ..Limits::default() };
    let fault = import_within(&bomb, &small(), &settings(), generous).unwrap_err();
    assert_eq!(fault, FileFault::NoRows { line: 1 });
}

proptest! {
    #[test]
    fn any_change_of_an_archive_is_read_or_refused(
        name in prop_oneof![
            Just("a22d_zip_litter.csv"), Just("a22f_zip_streamed.csv"), Just("a22h_gzip_whole.csv")
        ],
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = sample(name);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let _ = import(&bytes, &small(), &settings());
    }
}
