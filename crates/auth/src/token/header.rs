//! The header of a JWT.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;

use crate::{Rejected, SigningAlgorithm, TokenTypes};

/// A longer key id is none of ours.
const LONGEST_KEY_ID: usize = 256;

/// What counts of a header. Keys and addresses of keys that a token brings along
/// (`jwk`, `jku`, `x5u`, `x5c`) are not even read.
#[derive(Deserialize)]
pub(crate) struct Header {
    alg: String,
    kid: Option<String>,
    typ: Option<String>,
    crit: Option<Value>,
}

impl Header {
    /// The id of the key that it names.
    pub(crate) fn key_id(&self) -> Option<&str> {
        self.kid.as_deref()
    }

    /// The key id and the algorithm, where all of it is acceptable.
    pub(crate) fn check(
        &self,
        allowed: &BTreeSet<SigningAlgorithm>,
        types: TokenTypes,
    ) -> Result<(&str, SigningAlgorithm), Rejected> {
        if self.crit.is_some() {
            return Err(Rejected::CriticalHeader);
        }
        let algorithm = SigningAlgorithm::from_name(&self.alg).filter(|algorithm| allowed.contains(algorithm));
        let algorithm = algorithm.ok_or(Rejected::AlgorithmRefused)?;
        if !is_type(self.typ.as_deref(), types) {
            return Err(Rejected::TypeRefused);
        }
        match self.kid.as_deref() {
            None | Some("") => Err(Rejected::KeyIdMissing),
            Some(id) if id.len() > LONGEST_KEY_ID => Err(Rejected::UnknownKey),
            Some(id) => Ok((id, algorithm)),
        }
    }
}

/// Media types have no case (RFC 7515 section 4.1.9).
fn is_type(found: Option<&str>, types: TokenTypes) -> bool {
    let is = |wanted: &str| found.is_some_and(|found| found.eq_ignore_ascii_case(wanted));
    let is_access_token = is("at+jwt") || is("application/at+jwt");
    is_access_token || types == TokenTypes::AnyJwt && (found.is_none() || is("JWT"))
}
