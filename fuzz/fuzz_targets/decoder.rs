//! Any bytes as a file on its way to text. The first byte picks the declared
//! encoding. Nothing panics, what comes out is capped, UTF-16 becomes UTF-8,
//! and a file in pieces gives the same as the whole file.
#![no_main]

use std::io::Read;

use dealeragent_feeds::{
    Limits,
    decode::{DeclaredEncoding, Decoder, Encoding},
};
use dealeragent_fuzz::Pieces;
use libfuzzer_sys::fuzz_target;

const DECLARED: [Option<DeclaredEncoding>; 5] = [
    None,
    Some(DeclaredEncoding::Utf8),
    Some(DeclaredEncoding::Utf16),
    Some(DeclaredEncoding::Windows1252),
    Some(DeclaredEncoding::Iso8859_15),
];
const UNPACKED: usize = 1 << 20;

fn read(input: impl Read, declared: Option<DeclaredEncoding>) -> Result<(Vec<u8>, Option<Encoding>), String> {
    let limits = Limits { file_bytes: 1 << 20, unpacked_bytes: UNPACKED, ..Limits::default() };
    let mut decoder = Decoder::open(input, declared, &limits).map_err(|fault| fault.to_string())?;
    let mut text = Vec::new();
    decoder.read_to_end(&mut text).map_err(|error| error.to_string())?;
    Ok((text, decoder.opening().marked))
}

fuzz_target!(|bytes: &[u8]| {
    let Some((first, file)) = bytes.split_first() else { return };
    let declared = DECLARED[usize::from(*first) % DECLARED.len()];
    let whole = read(file, declared);
    let pieces = read(Pieces::new(file, usize::from(*first)), declared);
    assert_eq!(whole, pieces);
    if let Ok((text, marked)) = whole {
        // A UTF-16 file grows by half at most.
        assert!(text.len() <= UNPACKED * 2);
        if let Some(Encoding::Utf16Le | Encoding::Utf16Be) = marked {
            assert!(std::str::from_utf8(&text).is_ok());
        }
    }
});
