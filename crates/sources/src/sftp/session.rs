//! One connection: checked address, checked server, signed in.

use std::{
    borrow::Cow,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use russh::{
    ChannelMsg, Disconnect, Preferred,
    client::{self, Handle},
    keys::PublicKeyOrCertificate,
};
use russh_sftp::client::RawSftpSession;
use tokio::time::timeout;

use super::{
    SftpPlan,
    host_key::{Fingerprint, HostKeys, Verdict},
};
use crate::{FaultKind, SourceFault, source::Doors};

/// How long nothing may come.
const SILENCE: Duration = Duration::from_secs(30);

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
}
