//! Documents as text. JSON is UTF-8; XML and pages may say otherwise.

use std::borrow::Cow;

use encoding_rs::{UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::{FileFault, decode::Encoding};

/// Text, and how it was read.
pub(super) struct Text<'b> {
    pub(super) text: Cow<'b, str>,
    pub(super) encoding: Encoding,
}

pub(super) fn json(bytes: &[u8]) -> Result<Text<'_>, FileFault> {
    unicode(bytes)?.ok_or(FileFault::Shape { problem: "is not UTF-8, as JSON has to be".to_owned() })
}

/// XML without a mark is UTF-8 unless it declares another encoding; of those
/// only the western code page is read.
pub(super) fn xml(bytes: &[u8]) -> Result<Text<'_>, FileFault> {
    if let Some(text) = unicode(bytes)? {
        return Ok(text);
    }
    let start = bytes.get(..bytes.len().min(200)).unwrap_or_default();
    let start = String::from_utf8_lossy(start).to_ascii_lowercase();
    let declared = start.split_once("encoding=").and_then(|(_, rest)| rest.get(1..)?.split(['"', '\'']).next());
    match declared {
        Some("windows-1252" | "iso-8859-1" | "latin1") => Ok(western(bytes)),
        _ => Err(FileFault::Shape {
            problem: "is not UTF-8 and declares no encoding that is read; export it as UTF-8".to_owned(),
        }),
    }
}

/// A saved page.
pub(super) fn page(bytes: &[u8]) -> Result<Text<'_>, FileFault> {
    Ok(unicode(bytes)?.unwrap_or_else(|| western(bytes)))
}

fn western(bytes: &[u8]) -> Text<'_> {
    let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    Text { text, encoding: Encoding::Windows1252 }
}

/// `None` where it is no Unicode text.
fn unicode(bytes: &[u8]) -> Result<Option<Text<'_>>, FileFault> {
    let marked = [(&b"\xFF\xFE"[..], UTF_16LE, Encoding::Utf16Le), (&b"\xFE\xFF"[..], UTF_16BE, Encoding::Utf16Be)];
    for (mark, codec, encoding) in marked {
        if let Some(rest) = bytes.strip_prefix(mark) {
            let text = codec.decode_without_bom_handling_and_without_replacement(rest);
            return text.map(|text| Some(Text { text, encoding })).ok_or(FileFault::BrokenUtf16);
        }
    }
    let (rest, encoding) = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
        Some(rest) => (rest, Encoding::Utf8Bom),
        None => (bytes, Encoding::Utf8),
    };
    let Ok(text) = std::str::from_utf8(rest) else { return Ok(None) };
    if text.trim().is_empty() {
        return Err(FileFault::Empty);
    }
    Ok(Some(Text { text: Cow::Borrowed(text), encoding }))
}
