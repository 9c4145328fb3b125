//! Lists of objects, as XML.

use quick_xml::{Reader, events::Event};

use crate::choose::{Entry, nanoseconds};

/// One page of a list.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) entries: Vec<Entry>,
    /// Where the next page begins.
    pub(super) next: Option<String>,
}

/// An object as far as it was read.
#[derive(Default)]
struct Found {
    key: Option<String>,
    etag: Option<String>,
    modified: Option<i64>,
    length: Option<u64>,
}

/// Reads a `ListBucketResult`; `None` where the text is none. Objects without a
/// key or a size are left out.
pub(super) fn read(bytes: &[u8]) -> Option<Page> {
    let mut reader = Reader::from_str(std::str::from_utf8(bytes).ok()?);
    let mut path: Vec<String> = Vec::new();
    let mut text = String::new();
    let mut page = Page { entries: Vec::new(), next: None };
    let mut found = Found::default();
    let (mut is_list, mut is_truncated) = (false, false);
    loop {
        match reader.read_event().ok()? {
            Event::Start(tag) => {
                path.push(tag.local_name().as_ref().to_owned());
                is_list |= path.len() == 1 && path.first().is_some_and(|name| name == "ListBucketResult");
                if path.len() > 8 {
                    return None;
                }
                text.clear();
            }
            Event::Text(part) => text.push_str(&part),
            Event::CData(part) => text.push_str(&part),
            Event::GeneralRef(name) => text.push(character(&name)?),
            Event::End(_) => {
                let names: Vec<&str> = path.iter().skip(1).map(String::as_str).collect();
                match names.as_slice() {
                    ["IsTruncated"] => is_truncated = text == "true",
                    ["NextContinuationToken"] => page.next = Some(text.clone()),
                    ["Contents", "Key"] => found.key = Some(text.clone()),
                    ["Contents", "ETag"] => found.etag = Some(text.clone()),
                    ["Contents", "Size"] => found.length = text.trim().parse().ok(),
                    ["Contents", "LastModified"] => {
                        found.modified = text.trim().parse().ok().map(|at: jiff::Timestamp| nanoseconds(at.into()));
                    }
                    ["Contents"] => page.entries.extend(entry(std::mem::take(&mut found))),
                    _ => {}
                }
                path.pop();
                text.clear();
            }
            Event::DocType(_) => return None,
            Event::Eof => break,
            _ => {}
        }
    }
    if !is_list || !path.is_empty() || is_truncated && page.next.is_none() {
        return None;
    }
    page.next = page.next.filter(|_| is_truncated);
    Some(page)
}

fn entry(found: Found) -> Option<Entry> {
    Some(Entry { name: found.key?, length: found.length?, modified: found.modified, etag: found.etag })
}

/// The five names of XML, and numbers.
fn character(reference: &quick_xml::events::BytesRef<'_>) -> Option<char> {
    if let Some(number) = reference.resolve_char_ref().ok()? {
        return Some(number);
    }
    match &**reference {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_page_is_read() {
        let text = r#"<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>lots</Name><Prefix>in/</Prefix>
<KeyCount>2</KeyCount><IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b=</NextContinuationToken>
<Contents><Key>in/a&lt;1&gt; &#38; b.csv</Key><LastModified>2026-09-01T14:00:00.250Z</LastModified>
<ETag>&quot;9b2c&quot;</ETag><Size>12</Size><Owner><ID>x</ID><Key>not this</Key></Owner></Contents>
<Contents><Key>in/b.csv</Key><Size>0</Size></Contents><Contents><Key>no size</Key></Contents></ListBucketResult>"#;
        let page = read(text.as_bytes()).unwrap();
        assert_eq!(page.next.as_deref(), Some("a&b="));
        let modified = Some(1_788_271_200_250_000_000);
        let first = Entry { name: "in/a<1> & b.csv".into(), length: 12, modified, etag: Some("\"9b2c\"".into()) };
        let second = Entry { name: "in/b.csv".into(), length: 0, modified: None, etag: None };
        assert_eq!(page.entries, [first, second]);
    }

    #[test]
    fn what_is_no_list_is_none() {
        for text in [
            "",
            "<html></html>",
            "{}",
            "<ListBucketResult>",
            "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
            "<!DOCTYPE x [<!ENTITY a \"b\">]><ListBucketResult></ListBucketResult>",
            "<ListBucketResult><Contents><Key>&a;</Key></Contents></ListBucketResult>",
        ] {
            assert_eq!(read(text.as_bytes()), None, "{text}");
        }
        assert!(read(b"<ListBucketResult></ListBucketResult>").unwrap().entries.is_empty());
    }

    proptest! {
        #[test]
        fn nothing_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&bytes);
        }
    }
}
