//! Bearer tokens at the doors: from the header to a caller.

use std::sync::Arc;

use dealeragent_auth::{Rejected, SiteAudiences, Verifier};
use dealeragent_gateway::{Gateway, Principal, Site};
use futures_util::future::BoxFuture;

use crate::http::{CredentialRefused, Credentials, CredentialsOfSite};

/// Checks the tokens of one site.
struct SiteTokens {
    verifier: Arc<Verifier>,
    gateway: Arc<Gateway>,
    audiences: SiteAudiences,
}

/// What checks the tokens of each site: the same issuers, each site under its
/// own names.
#[must_use]
pub fn credentials(verifier: Arc<Verifier>, gateway: Arc<Gateway>) -> Arc<CredentialsOfSite> {
    Arc::new(move |site: &Site| {
        let (verifier, gateway) = (Arc::clone(&verifier), Arc::clone(&gateway));
        Arc::new(SiteTokens { verifier, gateway, audiences: SiteAudiences::of(site.address()) })
    })
}

impl Credentials<Principal> for SiteTokens {
    fn check<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<Principal, CredentialRefused>> {
        Box::pin(async move {
            let verified = self.verifier.verify(token, &self.audiences, self.gateway.clock().now()).await;
            verified.map(Principal::Named).map_err(|rejected| self.refuse(rejected))
        })
    }
}

impl SiteTokens {
    /// Nothing of the token is in a rejection, so that it can be logged. Junk is
    /// free to send: it is counted for the audit, and not written down.
    fn refuse(&self, rejected: Rejected) -> CredentialRefused {
        let (reason, claim) = (rejected.reason(), rejected.claim());
        self.gateway.count_refused_credential();
        if rejected.is_the_tokens_fault() {
            tracing::info!(reason, claim, "a credential was refused");
            CredentialRefused::Invalid
        } else {
            tracing::warn!(reason, "a credential could not be checked");
            CredentialRefused::Unchecked
        }
    }
}
