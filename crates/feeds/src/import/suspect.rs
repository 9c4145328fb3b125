//! Characters that an export should not hold: told, never repaired (A21, A25).

use std::sync::LazyLock;

use crate::{
    bind::Binding,
    decode::CodePage,
    read::Record,
    report::{Ledger, Note, Notice, shown},
};

/// Notes what is odd about a record's characters. Cells of columns that are
/// not read are counted but never shown.
pub(super) fn note(record: &Record<'_>, binding: &Binding, ledger: &mut Ledger) {
    // In pieces without a way out, which is what makes it fast.
    let has_control = |piece: &[u8]| piece.iter().fold(false, |found, byte| found | is_control(*byte));
    if record.text().as_bytes().chunks(64).any(has_control) {
        ledger.note(Some(record.line), &super::run::note(Notice::ControlCharacters, 1));
    }
    if record.is_ascii {
        return;
    }
    let lost = record.text().matches(char::REPLACEMENT_CHARACTER).count() as u64;
    if lost > 0 {
        ledger.note(Some(record.line), &super::run::note(Notice::LostCharacters, lost));
    }
    for (column, cell) in record.cells().enumerate() {
        if is_mojibake(cell) {
            let is_read = binding.is_read(column);
            let note = Note {
                kind: Notice::Mojibake,
                column: is_read.then_some(column),
                count: 1,
                example: is_read.then(|| shown(cell.trim())),
            };
            ledger.note(Some(record.line), &note);
        }
    }
}

/// C0 controls that no text needs, and DEL.
fn is_control(byte: u8) -> bool {
    (byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r')) || byte == 0x7F
}

/// The code page that UTF-8 is usually mistaken for.
static PAGE: LazyLock<CodePage> = LazyLock::new(|| CodePage::declared(None));

/// Whether a text looks as if UTF-8 had been read as Windows-1252 before it was
/// exported: `CitroÃ«n`. A letter that is the first byte of a Western character
/// in that code page stands in front of as many signs as would be its other
/// bytes.
fn is_mojibake(text: &str) -> bool {
    let mut chars = text.chars();
    while let Some(first) = chars.next() {
        let expected = match first {
            'Â' | 'Ã' | 'Ä' | 'Å' => 1,
            'â' => 2,
            'ð' => 3,
            _ => continue,
        };
        if chars.clone().take(expected).filter(|char| is_continuation(*char)).count() == expected {
            return true;
        }
    }
    false
}

/// Whether the code page writes this character as a byte from 0x80 to 0xBF.
fn is_continuation(char: char) -> bool {
    !char.is_ascii() && (0x80..=0xBF_u8).any(|byte| PAGE.char(byte) == char)
}
