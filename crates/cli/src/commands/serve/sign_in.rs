//! Who may sign in to a running gateway: holders of its own tokens, and of those
//! of configured issuers.

mod demo;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context as _, Result, bail};
use dealeragent_auth::{IssuerSettings, KeySource, OwnKeys, Records, Verifier};
use dealeragent_egress::Egress;
use dealeragent_gateway::{
    Clock, CredentialId, CredentialRecordsUnavailable, Delegation, DelegationId, Delegations, Issuer as IssuerName,
    Revocations, Site, Subject,
};
use dealeragent_issuer::Issuer;
use dealeragent_protocol::values::Timestamp;
use dealeragent_server::{
    assembly::Assembly,
    auth,
    config::Issuers,
    http::{Guards, PublicKeys},
};
use dealeragent_store::{CredentialReader, RecordedOnly, Store};

pub(super) use demo::DemoTokens;

/// What signing in stands on.
pub(super) struct SignIn {
    store: Option<(Store, PathBuf)>,
    issuers: Issuers,
    /// Where secrets of issuers are looked for.
    beside: PathBuf,
}

impl SignIn {
    /// Opens the records in the data folder.
    pub(super) fn open(folder: Option<&Path>, config: Option<&Path>, issuers: &Issuers) -> Result<Self> {
        let store = match folder {
            Some(folder) => Some((Store::open(folder)?, folder.to_owned())),
            None if issuers.is_empty() => None,
            None => bail!(
                "where callers sign in, what they read is written down: name a data folder with server.data_dir, or \
                 --data-dir DIR"
            ),
        };
        let beside = config.and_then(Path::parent).unwrap_or(Path::new(".")).to_owned();
        Ok(Self { store, issuers: issuers.clone(), beside })
    }

    /// The store in the data folder, where there is one.
    pub(super) fn store(&self) -> Option<&Store> {
        self.store.as_ref().map(|(store, _)| store)
    }

    /// Whether this gateway issues tokens itself.
    pub(super) fn issues_tokens(&self) -> bool {
        self.store.is_some()
    }

    /// Opens the doors to those who can sign in.
    pub(super) fn guards(&self, assembly: &Assembly, clock: &Arc<dyn Clock>) -> Result<(Guards, Option<PublicKeys>)> {
        let own = self.own_issuers(&assembly.sites, clock.now())?;
        let mut settings = self.issuers.settings(&self.beside)?;
        for issuer in &own {
            let keys = Arc::new(Keys(Arc::clone(issuer)));
            settings.push(IssuerSettings::new(issuer.name().clone(), KeySource::Own(keys)));
        }
        if settings.is_empty() {
            return Ok((Guards { credentials: None }, None));
        }
        let egress = Egress::new(self.issuers.egress_policy())?;
        let verifier = Verifier::new(settings, egress, self.records()?).map_err(|problems| {
            let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
            anyhow::anyhow!("{}", lines.join("\n"))
        })?;
        let credentials = auth::credentials(Arc::new(verifier), Arc::clone(&assembly.gateway));
        let public_keys = own.into_iter().next().map(|issuer| public_keys(issuer, Arc::clone(clock)));
        Ok((Guards { credentials: Some(credentials) }, public_keys))
    }

    /// One issuer per site, all with the same keys.
    fn own_issuers(&self, sites: &[Arc<Site>], now: Timestamp) -> Result<Vec<Arc<Issuer>>> {
        let Some((_, folder)) = &self.store else { return Ok(Vec::new()) };
        let open = |site: &Arc<Site>| {
            let name =
                IssuerName::parse(site.address().as_str()).context("the site's address is too long for a token")?;
            Ok(Arc::new(Issuer::open(folder, name, now)?))
        };
        sites.iter().map(open).collect()
    }

    fn records(&self) -> Result<Records> {
        let Some((store, _)) = &self.store else {
            let none = Arc::new(NoRecords);
            return Ok(Records { revocations: none.clone(), own_revocations: none.clone(), delegations: none });
        };
        let reader: Arc<CredentialReader> = Arc::new(store.credential_reader()?);
        Ok(Records {
            revocations: reader.clone(),
            own_revocations: Arc::new(RecordedOnly::new(reader.clone())),
            delegations: reader,
        })
    }

    /// The demo's three tokens, each to show something.
    pub(super) fn demo_tokens(&self, site: &Site, now: Timestamp) -> Result<DemoTokens> {
        match &self.store {
            Some((store, folder)) => DemoTokens::issue(store, folder, site, now),
            None => bail!("a demo has a folder"),
        }
    }
}

/// The keys of this machine's issuer, read afresh for each set.
struct Keys(Arc<Issuer>);

impl OwnKeys for Keys {
    fn jwks(&self, now: Timestamp) -> Option<String> {
        let keys = self.0.jwks_json(now);
        keys.inspect_err(|fault| tracing::error!(%fault, "the gateway's own keys cannot be read")).ok()
    }

    fn has(&self, key_id: &str, now: Timestamp) -> bool {
        self.0.verifies_with(key_id, now).unwrap_or(false)
    }
}

fn public_keys(issuer: Arc<Issuer>, clock: Arc<dyn Clock>) -> PublicKeys {
    Arc::new(move || Keys(Arc::clone(&issuer)).jwks(clock.now()))
}

/// Without a data folder nothing was revoked here, and nothing delegated.
struct NoRecords;

impl Revocations for NoRecords {
    fn is_revoked(&self, _: &CredentialId, _: &Subject) -> Result<bool, CredentialRecordsUnavailable> {
        Ok(false)
    }
}

impl Delegations for NoRecords {
    fn find(&self, _: &DelegationId) -> Result<Option<Delegation>, CredentialRecordsUnavailable> {
        Ok(None)
    }
}
