//! Units in packed chunks. The bytes of a chunk are in the files of dealers for
//! years: what is written here is read for ever (fixtures/store).

use std::sync::Arc;

use dealeragent_feeds::judge::{Missing, Unit};
use dealeragent_inventory::Listing;
use dealeragent_protocol::values::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// How chunks are written: JSON lines, packed as an LZ4 block behind its length.
pub(super) const ENCODING: i64 = 1;

/// Units of one chunk: enough that their common words pack well, few enough
/// that a chunk is read in a breath.
pub(super) const UNITS: usize = 512;

/// Longest chunk that is unpacked: a length that was changed by hand must not
/// take all memory.
const LONGEST: usize = 512 << 20;

/// A unit as it is stored.
#[derive(Serialize)]
struct Written<'a> {
    first_seen: Timestamp,
    last_seen: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<Missing>,
    listing: &'a Listing,
}

#[derive(Deserialize)]
struct Read {
    first_seen: Timestamp,
    last_seen: Timestamp,
    #[serde(default)]
    missing: Option<Missing>,
    listing: Listing,
}

/// A chunk's packed bytes and their digest.
pub(super) struct Chunk {
    pub(super) digest: [u8; 32],
    pub(super) content: Vec<u8>,
}

pub(super) fn write(units: &[Unit]) -> serde_json::Result<Chunk> {
    let mut lines = Vec::with_capacity(units.len() * 2048);
    for Unit { listing, first_seen, last_seen, missing } in units {
        let (first_seen, last_seen, missing) = (*first_seen, *last_seen, *missing);
        serde_json::to_writer(&mut lines, &Written { first_seen, last_seen, missing, listing })?;
        lines.push(b'\n');
    }
    let content = pack(&lines);
    Ok(Chunk { digest: digest(&content), content })
}

/// Adds the units of a chunk.
pub(super) fn read(content: &[u8], expected: &[u8], units: &mut Vec<Unit>) -> Result<(), String> {
    if digest(content) != expected {
        return Err("its bytes are not the ones that were written".to_owned());
    }
    let lines = unpack(content)?;
    for line in lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let Read { first_seen, last_seen, missing, listing } =
            serde_json::from_slice(line).map_err(|error| error.to_string())?;
        units.push(Unit { listing: Arc::new(listing), first_seen, last_seen, missing });
    }
    Ok(())
}

pub(super) fn pack(bytes: &[u8]) -> Vec<u8> {
    lz4_flex::block::compress_prepend_size(bytes)
}

pub(super) fn unpack(content: &[u8]) -> Result<Vec<u8>, String> {
    let (length, packed) = lz4_flex::block::uncompressed_size(content).map_err(|error| error.to_string())?;
    if length > LONGEST {
        return Err("it says that it is longer than any chunk".to_owned());
    }
    lz4_flex::block::decompress(packed, length).map_err(|error| error.to_string())
}

fn digest(content: &[u8]) -> [u8; 32] {
    Sha256::digest(content).into()
}
