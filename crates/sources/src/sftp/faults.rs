//! What failures of SFTP and SSH mean.

use russh_sftp::{client::error::Error as SftpError, protocol::StatusCode};

use super::{
    SftpPlan,
    host_key::{Fingerprint, Verdict},
};
use crate::{FaultKind, SourceFault};

impl SftpPlan {
    /// What a failure of the file protocol means. Its text is the server's own
    /// and is not shown.
    pub(super) fn fault(&self, error: &SftpError) -> SourceFault {
        let (kind, problem, mend) = match error {
            SftpError::Status(status) => match status.status_code {
                StatusCode::NoSuchFile => (
                    FaultKind::Missing,
                    "there is no such file or folder",
                    "check the path; relative ones start where the user does",
                ),
                StatusCode::PermissionDenied => {
                    (FaultKind::Permission, "the user may not read it", "ask the provider to let the user read it")
                }
                _ => (FaultKind::Server, "the server refused a request", "if it stays so, ask the provider"),
            },
            SftpError::Timeout => (FaultKind::TimedOut, "the server fell silent", "if it stays so, ask the provider"),
            SftpError::IO(_) => (FaultKind::BrokenOff, "the connection ended", "if it stays so, ask the provider"),
            _ => (
                FaultKind::Protocol,
                "the server does not speak SFTP as it should",
                "ask the provider whether it offers SFTP",
            ),
        };
        SourceFault::new(kind, &self.place(), problem, mend)
    }

    /// What a failure of the connection means.
    pub(super) fn ssh_fault(&self, error: &russh::Error) -> SourceFault {
        use russh::Error as E;
        let (kind, problem, mend) = match error {
            E::NoCommonAlgo { .. } | E::UnknownAlgo => (
                FaultKind::Protocol,
                "the server offers only ways of encryption that are broken or unknown",
                "ask the provider to offer current ones (ssh-ed25519 or rsa-sha2 keys, curve25519, AES)",
            ),
            E::Version => (FaultKind::Protocol, "the server does not speak SSH", "check host and port"),
            E::ConnectionTimeout | E::KeepaliveTimeout | E::InactivityTimeout | E::Elapsed(_) => {
                (FaultKind::TimedOut, "the server fell silent", "if it stays so, ask the provider")
            }
            _ => (FaultKind::BrokenOff, "the connection ended", "if it stays so, ask the provider"),
        };
        SourceFault::new(kind, &self.place(), problem, mend)
    }

    /// Why the server may be another one; `None` where it is not.
    pub(super) fn not_meant(&self, verdict: Verdict, key: &Fingerprint) -> Option<SourceFault> {
        let key = key.as_str();
        let (problem, mend) = match verdict {
            Verdict::Known => return None,
            Verdict::Unknown => (
                format!("nothing is on record about this server; it shows the key {key}"),
                format!("ask the provider for its fingerprint and, if it is this one, write host_keys = [\"{key}\"]"),
            ),
            Verdict::Other => (
                format!("the server shows the key {key}, which is not the one on record: it may be another server"),
                "ask the provider whether the key was changed; only then write the new fingerprint".to_owned(),
            ),
            Verdict::Revoked => (
                format!("the server shows the key {key}, which known_hosts calls revoked"),
                "ask the provider for its new key".to_owned(),
            ),
            Verdict::NoFile(path) => (
                format!("{} cannot be read as a known_hosts file", path.display()),
                "check the path, or write host_keys = [\"SHA256:…\"]".to_owned(),
            ),
        };
        Some(SourceFault::new(FaultKind::HostKey, &self.place(), &problem, &mend))
    }
}
