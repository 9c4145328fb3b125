//! SFTP servers.

use super::{UNDER_WAY, pattern};
use crate::{
    KeyFault, SftpSection, SourcePlan,
    pattern::is_under_way,
    plan::Kind,
    sftp::{Fingerprint, HostKeys, SftpPick, SftpPlan, SignIn},
};

pub(crate) fn of_sftp(section: &SftpSection) -> Result<SourcePlan, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let host = section.host.as_str();
    if host.contains(['/', '@', ' ']) {
        let message = "write the host alone, such as sftp.vendor.example; user and port have keys of their own";
        faults.push(KeyFault::new("sftp.host", message));
    }
    if section.port == Some(0) {
        faults.push(KeyFault::new("sftp.port", "write a port of 1 to 65535, or leave it out for 22"));
    }
    if section.passphrase.is_some() && section.private_key.is_none() {
        faults.push(KeyFault::new("sftp.passphrase", "belongs to private_key; leave it out"));
    }
    let sign_in = sign_in(section).map_err(|fault| faults.push(fault));
    let host_keys = host_keys(section).map_err(|fault| faults.push(fault));
    let pick = pick(section).map_err(|fault| faults.push(fault));
    match (sign_in, host_keys, pick) {
        (Ok(sign_in), Ok(host_keys), Ok(pick)) if faults.is_empty() => Ok(SourcePlan(Kind::Sftp(Box::new(SftpPlan {
            host: host.to_owned(),
            port: section.port.unwrap_or(22),
            user: section.user.to_string(),
            sign_in,
            host_keys,
            pick,
        })))),
        _ => Err(faults),
    }
}

fn sign_in(section: &SftpSection) -> Result<SignIn, KeyFault> {
    match (&section.password, &section.private_key) {
        (Some(password), None) => Ok(SignIn::Password(password.clone())),
        (None, Some(key)) => Ok(SignIn::Key(key.clone(), section.passphrase.clone())),
        _ => {
            let message = "write either password = { env = \"…\" } or private_key = { file = \"…\" }";
            Err(KeyFault::new("sftp", message))
        }
    }
}

/// None at all is refused when the server shows its key, since that message can
/// hold the key's fingerprint.
fn host_keys(section: &SftpSection) -> Result<HostKeys, KeyFault> {
    match (section.host_keys.as_slice(), &section.known_hosts) {
        ([], Some(file)) => Ok(HostKeys::File(file.to_string())),
        (_, Some(_)) => Err(KeyFault::new("sftp.host_keys", "write either host_keys or known_hosts")),
        (pins, None) => {
            let pins: Option<Vec<Fingerprint>> = pins.iter().map(|pin| Fingerprint::parse(pin.as_str())).collect();
            let message = "write fingerprints such as SHA256: followed by 43 characters, as ssh-keygen -l shows them";
            pins.map(HostKeys::Pinned).ok_or_else(|| KeyFault::new("sftp.host_keys", message))
        }
    }
}

fn pick(section: &SftpSection) -> Result<SftpPick, KeyFault> {
    match (&section.path, &section.folder, &section.pattern) {
        (Some(path), None, None) if is_under_way(path.as_str()) => Err(KeyFault::new("sftp.path", UNDER_WAY)),
        (Some(path), None, None) => Ok(SftpPick::Path(path.to_string())),
        (None, Some(folder), Some(text)) => {
            Ok(SftpPick::Folder(folder.to_string(), pattern("sftp.pattern", text.as_str())?))
        }
        _ => Err(KeyFault::new("sftp", "write either path = \"…\" or folder = \"…\" with pattern = \"…\"")),
    }
}
