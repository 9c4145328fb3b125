//! A file read in pieces is the same file, and takes no more memory for being
//! longer (A19).

use std::io::{self, Read};

use dealeragent_feeds::{
    FaultKind, Limits, import, import_reader,
    read::{Delimiter, Entry, RecordReader},
};
use proptest::prelude::*;

use crate::support::{sample, settings, small};

/// Gives its bytes in pieces of the given sizes, again and again.
struct Pieces<'b> {
    bytes: &'b [u8],
    sizes: Vec<usize>,
    next: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes[self.next % self.sizes.len()];
        self.next += 1;
        let size = size.min(self.bytes.len()).min(into.len());
        let (piece, rest) = self.bytes.split_at(size);
        into[..size].copy_from_slice(piece);
        self.bytes = rest;
        Ok(size)
    }
}

/// Repeats a unit until so many bytes were given.
struct Endless<'u> {
    unit: &'u [u8],
    at: usize,
    left: u64,
}

impl Read for Endless<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let rest = &self.unit[self.at..];
        let size = rest.len().min(into.len());
        into[..size].copy_from_slice(&rest[..size]);
        self.at = (self.at + size) % self.unit.len();
        if self.at == 0 {
            self.left = self.left.saturating_sub(self.unit.len() as u64);
        }
        if self.left == 0 { Ok(0) } else { Ok(size) }
    }
}

const SAMPLES: [&str; 16] = [
    "a01_bom.csv",
    "a03_utf16le.txt",
    "a06b_list_overflow.txt",
    "a09b_doubled_cr.csv",
    "a10_cr_only.csv",
    "a11_lost_quote.csv",
    "a15c_repeated_header.csv",
    "a17b_trailer.csv",
    "a18_empty.csv",
    "a19_truncated.csv",
    "a22c_zip_two_members.csv",
    "a22d_zip_litter.csv",
    "a22f_zip_streamed.csv",
    "a22h_gzip_whole.csv",
    "a23b_mixed_encodings.csv",
    "a23_nul_and_controls.csv",
];

fn told(result: Result<dealeragent_feeds::Import, dealeragent_feeds::FileFault>) -> String {
    match result {
        Ok(import) => format!("{:?}\n{:?}\n{:?}", import.listings, import.report, import.answers),
        Err(fault) => format!("{fault:?}"),
    }
}

proptest! {
    #[test]
    fn a_sample_in_pieces_is_the_whole_sample(
        name in prop::sample::select(&SAMPLES[..]),
        sizes in proptest::collection::vec(1_usize..40, 1..8),
    ) {
        let bytes = sample(name);
        let pieces = Pieces { bytes: &bytes, sizes, next: 0 };
        let streamed = import_reader(pieces, &small(), &settings(), Limits::default());
        prop_assert_eq!(told(streamed), told(import(&bytes, &small(), &settings())));
    }

    #[test]
    fn any_text_in_pieces_is_the_whole_text(
        text in "(VIN,Stock,Year,Make,Model,Type,Price,VDP\n)?(9ZZDAPT10RA00000[1-9],A,2024,\"?a\"?\"?,\n?é,Used,5,https://a\\.example/1\r?\n){0,4}[\"a,\r\n]{0,9}",
        sizes in proptest::collection::vec(1_usize..20, 1..8),
    ) {
        let pieces = Pieces { bytes: text.as_bytes(), sizes, next: 0 };
        let streamed = import_reader(pieces, &small(), &settings(), Limits::default());
        prop_assert_eq!(told(streamed), told(import(text.as_bytes(), &small(), &settings())));
    }

    #[test]
    fn records_in_pieces_are_the_same_records(
        bytes in proptest::collection::vec(
            prop_oneof![Just(b'"'), Just(b','), Just(b'\n'), Just(b'\r'), Just(b'a'), any::<u8>()], 0..120),
        sizes in proptest::collection::vec(1_usize..9, 1..6),
    ) {
        let read = |reader: &mut dyn Read| {
            let limits = Limits { quoted_lines: 3, cell_bytes: 30, record_bytes: 60, ..Limits::default() };
            let mut reader = RecordReader::new(reader, Some(Delimiter::Comma), limits).unwrap();
            reader.expect_columns(2);
            let mut all = Vec::new();
            loop {
                match reader.next_entry() {
                    Ok(Some(Entry::Record(record))) => {
                        let cells: Vec<_> = record.cells().collect();
                        all.push(format!("{} {cells:?} {:?} {}", record.line, record.recoded, record.is_open));
                    }
                    Ok(Some(Entry::Lost(lost))) => all.push(format!("{lost:?}")),
                    Ok(None) => return all,
                    Err(fault) => {
                        all.push(fault.to_string());
                        return all;
                    }
                }
            }
        };
        let mut pieces = Pieces { bytes: &bytes, sizes, next: 0 };
        prop_assert_eq!(read(&mut pieces), read(&mut bytes.as_slice()));
    }
}

