//! The gateway's own issuer, for operators without an authorization server:
//! short-lived ES256 tokens for named agents (workload identity). There is no
//! password and no user database; who may run the command may issue.
//!
//! [`Issuer::open`] finds or makes the signing key in the data folder,
//! [`Issuer::issue`] signs a token for an [`Order`], [`Issuer::jwks_json`] is
//! the document under `/.well-known/jwks.json`, and [`Issuer::rotate`] changes
//! the key. Several processes may share a data folder; each sees a rotation
//! with its next use.
//!
//! What was issued is written down by the caller before the token is handed
//! out, so that it can be revoked. Nothing here reads a clock.

mod agent;
mod claims;
mod fault;
mod ids;
mod issuer;
mod keys;
mod lifetime;
mod order;
mod token;

pub use agent::{AgentName, InvalidAgentName};
pub use fault::IssuerFault;
pub use ids::{new_credential_id, new_delegation_id};
pub use issuer::{Issuer, Rotated, Rotation};
pub use jsonwebtoken::jwk::{Jwk, JwkSet};
pub use keys::KEYS_FOLDER;
pub use lifetime::{InvalidSpan, Lifetime, Span};
pub use order::{Order, OrderRefused};
pub use token::{IssuedToken, Token};
