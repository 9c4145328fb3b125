//! One connection: checked address, checked server, signed in.

use std::{
    borrow::Cow,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use russh::{
    ChannelMsg, Disconnect, MethodKind, Preferred,
    client::{self, AuthResult, Handle, KeyboardInteractiveAuthResponse as Answer},
    keys::{PrivateKeyWithHashAlg, PublicKeyOrCertificate, decode_secret_key},
};
use russh_sftp::{
    client::{RawSftpSession, error::Error as SftpError},
    protocol::{FileAttributes, OpenFlags, StatusCode},
};
use secrecy::{ExposeSecret, SecretString};
use tokio::{io::AsyncWriteExt, time::timeout};

use super::{
    SftpPlan, SignIn,
    host_key::{Fingerprint, HostKeys, Verdict},
};
use crate::{FaultKind, SourceFault, SpoolFile, plan::read, source::Doors};

/// How long nothing may come.
const SILENCE: Duration = Duration::from_secs(30);

/// Bytes that are asked for at once, which every server must give.
const PIECE: u32 = 32 << 10;

/// Requests that are on their way at the same time.
const AT_ONCE: u64 = 16;

/// A connection that is signed in.
pub(super) struct Session {
    handle: Handle<Server>,
    files: RawSftpSession,
}

impl Session {
    pub(super) fn files(&self) -> &RawSftpSession {
        &self.files
    }

    pub(super) async fn close(self) {
        let _ = self.handle.disconnect(Disconnect::ByApplication, "", "en").await;
    }
}

/// Judges the server's key.
pub(super) struct Server {
    keys: HostKeys,
    folder: PathBuf,
    host: String,
    port: u16,
    seen: Arc<Mutex<Option<(Verdict, Fingerprint)>>>,
}

impl client::Handler for Server {
    type Error = russh::Error;

    async fn check_server_key(&mut self, shown: &PublicKeyOrCertificate) -> Result<bool, Self::Error> {
        // Certificates are not asked for, so none may come.
        let PublicKeyOrCertificate::PublicKey { key, .. } = shown else { return Ok(false) };
        let verdict = self.keys.judge(&self.folder, &self.host, self.port, key);
        let is_known = verdict == Verdict::Known;
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = Some((verdict, Fingerprint::of(key)));
        Ok(is_known)
    }
}

impl SftpPlan {
    pub(super) async fn open(&self, doors: &Doors) -> Result<Session, SourceFault> {
        let place = self.place();
        let stream = doors.egress.connect(&self.host, self.port).await;
        let stream = stream.map_err(|error| SourceFault::from_egress(&place, &error))?;
        let seen = Arc::default();
        let server = Server {
            keys: self.host_keys.clone(),
            folder: doors.folder.clone(),
            host: self.host.clone(),
            port: self.port,
            seen: Arc::clone(&seen),
        };
        // The library waits for the server's first words as long as they take.
        let connecting = client::connect_stream(Arc::new(self.settings(doors)), stream, server);
        let connected = timeout(SILENCE, connecting).await.unwrap_or(Err(russh::Error::ConnectionTimeout));
        let mut handle = connected.map_err(|error| {
            let seen = seen.lock().unwrap_or_else(PoisonError::into_inner).take();
            seen.and_then(|(verdict, key)| self.not_meant(verdict, &key)).unwrap_or_else(|| self.ssh_fault(&error))
        })?;
        self.sign_in(&mut handle, doors).await?;
        let mut channel = handle.channel_open_session().await.map_err(|error| self.ssh_fault(&error))?;
        channel.request_subsystem(true, "sftp").await.map_err(|error| self.ssh_fault(&error))?;
        loop {
            match channel.wait().await {
                Some(ChannelMsg::Success) => break,
                Some(ChannelMsg::WindowAdjusted { .. }) => {}
                _ => {
                    let (problem, mend) = ("the server offers the user no SFTP", "ask the provider to offer it");
                    return Err(SourceFault::new(FaultKind::Protocol, &place, problem, mend));
                }
            }
        }
        let files = RawSftpSession::new(channel.into_stream());
        files.set_timeout(SILENCE.as_secs());
        files.init().await.map_err(|error| self.fault(&error))?;
        Ok(Session { handle, files })
    }

    fn settings(&self, doors: &Doors) -> client::Config {
        let mut preferred = Preferred::DEFAULT;
        // Without ssh-rsa, which signs by SHA-1.
        let modern = preferred.key.iter().filter(|kind| !matches!(kind, russh::keys::Algorithm::Rsa { hash: None }));
        let modern: Vec<_> = modern.cloned().collect();
        preferred.key = Cow::Owned(self.host_keys.wanted(&doors.folder, &self.host, self.port).unwrap_or(modern));
        client::Config { inactivity_timeout: Some(SILENCE), nodelay: true, preferred, ..client::Config::default() }
    }

    async fn sign_in(&self, handle: &mut Handle<Server>, doors: &Doors) -> Result<(), SourceFault> {
        let result = match &self.sign_in {
            SignIn::Password(password) => {
                let password = read(password, "sftp.password", &doors.folder)?;
                self.by_password(handle, &password).await
            }
            SignIn::Key(key, passphrase) => {
                let key = read(key, "sftp.private_key", &doors.folder)?;
                let passphrase = passphrase.as_ref().map(|secret| read(secret, "sftp.passphrase", &doors.folder));
                let passphrase = passphrase.transpose()?;
                let key = decode_secret_key(key.expose_secret(), passphrase.as_ref().map(ExposeSecret::expose_secret));
                let key = key.map_err(|_| {
                    let mend = "give a key in OpenSSH's or PEM form, with its passphrase if it is locked";
                    SourceFault::new(FaultKind::Credentials, &self.place(), "sftp.private_key is no usable key", mend)
                })?;
                let hash = handle.best_supported_rsa_hash().await.map_err(|error| self.ssh_fault(&error))?;
                // A server that does not say takes one of these since 2016.
                let hash = hash.flatten().or(Some(russh::keys::HashAlg::Sha256));
                let key = PrivateKeyWithHashAlg::new(Arc::new(key), hash);
                handle.authenticate_publickey(&self.user, key).await.map(|result| result.success())
            }
        };
        if result.map_err(|error| self.ssh_fault(&error))? {
            return Ok(());
        }
        let mend = "check user and secret, and that the provider let this way of signing in";
        Err(SourceFault::new(FaultKind::Credentials, &self.place(), "the server does not take the credentials", mend))
    }

    /// By password, also where a server asks for it as a question.
    async fn by_password(&self, handle: &mut Handle<Server>, password: &SecretString) -> Result<bool, russh::Error> {
        let asks = match handle.authenticate_password(&self.user, password.expose_secret()).await? {
            AuthResult::Success => return Ok(true),
            // Where passwords themselves are taken, this one was wrong: asking
            // twice would count twice.
            AuthResult::Failure { remaining_methods: left, .. } => {
                left.contains(&MethodKind::KeyboardInteractive) && !left.contains(&MethodKind::Password)
            }
        };
        if !asks {
            return Ok(false);
        }
        let mut answer = handle.authenticate_keyboard_interactive_start(&self.user, None).await?;
        for _ in 0..4 {
            let prompts = match answer {
                Answer::Success => return Ok(true),
                Answer::Failure { .. } => return Ok(false),
                Answer::InfoRequest { prompts, .. } => prompts,
            };
            let replies = match prompts.as_slice() {
                [] => Vec::new(),
                [one] if !one.echo => vec![password.expose_secret().to_owned()],
                // A second factor, or a new password: not for a program.
                _ => return Ok(false),
            };
            answer = handle.authenticate_keyboard_interactive_respond(replies).await?;
        }
        Ok(false)
    }

    /// Copies the file at `path` to the spool, a few pieces at once.
    pub(super) async fn copy(
        &self,
        files: &RawSftpSession,
        path: &str,
        file: &SpoolFile,
        limit: u64,
    ) -> Result<u64, SourceFault> {
        let opened = files.open(path, OpenFlags::READ, FileAttributes::empty()).await;
        let remote = opened.map_err(|error| self.fault(&error))?.handle;
        let mut local = tokio::fs::File::from_std(file.writer()?);
        let mut at = 0_u64;
        'whole: loop {
            let pieces = (0..AT_ONCE).map(|n| files.read(remote.as_str(), at + n * u64::from(PIECE), PIECE));
            for piece in futures_util::future::join_all(pieces).await {
                let data = match piece {
                    Ok(piece) => piece.data,
                    Err(error) if super::is_end(&error) => break 'whole,
                    Err(error) => return Err(self.fault(&error)),
                };
                at += data.len() as u64;
                if at > limit {
                    return Err(SourceFault::too_large(&self.place(), limit));
                }
                local.write_all(&data).await.map_err(|error| file.fault(&error))?;
                if data.is_empty() {
                    break 'whole;
                }
                // A short piece: what follows it was asked for at wrong places.
                if data.len() < PIECE as usize {
                    continue 'whole;
                }
            }
        }
        local.flush().await.map_err(|error| file.fault(&error))?;
        let _ = files.close(remote).await;
        Ok(at)
    }

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
    fn ssh_fault(&self, error: &russh::Error) -> SourceFault {
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
    fn not_meant(&self, verdict: Verdict, key: &Fingerprint) -> Option<SourceFault> {
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
