//! The signing keys: a folder of its own in the data folder.
//!
//! `ring.json` lists the public halves: the one that signs, and retired ones
//! that still verify. Only the signing key's private half is there, in a PKCS#8
//! file named by its key id; a retired key cannot sign any more, and its private
//! half is deleted.
//!
//! Every change is made under a lock, to a new file that takes the old one's
//! place: a crash leaves either the old state or the new one.

mod files;
mod private_key;
mod public_key;
mod ring;
mod ring_file;
mod store;

pub(crate) use ring::Keep;
pub(crate) use store::KeyStore;

/// The keys' folder in the data folder.
pub const KEYS_FOLDER: &str = "keys";
