//! Which server is the one that is meant.

use std::path::{Path, PathBuf};

use data_encoding::BASE64_NOPAD;
use russh::keys::{Algorithm, HashAlg, PublicKey, PublicKeyBase64, known_hosts::known_host_keys_path};

/// The SHA-256 of a server's public key, as `ssh-keygen -l` shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fingerprint(String);

impl Fingerprint {
    /// Reads `SHA256:` with 43 characters of Base64.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digits = text.trim().strip_prefix("SHA256:")?.trim_end_matches('=');
        let is_whole = BASE64_NOPAD.decode(digits.as_bytes()).is_ok_and(|bytes| bytes.len() == 32);
        is_whole.then(|| Self(format!("SHA256:{digits}")))
    }

    pub(crate) fn of(key: &PublicKey) -> Self {
        Self(key.fingerprint(HashAlg::Sha256).to_string())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// How a server is known.
#[derive(Debug, Clone)]
pub(crate) enum HostKeys {
    /// By fingerprints. None of them means that no server is known yet.
    Pinned(Vec<Fingerprint>),
    /// By a file of OpenSSH's form, relative to the configuration.
    File(String),
}

/// What a server's key comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    Known,
    /// Nothing is known of this server.
    Unknown,
    /// Something else is known of this server.
    Other,
    /// The file says that this key must not be used any more.
    Revoked,
    /// The file cannot be read, or not understood.
    NoFile(PathBuf),
}

impl HostKeys {
    /// Whether `key` is that of `host`.
    pub(crate) fn judge(&self, folder: &Path, host: &str, port: u16, key: &PublicKey) -> Verdict {
        match self {
            Self::Pinned(pins) if pins.contains(&Fingerprint::of(key)) => Verdict::Known,
            Self::Pinned(pins) if pins.is_empty() => Verdict::Unknown,
            Self::Pinned(_) => Verdict::Other,
            Self::File(path) => {
                let path = folder.join(path);
                // The library takes a file that cannot be read for an empty one.
                let Ok(text) = std::fs::read_to_string(&path) else { return Verdict::NoFile(path) };
                let encoded = key.public_key_base64();
                let is_revoked = |line: &str| line.trim_start().starts_with("@revoked") && line.contains(&encoded);
                if text.lines().any(is_revoked) {
                    return Verdict::Revoked;
                }
                match known_host_keys_path(host, port, &path) {
                    Ok(keys) if keys.is_empty() => Verdict::Unknown,
                    Ok(keys) if keys.iter().any(|(_, known)| known.key_data() == key.key_data()) => Verdict::Known,
                    Ok(_) => Verdict::Other,
                    Err(_) => Verdict::NoFile(path),
                }
            }
        }
    }

    /// The kinds of keys to ask the server for: those in the file. A server has
    /// several, and one that is not in it would be refused.
    pub(crate) fn wanted(&self, folder: &Path, host: &str, port: u16) -> Option<Vec<Algorithm>> {
        let Self::File(path) = self else { return None };
        let keys = known_host_keys_path(host, port, folder.join(path)).ok()?;
        let mut wanted = Vec::new();
        for (_, key) in keys {
            match key.algorithm() {
                Algorithm::Rsa { .. } => {
                    let hashes = [HashAlg::Sha512, HashAlg::Sha256];
                    wanted.extend(hashes.map(|hash| Algorithm::Rsa { hash: Some(hash) }));
                }
                other => wanted.push(other),
            }
        }
        Some(wanted).filter(|wanted| !wanted.is_empty())
    }
}
