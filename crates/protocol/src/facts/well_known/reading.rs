//! The document as a reader takes it: what a later version adds is kept, not
//! failed on; what a publication may not say is refused.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{FeedAuthority, FeedFormat, ProtocolVersion, WellKnown};
use crate::facts::GovernmentChargeStatus;

/// A document with everything in it that this version does not know.
#[derive(Debug, Clone, PartialEq)]
pub struct WellKnownReading {
    /// What is understood.
    pub document: WellKnown,
    /// The rest, by JSON Pointer, as it was written.
    pub unknown: BTreeMap<String, Value>,
}

/// Why a document cannot be used. The words never repeat what it holds.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WellKnownFault {
    /// Not JSON, such as a site's HTML page with status 200.
    #[error("the document is not a JSON object; does the site answer every address with a page of its own?")]
    NotJson,
    /// Another version of the protocol.
    #[error("`/dealer_agent_protocol` is not \"0.1\", the version that is read here")]
    Version,
    /// It claims more than a file can carry (DAP-DISC-003).
    #[error("`/published_feed/authority` must be \"asserted\": a file cannot say more (DAP-DISC-003)")]
    Authority,
    /// Another format of feed.
    #[error("`/published_feed/format` is not \"dealer-agent-inventory-csv/0.1\", the format that is read here")]
    Format,
    /// A member that is missing or wrong.
    #[error("`{at}`: {problem}")]
    Member {
        /// JSON Pointer of the member, or of the nearest one around it.
        at: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl WellKnownReading {
    /// Reads a document's bytes. A byte order mark in front is passed over.
    ///
    /// # Errors
    /// [`WellKnownFault`].
    pub fn parse(bytes: &[u8]) -> Result<Self, WellKnownFault> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let value: Value = serde_json::from_slice(bytes).map_err(|_| WellKnownFault::NotJson)?;
        if !value.is_object() {
            return Err(WellKnownFault::NotJson);
        }
        let word = |at: &str| value.pointer(at).and_then(Value::as_str);
        // Before all else: a later version may have changed everything else.
        if word("/dealer_agent_protocol") != Some(ProtocolVersion::V01.as_str()) {
            return Err(WellKnownFault::Version);
        }
        if word("/published_feed/authority").is_some_and(|word| FeedAuthority::from_word(word).is_none()) {
            return Err(WellKnownFault::Authority);
        }
        if word("/published_feed/format").is_some_and(|word| FeedFormat::from_word(word).is_none()) {
            return Err(WellKnownFault::Format);
        }
        let mut unknown = BTreeMap::new();
        let mut understood = value.clone();
        keep_later_word(&mut understood, &mut unknown);
        let document: WellKnown = serde_path_to_error::deserialize(&understood).map_err(|error| {
            let at = crate::intake::pointer_of_path(error.path());
            let at = if at.is_empty() { "/".to_owned() } else { at };
            WellKnownFault::Member { at, problem: problem(error.inner()) }
        })?;
        let written = serde_json::to_value(&document).unwrap_or_default();
        collect_unknown(&understood, &written, "", &mut unknown);
        Ok(Self { document, unknown })
    }
}

/// What is wrong with a member: our types' own words, and serde's for one that
/// is missing, which name our members alone.
fn problem(error: &serde_json::Error) -> String {
    let text = error.to_string();
    if text.starts_with("missing field ") { text } else { crate::intake::type_refusal(error) }
}

/// A word for government charges that a later version added means, to us, that
/// they are unknown; it is kept.
fn keep_later_word(document: &mut Value, unknown: &mut BTreeMap<String, Value>) {
    const AT: &str = "/disclosure_defaults/government_charges";
    let Some(member) = document.pointer_mut(AT) else { return };
    if member.as_str().is_some_and(|word| GovernmentChargeStatus::from_word(word).is_none()) {
        let later = std::mem::replace(member, GovernmentChargeStatus::Unknown.as_str().into());
        unknown.insert(AT.to_owned(), later);
    }
}

/// Members that were read but not understood: those that are not written again.
fn collect_unknown(read: &Value, written: &Value, at: &str, unknown: &mut BTreeMap<String, Value>) {
    match (read, written) {
        (Value::Object(read), Value::Object(written)) => {
            for (name, member) in read {
                let here = format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
                match written.get(name) {
                    Some(written) => collect_unknown(member, written, &here, unknown),
                    // A member whose absence means the same.
                    None if member.is_null() && at.is_empty() && name == "upgrade_path" => {}
                    None => {
                        unknown.insert(here, member.clone());
                    }
                }
            }
        }
        (Value::Array(read), Value::Array(written)) => {
            for (index, (read, written)) in read.iter().zip(written).enumerate() {
                collect_unknown(read, written, &format!("{at}/{index}"), unknown);
            }
        }
        _ => {}
    }
}
