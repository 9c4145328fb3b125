//! What a file is not: recognised by its first bytes (A02, A18, A20).

use crate::FileFault;

/// Bytes at the start that are looked at for NULs.
const NUL_WINDOW: usize = 4_096;
/// Share of NULs, in percent, from which a file is no text with a stray byte.
const NUL_SHARE: usize = 10;

pub(super) fn refuse_archive(bytes: &[u8]) -> Result<(), FileFault> {
    if bytes.starts_with(b"\x1F\x8B") {
        return Err(FileFault::Archive { kind: "gzip" });
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return Err(FileFault::Archive { kind: "zip" });
    }
    Ok(())
}

pub(super) fn refuse_nuls(bytes: &[u8]) -> Result<(), FileFault> {
    let window = bytes.get(..NUL_WINDOW).unwrap_or(bytes);
    let nuls = window.iter().filter(|byte| **byte == 0).count();
    let share = (nuls * 100).checked_div(window.len()).unwrap_or(0);
    if share >= NUL_SHARE { Err(FileFault::Nuls { share }) } else { Ok(()) }
}

/// No header of a delimited export starts with one of these.
pub(super) fn refuse_document(text: &str) -> Result<(), FileFault> {
    let start: String = text.trim_start().chars().take(16).collect::<String>().to_ascii_lowercase();
    let kind = if start.starts_with("<!doctype html") || start.starts_with("<html") || start.starts_with("<head") {
        "a web page (HTML)"
    } else if start.starts_with('<') {
        "markup (XML or HTML)"
    } else if start.starts_with(['{', '[']) {
        "JSON"
    } else if start.starts_with("%pdf") {
        "a PDF"
    } else {
        return Ok(());
    };
    Err(FileFault::Document { kind })
}
