//! Entity tags and `If-None-Match` (RFC 9110 sections 8.8.3 and 13.1.2).

use std::fmt;

use dealeragent_protocol::values::ContentDigest;
use sha2::{Digest as _, Sha256};

/// What compressing proxies put behind a tag inside the quotes (E16): Apache
/// writes `"abc-gzip"`, Jetty `"abc--gzip"`. Our own tags hold no hyphen.
const CODING_SUFFIXES: [&[u8]; 5] = [b"-gzip", b"-br", b"-zstd", b"-deflate", b"-"];

/// A strong tag: the same tag means the same bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EntityTag(Box<str>);

impl EntityTag {
    /// The tag of a document: the SHA-256 of its bytes in hexadecimal.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let digest = ContentDigest::from_sha256(Sha256::digest(bytes).into());
        Self(digest.as_str().trim_start_matches("sha256:").into())
    }

    /// The tag of the same document compressed: other bytes, so another tag, in
    /// the form that compressing proxies give it.
    pub(super) fn gzip(&self) -> Self {
        Self(format!("{}-gzip", self.0).into())
    }
}

/// With its quotation marks, as headers have it.
impl fmt::Display for EntityTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0)
    }
}

/// What the caller has already.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum IfNoneMatch<'h> {
    /// `*`: anything at all.
    Anything,
    /// These tags, without quotation marks and without `W/`, since the
    /// comparison is weak.
    Tags(Vec<&'h [u8]>),
}

impl<'h> IfNoneMatch<'h> {
    /// Reads the header; several of them are one list with commas between. An
    /// unreadable one is `None` and gets the whole document, which is never
    /// wrong.
    pub(super) fn parse(field: &'h [u8]) -> Option<Self> {
        let mut rest = field.trim_ascii();
        if rest == b"*" {
            return Some(Self::Anything);
        }
        let mut tags = Vec::new();
        loop {
            // Lists may hold empty places (RFC 9110 section 5.6.1).
            while let [b',' | b' ' | b'\t', behind @ ..] = rest {
                rest = behind;
            }
            if rest.is_empty() {
                return Some(Self::Tags(tags));
            }
            let quoted = rest.strip_prefix(b"W/").unwrap_or(rest).strip_prefix(b"\"")?;
            let end = quoted.iter().position(|byte| *byte == b'"')?;
            let (tag, behind) = quoted.split_at_checked(end)?;
            if !tag.iter().all(|byte| matches!(byte, 0x21 | 0x23..=0x7E | 0x80..)) {
                return None;
            }
            tags.push(tag);
            rest = behind.strip_prefix(b"\"")?.trim_ascii_start();
            if !(rest.is_empty() || rest.starts_with(b",")) {
                return None;
            }
        }
    }

    /// Whether the caller has the document of this tag.
    pub(super) fn holds_for(&self, tag: &EntityTag) -> bool {
        match self {
            Self::Anything => true,
            Self::Tags(tags) => tags.iter().any(|held| without_coding(held) == tag.0.as_bytes()),
        }
    }
}

fn without_coding(mut tag: &[u8]) -> &[u8] {
    for suffix in CODING_SUFFIXES {
        tag = tag.strip_suffix(suffix).unwrap_or(tag);
    }
    tag
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tag() -> EntityTag {
        EntityTag::of(b"a document")
    }

    fn holds(field: &str) -> bool {
        IfNoneMatch::parse(field.as_bytes()).is_some_and(|condition| condition.holds_for(&tag()))
    }

    #[test]
    fn a_tag_is_the_digest_of_the_bytes() {
        assert_eq!(tag().0.len(), 64);
        assert_eq!(tag(), EntityTag::of(b"a document"));
        assert_ne!(tag(), EntityTag::of(b"another"));
        assert_eq!(tag().to_string(), format!("\"{}\"", tag().0));
    }

    #[test]
    fn every_spelling_of_the_tag_holds() {
        let own = tag().0;
        for field in [
            format!("\"{own}\""),
            format!("W/\"{own}\""),
            format!("\"{own}-gzip\""),
            format!("\"{own}--gzip\""),
            format!("W/\"{own}-br\""),
            format!("\"a,b\", W/\"{own}\""),
            format!(" ,, \"other\"\t,\"{own}\" , "),
            "*".to_owned(),
            " * ".to_owned(),
        ] {
            assert!(holds(&field), "{field}");
        }
    }

    #[test]
    fn nothing_else_does() {
        let own = tag().0;
        for field in [
            "\"other\"".to_owned(),
            "\"\"".to_owned(),
            String::new(),
            format!("\"{own}x\""),
            format!("\"gzip-{own}\""),
            own.to_string(),
            format!("\"{own}"),
            format!("w/\"{own}\""),
            format!("\"other\" \"{own}\""),
            format!("\"{own}\", *"),
            format!("*, \"{own}\""),
            format!("\"a b\", \"{own}\""),
        ] {
            assert!(!holds(&field), "{field}");
        }
    }

    fn opaque() -> impl Strategy<Value = Vec<u8>> {
        proptest::collection::vec(prop_oneof![Just(0x21_u8), 0x23..=0x7E_u8, 0x80..=0xFF_u8], 0..20)
    }

    proptest! {
        /// Whatever a caller sends is read or refused, never a panic.
        #[test]
        fn any_bytes_are_taken(field in proptest::collection::vec(any::<u8>(), 0..80)) {
            let _ = IfNoneMatch::parse(&field).map(|condition| condition.holds_for(&tag()));
        }

        /// A list that is written as the standard says comes back as it was.
        #[test]
        fn a_list_is_read_back(
            tags in proptest::collection::vec((opaque(), any::<bool>()), 1..6),
            gap in prop_oneof![Just(","), Just(" , "), Just(",,\t,")],
        ) {
            let spelled = tags.iter().map(|(tag, weak)| {
                let mark: &[u8] = if *weak { b"W/" } else { b"" };
                [mark, b"\"", tag, b"\""].concat()
            });
            let field = spelled.collect::<Vec<_>>().join(gap.as_bytes());
            let expected = tags.iter().map(|(tag, _)| tag.as_slice()).collect();
            prop_assert_eq!(IfNoneMatch::parse(&field), Some(IfNoneMatch::Tags(expected)));
        }

        /// The tag is found wherever it stands in a list, whatever a proxy did.
        #[test]
        fn the_tag_is_found_in_any_list(
            before in proptest::collection::vec(opaque(), 0..4),
            after in proptest::collection::vec(opaque(), 0..4),
            suffix in prop_oneof![Just(""), Just("-gzip"), Just("-br"), Just("--gzip")],
            weak in any::<bool>(),
        ) {
            let own = format!("{}{suffix}", tag().0).into_bytes();
            let all = before.into_iter().chain([own]).chain(after);
            let spelled = all.map(|tag| [if weak { &b"W/\""[..] } else { b"\"" }, &tag, b"\""].concat());
            let field = spelled.collect::<Vec<_>>().join(&b", "[..]);
            prop_assert!(IfNoneMatch::parse(&field).unwrap().holds_for(&tag()));
        }
    }
}
