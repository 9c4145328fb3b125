//! What a file is not: recognised by its first bytes (A02, A18, A20).

use crate::FileFault;

/// Share of NULs, in percent, from which a file is no text with a stray byte.
const NUL_SHARE: usize = 10;

/// Documents and archives that no export is.
const BINARY: [(&[u8], &str); 13] = [
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xFF\xD8\xFF", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"RIFF", "a picture or sound (RIFF)"),
    (b"II*\x00", "a picture (TIFF)"),
    (b"\xD0\xCF\x11\xE0", "an old Excel or Word file; save it as CSV"),
    (b"7z\xBC\xAF", "a 7z archive; pack it as zip or gzip"),
    (b"Rar!", "a RAR archive; pack it as zip or gzip"),
    (b"BZh", "a bzip2 archive; pack it as zip or gzip"),
    (b"\xFD7zXZ", "an xz archive; pack it as zip or gzip"),
    (b"\x28\xB5\x2F\xFD", "a zstd archive; pack it as zip or gzip"),
    (b"SQLite format 3", "a database"),
];

pub(super) fn refuse_binary(head: &[u8]) -> Result<(), FileFault> {
    match BINARY.iter().find(|(start, _)| head.starts_with(start)) {
        Some((_, kind)) => Err(FileFault::Document { kind }),
        None => Ok(()),
    }
}

/// `head` is the start of a file without a mark.
pub(super) fn refuse_nuls(head: &[u8]) -> Result<(), FileFault> {
    let nuls = head.iter().filter(|byte| **byte == 0).count();
    let share = (nuls * 100).checked_div(head.len()).unwrap_or(0);
    if share >= NUL_SHARE { Err(FileFault::Nuls { share }) } else { Ok(()) }
}

/// No header of a delimited export starts with one of these. `head` is text
/// without its mark.
pub(super) fn refuse_document(head: &[u8]) -> Result<(), FileFault> {
    let start = head.trim_ascii_start();
    let is = |word: &str| start.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()));
    let kind = if ["<!doctype html", "<html", "<head", "<body", "<title"].into_iter().any(is) {
        "a web page (HTML)"
    } else if is("<") {
        "markup (XML or HTML)"
    } else if is("{") || is("[") {
        "JSON"
    } else if is("http/1") || is("http/2") {
        "an HTTP answer with its headers"
    } else if is("%pdf") {
        "a PDF"
    } else {
        return Ok(());
    };
    Err(FileFault::Document { kind })
}
