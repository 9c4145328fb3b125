//! Bytes to text (A01 to A04, A18, A20 to A25).

use std::io::Read as _;

use dealeragent_feeds::{
    FaultKind, FileFault, Import, Limits, Reading, SourceSettings,
    decode::{DeclaredEncoding, Decoder, Encoding},
    import,
    report::Notice,
};
use proptest::prelude::*;

use crate::support::{completed, import_text, sample, settings, small, warned};

/// The bytes behind mark and packing, and the encoding that the mark settles.
fn opened(bytes: &[u8]) -> Result<(Vec<u8>, Option<Encoding>), FileFault> {
    opened_as(bytes, None)
}

fn opened_as(bytes: &[u8], declared: Option<DeclaredEncoding>) -> Result<(Vec<u8>, Option<Encoding>), FileFault> {
    let mut decoder = Decoder::open(bytes, declared, &Limits::default())?;
    let mut text = Vec::new();
    decoder.read_to_end(&mut text).unwrap();
    Ok((text, decoder.opening().marked))
}

/// A file of one unit whose make has these bytes, completed and imported.
fn make_of(make: &[u8], declared: Option<DeclaredEncoding>) -> Import {
    let text = completed("VIN,Make\n9ZZDAPT10RA000001,@\n").into_bytes();
    let at = text.iter().position(|byte| *byte == b'@').unwrap();
    let bytes = [&text[..at], make, &text[at + 1..]].concat();
    import(&bytes, &small(), &declaring(declared)).unwrap()
}

fn declaring(encoding: Option<DeclaredEncoding>) -> SourceSettings {
    SourceSettings { reading: Reading { encoding, ..Reading::default() }, ..settings() }
}

/// Rows of one file, each in an encoding of its own.
fn rows(makes: &[&[u8]]) -> Vec<u8> {
    let mut file = b"VIN,Stock,Year,Make,Model,Type,Price,VDP\n".to_vec();
    let vins =
        ["9ZZDAPT10RA000001", "9ZZDAPT12RA000002", "9ZZDAPT14RA000003", "9ZZDAPT16RA000004", "9ZZDAPT18RA000005"];
    for (vin, make) in vins.iter().zip(makes) {
        file.extend_from_slice(format!("{vin},S,2024,").as_bytes());
        file.extend_from_slice(make);
        file.extend_from_slice(b",Modelo,Used,18995,https://cars.example.com/v/1\n");
    }
    file
}

fn makes(import: &Import) -> Vec<&str> {
    import.listings.iter().map(|unit| unit.make.as_str()).collect()
}

fn lines(import: &Import, kind: Notice) -> Vec<u64> {
    warned(import, kind).map(|warning| warning.lines.clone()).unwrap_or_default()
}

#[test]
fn a01_a_mark_is_taken_off_before_anything_else() {
    let (text, marked) = opened(&sample("a01_bom.csv")).unwrap();
    assert_eq!(marked, Some(Encoding::Utf8Bom));
    assert!(text.starts_with(b"organization_id,"));
    let quoted = completed("\"VIN\",\"Stock\"\n9ZZDAPT10RA000001,A1\n");
    let import = import(format!("\u{feff}{quoted}").as_bytes(), &small(), &settings()).unwrap();
    assert_eq!(import.report.columns.matched[0].column, "VIN");
    assert_eq!(import.report.encoding, Encoding::Utf8Bom);
}

#[test]
fn a02_utf16_is_transcoded_by_its_mark_and_said() {
    let bytes = sample("a03_utf16le.txt");
    let (text, marked) = opened(&bytes).unwrap();
    assert_eq!(marked, Some(Encoding::Utf16Le));
    assert_eq!(text, b"VIN\tStock\tMake\r\n9ZZDAPT10RA000001\tA1\tTestla\r\n");
    let swapped: Vec<u8> = bytes.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
    assert_eq!(opened(&swapped).unwrap(), (text, Some(Encoding::Utf16Be)));

    let wide: Vec<u8> = completed("VIN,Make\n9ZZDAPT10RA000001,Citroën 🚗\n")
        .encode_utf16()
        .fold(vec![0xFF, 0xFE], |all, unit| [all, unit.to_le_bytes().to_vec()].concat());
    let import = import(&wide, &small(), &settings()).unwrap();
    assert_eq!(makes(&import), ["Citroën 🚗"]);
    assert!(import.report.to_string().contains("read as UTF-16 (little-endian)"));
    assert_eq!(import.report.warnings, []);
}

