//! Signing in, by password or by key.

use std::sync::Arc;

use russh::{
    MethodKind,
    client::{AuthResult, Handle, KeyboardInteractiveAuthResponse as Answer},
    keys::{HashAlg, PrivateKeyWithHashAlg, decode_secret_key},
};
use secrecy::{ExposeSecret, SecretString};

use super::{SftpPlan, SignIn, session::Server};
use crate::{FaultKind, SourceFault, source::Doors};

impl SftpPlan {
    pub(super) async fn sign_in(&self, handle: &mut Handle<Server>, doors: &Doors) -> Result<(), SourceFault> {
        let result = match &self.sign_in {
            SignIn::Password(password) => {
                let password = password.read("sftp.password", &doors.folder)?;
                self.by_password(handle, &password).await
            }
            SignIn::Key(key, passphrase) => {
                let key = key.read("sftp.private_key", &doors.folder)?;
                let passphrase = passphrase.as_ref().map(|secret| secret.read("sftp.passphrase", &doors.folder));
                let passphrase = passphrase.transpose()?;
                let key = decode_secret_key(key.expose_secret(), passphrase.as_ref().map(ExposeSecret::expose_secret));
                let key = key.map_err(|_| {
                    let mend = "give a key in OpenSSH's or PEM form, with its passphrase if it is locked";
                    SourceFault::new(FaultKind::Credentials, &self.place(), "sftp.private_key is no usable key", mend)
                })?;
                // A server that does not say which it takes is given a current one.
                let hash = if key.algorithm().is_rsa() {
                    let said = handle.best_supported_rsa_hash().await.map_err(|error| self.ssh_fault(&error))?;
                    said.flatten().or(Some(HashAlg::Sha256))
                } else {
                    None
                };
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
}
