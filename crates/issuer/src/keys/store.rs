//! The keys' folder.

use std::{
    fs::{self, Metadata},
    path::{Path, PathBuf},
    time::SystemTime,
};

use dealeragent_protocol::values::Timestamp;
use jsonwebtoken::{EncodingKey, jwk::JwkSet};

use super::{
    files,
    private_key::PrivateKey,
    public_key::PublicKey,
    ring::{Keep, Ring},
    ring_file::{self, RING_FILE},
};
use crate::IssuerFault;

/// What key files end with.
const KEY_SUFFIX: &str = ".p8";

/// A PKCS#8 file of P-256 has some 140 bytes.
const MOST_KEY_BYTES: u64 = 4096;

/// The keys as they were when the folder was last looked at.
#[derive(Debug)]
pub(crate) struct KeyStore {
    folder: PathBuf,
    ring: Ring,
    private: PrivateKey,
    stamp: Stamp,
}

/// What changes when a new list takes the old one's place.
#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    #[cfg(unix)]
    device_and_inode: (u64, u64),
    length: u64,
    modified: Option<SystemTime>,
}

impl KeyStore {
    /// Reads the keys, making the folder and the first key where there is none.
    pub(crate) fn open(folder: &Path, now: Timestamp) -> Result<Self, IssuerFault> {
        files::open_folder(folder)?;
        if let Some(keys) = Self::load(folder)? {
            return Ok(keys);
        }
        let _alone = files::lock_alone(folder)?;
        // Somebody may have been quicker.
        if read_ring(folder)?.is_none() {
            let first = PrivateKey::generate()?;
            write_key(folder, &first)?;
            write_ring(folder, &Ring::new(first.public().clone(), now))?;
        }
        Self::load_locked(folder)?.ok_or_else(|| missing_ring(folder))
    }

    /// The same keys, or newer ones where somebody changed them.
    pub(crate) fn refresh(&mut self) -> Result<(), IssuerFault> {
        if Stamp::of(&self.folder)? != self.stamp {
            *self = Self::load(&self.folder)?.ok_or_else(|| missing_ring(&self.folder))?;
        }
        Ok(())
    }

    /// Lets a new key sign. Needs no old key that works: this mends a folder
    /// whose signing key was lost.
    pub(crate) fn rotate(folder: &Path, keep: Keep, now: Timestamp) -> Result<Self, IssuerFault> {
        files::open_folder(folder)?;
        let _alone = files::lock_alone(folder)?;
        let next = PrivateKey::generate()?;
        let ring = match read_ring(folder)? {
            Some(last) => last.rotated(next.public().clone(), keep, now),
            None => Ring::new(next.public().clone(), now),
        };
        write_key(folder, &next)?;
        write_ring(folder, &ring)?;
        remove_others(folder, &ring.signing)?;
        Self::load_locked(folder)?.ok_or_else(|| missing_ring(folder))
    }

    /// The id of the key that signs.
    pub(crate) fn signing_kid(&self) -> &str {
        self.ring.signing.kid()
    }

    pub(crate) fn signer(&self) -> &EncodingKey {
        self.private.signer()
    }

    /// The keys that verify at this time.
    pub(crate) fn verifying(&self, now: Timestamp) -> JwkSet {
        self.ring.verifying(now)
    }

    /// Whether a key verifies at this time.
    pub(crate) fn has(&self, key_id: &str, now: Timestamp) -> bool {
        self.ring.has(key_id, now)
    }

    fn load(folder: &Path) -> Result<Option<Self>, IssuerFault> {
        let _shared = files::lock_shared(folder)?;
        Self::load_locked(folder)
    }

    fn load_locked(folder: &Path) -> Result<Option<Self>, IssuerFault> {
        let Some(ring) = read_ring(folder)? else { return Ok(None) };
        let stamp = Stamp::of(folder)?;
        let private = read_key(folder, &ring.signing)?;
        Ok(Some(Self { folder: folder.to_owned(), ring, private, stamp }))
    }
}

impl Stamp {
    fn of(folder: &Path) -> Result<Self, IssuerFault> {
        let path = folder.join(RING_FILE);
        let metadata = fs::symlink_metadata(&path).map_err(IssuerFault::files("look at", &path))?;
        Ok(Self::from(&metadata))
    }
}

impl From<&Metadata> for Stamp {
    fn from(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt as _;
        Self {
            #[cfg(unix)]
            device_and_inode: (metadata.dev(), metadata.ino()),
            length: metadata.len(),
            modified: metadata.modified().ok(),
        }
    }
}

fn missing_ring(folder: &Path) -> IssuerFault {
    IssuerFault::BadRing { path: folder.join(RING_FILE), problem: "it is gone" }
}

fn read_ring(folder: &Path) -> Result<Option<Ring>, IssuerFault> {
    let path = folder.join(RING_FILE);
    let Some(json) = files::read(&path, ring_file::MOST_BYTES)? else { return Ok(None) };
    ring_file::from_json(&json).map(Some).map_err(|problem| IssuerFault::BadRing { path, problem })
}

fn write_ring(folder: &Path, ring: &Ring) -> Result<(), IssuerFault> {
    let json = ring_file::to_json(ring).ok_or(IssuerFault::Signing)?;
    files::write(folder, &folder.join(RING_FILE), &json)
}

fn key_path(folder: &Path, key: &PublicKey) -> PathBuf {
    folder.join(format!("{}{KEY_SUFFIX}", key.kid()))
}

fn read_key(folder: &Path, key: &PublicKey) -> Result<PrivateKey, IssuerFault> {
    let path = key_path(folder, key);
    let bad = |problem| IssuerFault::BadKey { path: path.clone(), problem };
    let der = files::read(&path, MOST_KEY_BYTES)?.ok_or_else(|| bad("it is gone"))?;
    let private = PrivateKey::from_pkcs8(&der).ok_or_else(|| bad("it is no PKCS#8 file with a key on P-256"))?;
    if private.public() == key { Ok(private) } else { Err(bad("it is another key than its name says")) }
}

fn write_key(folder: &Path, key: &PrivateKey) -> Result<(), IssuerFault> {
    files::write(folder, &key_path(folder, key.public()), key.as_pkcs8())
}

/// Deletes what a retired key or a crash left behind: every private key but
/// the one that signs. Files that are not ours stay.
fn remove_others(folder: &Path, signing: &PublicKey) -> Result<(), IssuerFault> {
    let kept = key_path(folder, signing);
    for entry in fs::read_dir(folder).map_err(IssuerFault::files("list", folder))? {
        let path = entry.map_err(IssuerFault::files("list", folder))?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_key =
            name.trim_end_matches(files::UNFINISHED).strip_suffix(KEY_SUFFIX).is_some_and(|kid| kid.len() == 43);
        if is_key && path != kept {
            files::remove(&path)?;
        }
    }
    Ok(())
}