#[test]
fn a02_utf16_without_a_mark_or_cut_short_is_refused() {
    let bytes = sample("a03_utf16le.txt");
    assert_eq!(opened(&bytes[2..]).unwrap_err(), FileFault::Nuls { share: 50 });
    let declared = Some(DeclaredEncoding::Utf16);
    assert_eq!(opened_as(&bytes[2..], declared).unwrap(), opened(&bytes).unwrap());
    let swapped: Vec<u8> = bytes[2..].chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
    assert_eq!(opened_as(&swapped, declared).unwrap().1, Some(Encoding::Utf16Be));
    assert_eq!(opened(&bytes[..bytes.len() - 1]).unwrap_err(), FileFault::BrokenUtf16);
    assert_eq!(opened(b"\xFF\xFE\x00\xD8").unwrap_err(), FileFault::BrokenUtf16);
}

#[test]
fn a03_a24_what_is_no_utf8_is_windows_1252_and_says_so() {
    let import = make_of(b"Citro\xEBn \x80500", None);
    assert_eq!(makes(&import), ["Citroën €500"]);
    assert_eq!(import.report.encoding, Encoding::Windows1252);
    assert_eq!(lines(&import, Notice::Windows1252), [2]);
    let steps = import.listings[0].provenance.transformations.clone().unwrap();
    assert!(steps.iter().any(|step| step.as_str() == "text read as Windows-1252"));

    // The sample itself, whose header has no such columns.
    let file = String::from_utf8_lossy(&sample("a04_windows1252.csv")).replace('\u{fffd}', "@");
    let columns = completed(&file).lines().next().unwrap().to_owned();
    let rest = b",2024,Used,18995,https://cars.example.com/v/1\n";
    let row = sample("a04_windows1252.csv");
    let row = row.split(|byte| *byte == b'\n').nth(1).unwrap().strip_suffix(b"\r").unwrap();
    let bytes = [columns.as_bytes(), b"\n", row, rest].concat();
    let import = dealeragent_feeds::import(&bytes, &small(), &settings()).unwrap();
    assert_eq!(makes(&import), ["Citroën"]);
    assert!(!format!("{import:?}").contains('\u{fffd}'));
}

#[test]
fn a03_a_declared_page_is_used_and_needs_no_warning() {
    let import = make_of(b"\xA4 Citro\xEBn", Some(DeclaredEncoding::Iso8859_15));
    assert_eq!(makes(&import), ["€ Citroën"]);
    assert_eq!(import.report.encoding, Encoding::Iso8859_15);
    assert_eq!(import.report.warnings, []);
    let import = make_of(b"\xA4 Citro\xEBn", Some(DeclaredEncoding::Windows1252));
    assert_eq!(makes(&import), ["¤ Citroën"]);
    assert_eq!(import.report.warnings, []);
}

#[test]
fn a23_a_declared_page_does_not_break_clean_utf8() {
    let import = make_of("Citroën".as_bytes(), Some(DeclaredEncoding::Windows1252));
    assert_eq!(makes(&import), ["Citroën"]);
    assert_eq!(import.report.encoding, Encoding::Utf8);
    assert!(warned(&import, Notice::OtherEncoding).is_some());
    let import = make_of(b"Citro\xEBn", Some(DeclaredEncoding::Utf8));
    assert_eq!(makes(&import), ["Citroën"]);
    assert!(warned(&import, Notice::Windows1252).is_some());
}

#[test]
fn a23_one_foreign_row_is_read_in_its_own_encoding_and_named() {
    let utf8 = "Citroën".as_bytes();
    let import = dealeragent_feeds::import(&sample("a23b_mixed_encodings.csv"), &small(), &settings()).unwrap();
    assert_eq!(makes(&import), ["Citroën", "Citroën", "Plain", "Citroën", "Citroën"]);
    assert_eq!(import.report.encoding, Encoding::Utf8);
    assert_eq!(lines(&import, Notice::MixedEncodings), [3]);
    let recoded = |at: usize| import.listings[at].provenance.transformations.clone().unwrap();
    assert!(recoded(1).iter().any(|step| step.as_str() == "text read as Windows-1252"));
    assert!(!recoded(0).iter().any(|step| step.as_str().starts_with("text read as")));

    let file = rows(&[b"Citro\xEBn", utf8, b"Citro\xEBn"]);
    let import = dealeragent_feeds::import(&file, &small(), &settings()).unwrap();
    assert_eq!(makes(&import), ["Citroën"; 3]);
    assert_eq!(import.report.encoding, Encoding::Windows1252);
    assert_eq!(lines(&import, Notice::MixedEncodings), [3]);
    assert_eq!(lines(&import, Notice::Windows1252), [2, 4]);
}

