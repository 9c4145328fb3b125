//! The demo's tokens: three agents, each to show what a grant does.

use std::{collections::BTreeSet, path::Path};

use anyhow::{Context as _, Result};
use dealeragent_gateway::{Issuer as IssuerName, Reach, Site};
use dealeragent_issuer::{AgentName, Issuer, Lifetime, Order, Span};
use dealeragent_protocol::{
    tool::Tool,
    values::{RooftopId, Scope, Timestamp, Uri},
};
use dealeragent_store::Store;

use crate::{commands::token::issue_and_record, demo_token::DemoToken};

/// Tokens for the demo, with what each of them shows.
pub(crate) struct DemoTokens {
    /// What is said of each, with its token.
    pub(crate) lines: Vec<(&'static str, String)>,
    /// Where `dealeragent call` finds the first one; gone when the demo is.
    _kept: Option<DemoToken>,
}

/// As long as a token of ours may live.
const LIFETIME: &str = "24h";

impl DemoTokens {
    pub(super) fn issue(store: &Store, folder: &Path, site: &Site, now: Timestamp) -> Result<Self> {
        let name = IssuerName::parse(site.address().as_str()).context("the demo's address is too long")?;
        let issuer = Issuer::open(folder, name, now)?;
        let dealer = site.dealers().first().context("the demo has a dealer")?;
        let rooftops: Vec<RooftopId> =
            dealer.rooftops.iter().map(|rooftop| rooftop.record.rooftop_id.clone()).collect();
        let all_scopes: BTreeSet<Scope> = Tool::ALL.iter().filter_map(|tool| tool.scope()).collect();
        let first: Vec<RooftopId> = rooftops.iter().take(1).cloned().collect();
        let agents = [
            (
                "full grant, both rooftops: may also check availability at ridge-chicago",
                "demo-full",
                &rooftops,
                &all_scopes,
            ),
            ("ridge-denver alone: a check at ridge-chicago finds nothing", "demo-denver", &first, &all_scopes),
            ("no scope: a check at ridge-chicago is refused for it", "demo-no-scope", &rooftops, &BTreeSet::new()),
        ];
        let mut lines = Vec::new();
        for (shows, agent, rooftops, scopes) in agents {
            let order = Order {
                agent: AgentName::parse(agent).context("a demo agent's name")?,
                audience: Uri::parse(site.address().as_str()).context("the demo's address")?,
                organization: dealer.organization_id.clone(),
                reach: Reach::Rooftops(rooftops.iter().cloned().collect()),
                scopes: scopes.clone(),
                profiles: None,
                purposes: None,
                lifetime: Lifetime::new(Span::parse(LIFETIME)?)?,
            };
            let (issued, _) = issue_and_record(&issuer, &store.credential_store(), &order, now)?;
            lines.push((shows, issued.token.reveal().to_owned()));
        }
        let kept = lines.first().and_then(|(_, token)| DemoToken::keep(site.address().authority(), token));
        Ok(Self { lines, _kept: kept })
    }
}
