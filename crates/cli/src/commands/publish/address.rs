//! Under which address each dealer's files will stand, and what they name.

use anyhow::{Context as _, Result, ensure};
use dealeragent_gateway::{Dealer, SiteAddress};
use dealeragent_protocol::values::Uri;
use dealeragent_publication::{Addresses, BaseAddress, Transport};
use dealeragent_server::config::Config;

use crate::publish_arguments::PublicationPlace;

/// What stands for a dealer's id in an address.
const PLACE: &str = "{organization}";

/// The addresses of all dealers.
pub(super) struct Bases {
    named: Option<String>,
    transport: Transport,
}

/// A dealer's website and what its files name.
#[derive(Debug, Clone)]
pub(super) struct DealerAddresses {
    pub(super) base: BaseAddress,
    pub(super) addresses: Addresses,
}

impl Bases {
    pub(super) fn of(place: &PublicationPlace, several: bool) -> Result<Self> {
        let transport = if place.allow_http { Transport::AllowHttp } else { Transport::HttpsOnly };
        if let Some(base) = &place.base_url {
            ensure!(
                !several || base.contains(PLACE),
                "--base-url {base}: there are several dealers, each with its own site; write {PLACE} where its id \
                 belongs, or give each its own `publication.base_url`"
            );
            BaseAddress::parse(&base.replace(PLACE, "dealer"), transport)
                .with_context(|| format!("--base-url {base}"))?;
        }
        Ok(Self { named: place.base_url.clone(), transport })
    }

    /// The command line goes before the dealer's own address, and that before
    /// the gateway's site, if the dealer has one to itself.
    pub(super) fn of_dealer(&self, config: &Config, dealer: &Dealer) -> Result<DealerAddresses, String> {
        let policy = &dealer.publication;
        let own_site = own_site(config, dealer);
        let id = dealer.organization_id.as_str();
        let named = self.named.as_ref().map(|base| base.replace(PLACE, id));
        let configured = policy.base_url.as_ref().map(|base| base.as_str().to_owned());
        let base = named.or(configured).or_else(|| own_site.map(|site| site.as_str().to_owned()));
        let base = base.ok_or_else(|| {
            "it has no website's address; set `publication.base_url` of the organization, or use --base-url".to_owned()
        })?;
        let base = BaseAddress::parse(&base, self.transport).map_err(|error| format!("{base} {error}"))?;
        let mut addresses = Addresses::of_site(&base, self.transport).map_err(|error| error.to_string())?;
        // A gateway is named where the configuration says that there is one.
        let gateway = |path: &str| -> Option<Uri> { own_site.and_then(|site| site.join(path).ok()) };
        addresses.gateway = policy.gateway.clone().or_else(|| gateway("/mcp"));
        addresses.upgrade_path = policy.upgrade_path.clone().or_else(|| gateway("/"));
        Ok(DealerAddresses { base, addresses })
    }
}

/// The public address of a site that serves this dealer alone.
fn own_site<'c>(config: &'c Config, dealer: &Dealer) -> Option<&'c SiteAddress> {
    let alone = |organizations: &[_]| matches!(organizations, [only] if *only == dealer.organization_id);
    config.sites.iter().filter(|site| alone(&site.organizations)).find_map(|site| site.public_url.as_ref())
}
