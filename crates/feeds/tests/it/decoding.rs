//! Bytes to text (A01 to A04, A18, A20 to A24).

use dealeragent_feeds::{
    FileFault,
    decode::{Encoding, decode},
    import,
    report::Notice,
};
use proptest::prelude::*;

use crate::support::{completed, sample, settings, small};

#[test]
fn a01_a_mark_is_taken_off_before_anything_else() {
    let bytes = sample("a01_bom.csv");
    let decoded = decode(&bytes).unwrap();
    assert_eq!(decoded.encoding, Encoding::Utf8Bom);
    assert!(decoded.text.starts_with("organization_id,"));
    let quoted = decode(b"\xEF\xBB\xBF\"VIN\",\"Stock\"\n").unwrap();
    assert!(quoted.text.starts_with('"'));
}

#[test]
fn a03_utf16_is_read_by_its_mark() {
    let bytes = sample("a03_utf16le.txt");
    let decoded = decode(&bytes).unwrap();
    assert_eq!(decoded.encoding, Encoding::Utf16Le);
    assert_eq!(decoded.text, "VIN\tStock\tMake\r\n9ZZDAPT10RA000001\tA1\tTestla\r\n");
    let swapped: Vec<u8> = bytes.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
    assert_eq!(decode(&swapped).unwrap().encoding, Encoding::Utf16Be);
    assert_eq!(decode(&swapped).unwrap().text, decoded.text);
}

#[test]
fn a03_utf16_without_a_mark_or_cut_short_is_refused() {
    let bytes = sample("a03_utf16le.txt");
    assert_eq!(decode(&bytes[2..]), Err(FileFault::Nuls { share: 50 }));
    assert_eq!(decode(&bytes[..bytes.len() - 1]), Err(FileFault::BrokenUtf16));
    assert_eq!(decode(b"\xFF\xFE\x00\xD8"), Err(FileFault::BrokenUtf16));
}

#[test]
fn a04_what_is_no_utf8_is_windows_1252_and_says_so() {
    let bytes = sample("a04_windows1252.csv");
    let decoded = decode(&bytes).unwrap();
    assert_eq!(decoded.encoding, Encoding::Windows1252);
    assert!(decoded.text.contains("Citroën") && decoded.text.contains("€500 off"));
    assert!(!decoded.text.contains('\u{fffd}'));

    // The same through the whole path; the sample's own header has no such columns.
    let mut wide = completed("VIN,Make\n9ZZDAPT10RA000001,Citro_n\n").into_bytes();
    let at = wide.iter().position(|byte| *byte == b'_').unwrap();
    wide[at] = 0xEB;
    let import = import(&wide, &small(), &settings()).unwrap();
    assert_eq!(import.listings[0].make.as_str(), "Citroën");
    assert!(import.report.warnings.iter().any(|warning| warning.kind == Notice::Windows1252));
    let steps = import.listings[0].provenance.transformations.clone().unwrap();
    assert!(steps.iter().any(|step| step.as_str() == "text read as Windows-1252"));
}

#[test]
fn a18_a20_what_is_no_delimited_text_is_named() {
    assert_eq!(decode(&sample("a20_html_error_page.csv")), Err(FileFault::Document { kind: "a web page (HTML)" }));
    assert_eq!(decode(&sample("a22_really_gzip.csv")), Err(FileFault::Archive { kind: "gzip" }));
    assert_eq!(decode(b"PK\x03\x04rest"), Err(FileFault::Archive { kind: "zip" }));
    assert_eq!(decode(b"\xEF\xBB\xBF <rss/>"), Err(FileFault::Document { kind: "markup (XML or HTML)" }));
    assert_eq!(decode(b"[{\"vin\":1}]"), Err(FileFault::Document { kind: "JSON" }));
    for empty in [&b""[..], b"\xEF\xBB\xBF", b" \r\n\r\n", &sample("a18_empty.csv")] {
        assert_eq!(decode(empty), Err(FileFault::Empty));
    }
}

#[test]
fn lost_characters_are_left_out_and_noted() {
    let import = crate::support::import_text("VIN,Make\n9ZZDAPT10RA000001,Citro\u{fffd}n\n").unwrap();
    assert_eq!(import.listings[0].make.as_str(), "Citron");
    assert!(import.report.warnings.iter().any(|warning| warning.kind == Notice::LostCharacters));
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        if let Ok(decoded) = decode(&bytes)
            && decoded.encoding == Encoding::Windows1252 {
            prop_assert!(!decoded.text.contains(char::REPLACEMENT_CHARACTER));
        }
        let _ = import(&bytes, &small(), &settings());
    }

    #[test]
    fn utf8_text_comes_through_unchanged(text in "[a-zA-Zä€,\n]{1,80}") {
        if let Ok(decoded) = decode(text.as_bytes()) {
            prop_assert_eq!(decoded.text.as_ref(), text.as_str());
        }
    }
}