#[test]
fn a25_mojibake_is_told_and_not_repaired() {
    let text = String::from_utf8(sample("a25_mojibake.csv")).unwrap();
    let import = import_text(&text).unwrap();
    assert_eq!(makes(&import), ["CitroÃ«n"]);
    let warning = warned(&import, Notice::Mojibake).unwrap();
    assert_eq!((warning.lines.as_slice(), warning.column.as_deref()), (&[2][..], Some("Make")));
    assert_eq!(warning.example.as_deref(), Some("\"CitroÃ«n\""));
    for honest in ["Citroën", "SÃO PAULO", "Ärger", "Škoda", "naïve café – “fine”"] {
        let import = import_text(&format!("VIN,Make\n9ZZDAPT10RA000001,{honest}\n")).unwrap();
        assert_eq!(warned(&import, Notice::Mojibake), None, "{honest}");
    }
    for broken in ["â‚¬500", "donâ€™t", "Å\u{a0}koda", "VolkswagenÂ®", "ðŸš— car"] {
        let import = import_text(&format!("VIN,Make\n9ZZDAPT10RA000001,{broken}\n")).unwrap();
        assert!(warned(&import, Notice::Mojibake).is_some(), "{broken}");
    }
    // A column that is not read is counted, but its text is not shown.
    let import = import_text("VIN,Memo\n9ZZDAPT10RA000001,secret CitroÃ«n\n").unwrap();
    let warning = warned(&import, Notice::Mojibake).unwrap();
    assert_eq!((warning.column.as_deref(), warning.example.as_deref()), (None, None));
}

#[test]
fn a21_control_characters_are_told_and_not_published() {
    let text = String::from_utf8(sample("a23_nul_and_controls.csv")).unwrap();
    let import = import_text(&text).unwrap();
    assert_eq!(lines(&import, Notice::ControlCharacters), [2]);
    let import = import_text("VIN,Make,Model\n9ZZDAPT10RA000001,bad\u{0}byte \u{b}here,b\u{7f}\n").unwrap();
    assert_eq!(makes(&import), ["badbyte here"]);
    let import = import_text("VIN,Make\n9ZZDAPT1\u{1}RA000001,a\n").unwrap();
    assert_eq!((import.report.published, import.report.rejected), (0, 1));
}

#[test]
fn a18_what_is_no_delimited_text_is_named() {
    let document = |bytes: &[u8]| match opened(bytes).unwrap_err() {
        fault @ FileFault::Document { kind } => {
            assert_eq!(fault.kind(), FaultKind::NotData);
            assert!(fault.to_string().starts_with(&format!("the file is {kind}")));
            kind
        }
        other => panic!("{other}"),
    };
    assert_eq!(document(&sample("a20_html_error_page.csv")), "a web page (HTML)");
    assert_eq!(document(b"\xEF\xBB\xBF <rss/>"), "markup (XML or HTML)");
    assert_eq!(document(&sample("a18c_json_error.csv")), "JSON");
    assert_eq!(document(b"\xFF\xFE{\0\"\0"), "JSON");
    assert_eq!(document(b"HTTP/1.1 200 OK\r\nServer: x\r\n"), "an HTTP answer with its headers");
    assert_eq!(document(b"%PDF-1.7\n"), "a PDF");
    assert_eq!(document(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), "a picture (PNG)");
    assert_eq!(document(b"\xFF\xD8\xFF\xE0\0\x10JFIF"), "a picture (JPEG)");
    assert!(document(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0").contains("save it as CSV"));
    assert!(document(b"7z\xBC\xAF\x27\x1C").contains("7z"));
}

#[test]
fn a16_empty_is_no_empty_lot() {
    for empty in [&b""[..], b"\xEF\xBB\xBF", b" \r\n\r\n", b",,,\n\n,,,\r\n", &sample("a18_empty.csv")] {
        let fault = import(empty, &small(), &settings()).unwrap_err();
        assert_eq!((fault.kind(), fault), (FaultKind::NoRows, FileFault::Empty));
    }
}

#[test]
fn lost_characters_are_left_out_and_noted() {
    let import = import_text("VIN,Make\n9ZZDAPT10RA000001,Citro\u{fffd}n\n").unwrap();
    assert_eq!(makes(&import), ["Citron"]);
    assert_eq!(lines(&import, Notice::LostCharacters), [2]);
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        if let Ok(import) = import(&bytes, &small(), &settings()) {
            let all = format!("{:?}", import.listings);
            prop_assert!(!all.contains(char::REPLACEMENT_CHARACTER));
        }
    }

    #[test]
    fn utf8_text_comes_through_unchanged(text in "[a-zA-Zä€,\n]{1,80}") {
        let (read, marked) = opened(text.as_bytes()).unwrap();
        prop_assert_eq!((read, marked), (text.into_bytes(), None));
    }

    #[test]
    fn utf16_is_utf8_in_another_form(text in "a\\PC{0,300}", big in any::<bool>()) {
        let mark = if big { [0xFE, 0xFF] } else { [0xFF, 0xFE] };
        let units = text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() });
        let bytes: Vec<u8> = mark.into_iter().chain(units).collect();
        prop_assert_eq!(opened(&bytes).unwrap().0, text.into_bytes());
    }
}
