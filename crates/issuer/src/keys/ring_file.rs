//! The list of keys as a file.

use std::collections::BTreeSet;

use dealeragent_protocol::values::Timestamp;
use serde::{Deserialize, Serialize};

use super::{
    public_key::PublicKey,
    ring::{RetiredKey, Ring},
};

/// The file's name in the keys' folder.
pub(super) const RING_FILE: &str = "ring.json";

/// A list is far shorter.
pub(super) const MOST_BYTES: u64 = 1024 * 1024;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    signing: Entry,
    retired: Vec<RetiredEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    kid: String,
    x: String,
    y: String,
    created_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RetiredEntry {
    key: Entry,
    retired_at: Timestamp,
    verifies_until: Timestamp,
}

const VERSION: u32 = 1;

/// Writes the list.
pub(super) fn to_json(ring: &Ring) -> Option<Vec<u8>> {
    let entry = |key: &PublicKey, created_at| Entry {
        kid: key.kid().to_owned(),
        x: key.x().to_owned(),
        y: key.y().to_owned(),
        created_at,
    };
    let retired = |retired: &RetiredKey| RetiredEntry {
        key: entry(&retired.key, retired.created_at),
        retired_at: retired.retired_at,
        verifies_until: retired.verifies_until,
    };
    let file = File {
        version: VERSION,
        signing: entry(&ring.signing, ring.created_at),
        retired: ring.retired.iter().map(retired).collect(),
    };
    serde_json::to_vec_pretty(&file).ok()
}

/// Reads the list.
///
/// # Errors
/// What is wrong with it.
pub(super) fn from_json(json: &[u8]) -> Result<Ring, &'static str> {
    let file: File = serde_json::from_slice(json).map_err(|_| "it is not a list that this program wrote")?;
    if file.version != VERSION {
        return Err("another version of this program wrote it");
    }
    let mut seen = BTreeSet::new();
    let mut key = |entry: &Entry| {
        let key = PublicKey::new(&entry.x, &entry.y).ok_or("a key has no coordinates of P-256")?;
        if key.kid() != entry.kid {
            return Err("a key's id is not its thumbprint");
        }
        if seen.insert(entry.kid.clone()) { Ok(key) } else { Err("a key is there twice") }
    };
    let signing = key(&file.signing)?;
    let mut retired = Vec::new();
    for entry in &file.retired {
        retired.push(RetiredKey {
            key: key(&entry.key)?,
            created_at: entry.key.created_at,
            retired_at: entry.retired_at,
            verifies_until: entry.verifies_until,
        });
    }
    Ok(Ring { signing, created_at: file.signing.created_at, retired })
}
