//! What a configuration serves: the measure for what credentials may name.

use std::{
    net::SocketAddr,
    num::NonZeroU32,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context as _, Result, bail, ensure};
use dealeragent_gateway::{Dealer, Issuer, Site, SiteAddress, SystemClock};
use dealeragent_protocol::values::{OrganizationId, RooftopId, Timestamp, Uri};
use dealeragent_server::assembly::assemble;

use super::configuration::{Loaded, data_dir, load};
use crate::token_arguments::CredentialPlace;

/// The sites and dealers of a configuration.
pub(super) struct Served {
    sites: Vec<ServedSite>,
    listen: SocketAddr,
    /// How long records are kept, once they are of no use: as audit entries are.
    pub(super) keep_days: NonZeroU32,
}

struct ServedSite {
    site: Arc<Site>,
    /// Whether the configuration names its address.
    has_public_url: bool,
}

/// For whom a token is, and in whose name it is issued.
#[derive(Debug)]
pub(super) struct Names {
    pub(super) audience: Uri,
    pub(super) issuer: Issuer,
}

impl Served {
    /// Reads the configuration that is named, or the demo's.
    pub(super) fn load(config: Option<&Path>, now: Timestamp) -> Result<Self> {
        let Loaded { config, files } = match load(config, now)? {
            Ok(loaded) => loaded,
            Err(errors) => bail!("{}", errors.to_string().trim_end()),
        };
        let listen = config.listen;
        let keep_days = NonZeroU32::new(config.audit_keep_days).unwrap_or(NonZeroU32::MIN);
        let named: Vec<bool> = config.sites.iter().map(|plan| plan.public_url.is_some()).collect();
        // Put together as `serve` does, so that the addresses are the same.
        let sites = assemble(config, files, Arc::new(SystemClock), None)?.sites;
        let sites = sites.into_iter().zip(named).map(|(site, has_public_url)| ServedSite { site, has_public_url });
        Ok(Self { sites: sites.collect(), listen, keep_days })
    }

    /// Checks that the dealer is served, and has these rooftops.
    pub(super) fn check<'r>(
        &self,
        organization: &OrganizationId,
        rooftops: impl IntoIterator<Item = &'r RooftopId>,
    ) -> Result<()> {
        let dealer = self.dealer(organization)?;
        for rooftop in rooftops {
            let known = || dealer.rooftops.iter().map(|rooftop| rooftop.record.rooftop_id.as_str()).collect::<Vec<_>>();
            ensure!(
                dealer.rooftop(rooftop).is_some(),
                "`{organization}` has no rooftop `{rooftop}` in this configuration; it has {}",
                known().join(", ")
            );
        }
        Ok(())
    }

    fn dealer(&self, organization: &OrganizationId) -> Result<&Arc<Dealer>> {
        let mut dealers = self.sites.iter().flat_map(|served| served.site.dealers());
        dealers.find(|dealer| dealer.organization_id == *organization).with_context(|| {
            let mut known: Vec<_> = self.sites.iter().flat_map(|served| served.site.dealers()).collect();
            known.dedup_by_key(|dealer| dealer.organization_id.clone());
            let known: Vec<_> = known.iter().map(|dealer| dealer.organization_id.as_str()).collect();
            format!(
                "this configuration serves no organization `{organization}`; it serves {}. Without --config it is the \
                 demo's",
                known.join(", ")
            )
        })
    }

    /// The names of the site that serves a dealer. `wanted` picks one, by any of
    /// its endpoints.
    pub(super) fn names(&self, organization: &OrganizationId, wanted: Option<&str>) -> Result<Names> {
        let sites: Vec<_> = self.sites.iter().filter(|served| served.site.dealer(organization).is_some()).collect();
        let addresses = || sites.iter().map(|served| served.site.address().as_str()).collect::<Vec<_>>().join(", ");
        let Some(wanted) = wanted else {
            let [only] = sites.as_slice() else {
                bail!("several sites serve `{organization}`: {}; say which with --audience", addresses());
            };
            return names(only.site.address().as_str(), only.site.address());
        };
        let base = SiteAddress::parse(base_of(wanted)).context("--audience")?;
        let is_of =
            |served: &&&ServedSite| *served.site.address() == base || (!served.has_public_url && self.is_local(&base));
        match sites.iter().find(is_of) {
            Some(_) => names(wanted.trim_end_matches('/'), &base),
            None => bail!(
                "--audience {wanted} is no address of `{organization}`: use {}, with or without /mcp; a gateway takes \
                 no token that is for another",
                addresses()
            ),
        }
    }

    /// An address that `serve --listen` may have been given.
    fn is_local(&self, address: &SiteAddress) -> bool {
        let socket = address.authority().parse::<SocketAddr>();
        let is_ours = |socket: SocketAddr| socket.ip().is_loopback() || socket.ip() == self.listen.ip();
        address.as_str().starts_with("http://") && !address.has_path() && socket.is_ok_and(is_ours)
    }
}

fn names(audience: &str, base: &SiteAddress) -> Result<Names> {
    let audience = Uri::parse(audience).context("--audience")?;
    let issuer = Issuer::parse(base.as_str()).context("the site's address is too long for a token")?;
    Ok(Names { audience, issuer })
}

/// A site's address without the endpoint under it.
fn base_of(address: &str) -> &str {
    let address = address.trim_end_matches('/');
    let address = address.strip_suffix("/compat").unwrap_or(address);
    address.strip_suffix("/mcp").unwrap_or(address)
}

/// The data folder; the error says how to name one.
pub(super) fn data_folder(place: &CredentialPlace) -> Result<PathBuf> {
    let folder = data_dir(place.data_dir.as_deref(), place.config.as_deref())?;
    folder.context("no data folder is named; use --data-dir DIR, or --config FILE with server.data_dir in it")
}
