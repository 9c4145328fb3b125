//! The issuer.

use std::{
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
};

use dealeragent_gateway::Issuer as IssuerName;
use dealeragent_protocol::values::Timestamp;
use jsonwebtoken::{Algorithm, Header, jwk::JwkSet};

use crate::{
    IssuedToken, IssuerFault, KEYS_FOLDER, Order, Token,
    claims::Claims,
    ids::new_credential_id,
    keys::{Keep, KeyStore},
};

/// The `typ` of an access token (RFC 9068 section 2.1).
const TYPE: &str = "at+jwt";

/// Issues tokens in the name of one site. Several issuers, in this process and
/// in others, may share a data folder and with it the keys.
#[derive(Debug)]
pub struct Issuer {
    name: IssuerName,
    keys: Mutex<KeyStore>,
}

/// What becomes of the keys that signed so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rotation {
    /// They verify until the last token that they signed has ended.
    Gentle,
    /// They are dropped, and every token that was issued so far with them.
    AtOnce,
}

/// What a rotation did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rotated {
    /// The id of the key that signs now.
    pub signing: String,
    /// How many older keys still verify.
    pub still_verify: usize,
}

impl Issuer {
    /// Opens the issuer whose keys are in `data_dir`, making a first key where
    /// there is none. `name` is the tokens' `iss`: the site's address.
    ///
    /// # Errors
    /// [`IssuerFault`]: the folder cannot be used, it or a file in it is open to
    /// others, or its keys cannot be read.
    pub fn open(data_dir: &Path, name: IssuerName, now: Timestamp) -> Result<Self, IssuerFault> {
        let keys = Mutex::new(KeyStore::open(&data_dir.join(KEYS_FOLDER), now)?);
        Ok(Self { name, keys })
    }

    /// Who issues: the tokens' `iss`.
    #[must_use]
    pub fn name(&self) -> &IssuerName {
        &self.name
    }

    /// Signs a token. Keep its record before it is handed out.
    ///
    /// # Errors
    /// [`IssuerFault`]: the order is refused, or the keys cannot be read.
    pub fn issue(&self, order: &Order, now: Timestamp) -> Result<IssuedToken, IssuerFault> {
        let issued_at = now.to_whole_second();
        let expires_at = order.check(issued_at)?;
        let mut issued = IssuedToken {
            token: Token::default(),
            jti: new_credential_id(now)?,
            issuer: self.name.clone(),
            agent: order.agent.clone(),
            audience: order.audience.clone(),
            organization: order.organization.clone(),
            reach: order.reach.clone(),
            scopes: order.scopes.clone(),
            profiles: order.profiles.clone(),
            purposes: order.purposes.clone(),
            issued_at,
            expires_at,
        };
        let keys = self.fresh_keys()?;
        let mut header = Header::new(Algorithm::ES256);
        header.typ = Some(TYPE.to_owned());
        header.kid = Some(keys.signing_kid().to_owned());
        let token = jsonwebtoken::encode(&header, &Claims::of(&issued), keys.signer());
        issued.token = Token::new(token.map_err(|_| IssuerFault::Signing)?);
        Ok(issued)
    }

    /// The keys that verify at this time, the signing one first. Looks at the
    /// folder first, so that a rotation by another process shows at once.
    ///
    /// # Errors
    /// [`IssuerFault`]: the keys cannot be read. Nothing verifies then.
    pub fn public_keys(&self, now: Timestamp) -> Result<JwkSet, IssuerFault> {
        Ok(self.fresh_keys()?.verifying(now))
    }

    /// The same as the document under `/.well-known/jwks.json`.
    ///
    /// # Errors
    /// As [`Issuer::public_keys`].
    pub fn jwks_json(&self, now: Timestamp) -> Result<String, IssuerFault> {
        serde_json::to_string(&self.public_keys(now)?).map_err(|_| IssuerFault::Signing)
    }

    /// Whether a key verifies at this time. Looks at the folder as
    /// [`Issuer::public_keys`] does, and is cheap enough for every request.
    ///
    /// # Errors
    /// As [`Issuer::public_keys`].
    pub fn verifies_with(&self, key_id: &str, now: Timestamp) -> Result<bool, IssuerFault> {
        Ok(self.fresh_keys()?.has(key_id, now))
    }

    /// Lets a new key sign in `data_dir` from now on, for all processes: open
    /// issuers see it with their next use. Needs no old key that can be read, so
    /// that it mends a folder whose signing key was lost.
    ///
    /// # Errors
    /// [`IssuerFault`]: the folder or its list of keys cannot be used.
    pub fn rotate(data_dir: &Path, rotation: Rotation, now: Timestamp) -> Result<Rotated, IssuerFault> {
        let keep = match rotation {
            Rotation::Gentle => Keep::UntilTheirTokensEnd,
            Rotation::AtOnce => Keep::No,
        };
        let keys = KeyStore::rotate(&data_dir.join(KEYS_FOLDER), keep, now)?;
        let verifying = keys.verifying(now).keys.len();
        Ok(Rotated { signing: keys.signing_kid().to_owned(), still_verify: verifying.saturating_sub(1) })
    }

    fn fresh_keys(&self) -> Result<MutexGuard<'_, KeyStore>, IssuerFault> {
        let mut keys = self.lock();
        keys.refresh()?;
        Ok(keys)
    }

    /// Keys are replaced whole, so a panic elsewhere leaves good ones.
    fn lock(&self) -> MutexGuard<'_, KeyStore> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
