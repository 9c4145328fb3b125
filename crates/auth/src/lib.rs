//! Bearer tokens to grants (contract.md section 9).
//!
//! [`Verifier::verify`] takes the token of one request and gives the
//! [`Grant`](dealeragent_gateway::Grant) that it stands for, or [`Rejected`]. A
//! token is either a signed JWT (RFC 9068), whose keys come from the issuer's
//! JWKS, or anything that the issuer's introspection endpoint vouches for (RFC
//! 7662). There is no third way: what cannot be checked is refused, and a refused
//! token never counts as no token.
//!
//! What it costs: a token that was checked within the last seconds is found again
//! by its SHA-256; whether it or its subject is revoked, and whether its
//! delegation still stands, is asked every time.
//!
//! How long things are believed:
//!
//! | What | How long |
//! |---|---|
//! | a checked signature | 10 s, never beyond `exp` |
//! | an introspection that said `active` | 30 s unless set, never beyond `exp` |
//! | an introspection that said not `active` | 10 s |
//! | keys | `max-age` of the JWKS, within 1 to 60 min; 10 min without one |
//! | keys that cannot be fetched again | one more hour unless set |

mod algorithm;
mod audiences;
mod cache;
mod challenge;
mod claim_mapping;
mod grant_line;
mod granting;
mod introspection;
mod issuer_line;
mod keys;
mod rejected;
mod resource_metadata;
mod settings;
mod token;
mod verifier;

pub use algorithm::SigningAlgorithm;
pub use audiences::SiteAudiences;
pub use challenge::{insufficient_scope, unauthorized};
pub use claim_mapping::{ClaimMapping, ClaimPath, InvalidClaimPath};
pub use grant_line::GrantLine;
pub use introspection::{Introspection, IntrospectionSecret};
pub use keys::{InvalidKeys, KeySet, KeySource, OwnKeys};
pub use rejected::Rejected;
pub use resource_metadata::ProtectedResourceMetadata;
pub use settings::{IssuerProblem, IssuerSettings, TokenTypes};
pub use verifier::{LONGEST_TOKEN, Records, Verifier};