const UNIT: &[u8] = b"9ZZDAPT10RA000001,A1,2024,Testla,Modelo,\"Sunroof, 20\"\" wheels\",18995,https://cars.example.com/v/1,\
    https://img.example.com/1.jpg|https://img.example.com/2.jpg|https://img.example.com/3.jpg|https://img.example.com/4.jpg\r\n";

#[test]
fn a19_buffers_do_not_grow_with_the_file() {
    let held = |bytes: u64| {
        let input = Endless { unit: UNIT, at: 0, left: bytes };
        let mut reader = RecordReader::new(input, Some(Delimiter::Comma), Limits::default()).unwrap();
        reader.expect_columns(9);
        let (mut rows, mut most) = (0_u64, 0);
        while let Some(entry) = reader.next_entry().unwrap() {
            assert!(matches!(entry, Entry::Record(_)));
            rows += 1;
            most = most.max(reader.held_bytes());
        }
        assert!(rows >= bytes / UNIT.len() as u64 - 1, "{rows}");
        most
    };
    assert_eq!(held(64 << 20), held(1 << 20));
    assert!(held(1 << 20) < 256 << 10);
}

/// A quoted cell without an end is where a reader would swallow the file.
#[test]
fn a19_an_endless_cell_is_refused_before_it_fills_the_memory() {
    let input = (&b"a,b\n1,\""[..]).chain(Endless { unit: b"x", at: 0, left: u64::MAX });
    let mut reader = RecordReader::new(input, Some(Delimiter::Comma), Limits::default()).unwrap();
    assert!(reader.next_entry().unwrap().is_some());
    assert_eq!(reader.next_entry().unwrap_err().kind(), FaultKind::TooLarge);
    assert!(reader.held_bytes() < 4 << 20, "{}", reader.held_bytes());
}

/// The most memory that this process ever had, in KiB.
#[cfg(target_os = "linux")]
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Run by the test below, alone in a process.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "measures the whole process; the test below runs it in one of its own"]
fn a_long_file_in_little_memory() {
    let header = &b"VIN,Stock,Year,Make,Model,Type,Price,VDP,Photos\n"[..];
    // No VIN is good, so that every row is held back and no listing is kept.
    let photos = "https://img.example.com/1.jpg|".repeat(300);
    let unit = format!("none,A1,2024,Testla,Modelo,Used,18995,https://cars.example.com/v/1,{photos}\n").into_bytes();
    let whole = |bytes| {
        let input = header.chain(Endless { unit: &unit, at: 0, left: bytes });
        let import = import_reader(input, &small(), &settings(), Limits::default()).unwrap();
        assert!(import.report.rejected == import.report.rows && import.listings.is_empty());
        import.report.rows
    };
    whole(8 << 20);
    let before = peak();
    assert!(whole(64 << 20) > 7_000);
    let grown = peak().saturating_sub(before);
    assert!(grown < 4 << 10, "{grown} KiB more for 56 MiB more of file");
}

#[cfg(target_os = "linux")]
#[test]
fn a19_memory_does_not_grow_with_the_file() {
    let test = std::env::current_exe().unwrap();
    let arguments = ["--ignored", "--exact", "streaming::a_long_file_in_little_memory"];
    let output = std::process::Command::new(test).args(arguments).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && told.contains("1 passed"), "{told}");
}

#[test]
fn a_reader_that_fails_is_told_without_its_words() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::new(io::ErrorKind::ConnectionReset, "host 10.0.0.7 went away"))
        }
    }
    let input = (&b"VIN,Stock,Year,Make,Model,Type,Price,VDP\n"[..]).chain(Broken);
    let fault = import_reader(input, &small(), &settings(), Limits::default()).unwrap_err();
    assert_eq!(fault.kind(), FaultKind::Unreadable);
    assert_eq!(
        fault.to_string(),
        "the file could not be read to its end (connection reset); it is read again on the next run"
    );
}
