//! Sites: a public address with the organizations that it serves.

use std::{borrow::Cow, sync::Arc};

use dealeragent_protocol::{
    facts::Operator,
    tool::Tool,
    values::{GatewayId, InvalidText, OrganizationId, Timestamp, Uri},
};

use crate::{Claim, Dealer, Declaration, Opening, schema_name};

/// A public base address: scheme, host and path, without a slash at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteAddress(Uri);

impl SiteAddress {
    /// Takes an `http` or `https` address without query and fragment.
    ///
    /// # Errors
    /// When it is no such address.
    pub fn parse(text: &str) -> Result<Self, InvalidText> {
        let wanted = InvalidText { wanted: "an http or https address without query and fragment" };
        let uri = Uri::parse(text.trim_end_matches('/'))?;
        let is_web = text.starts_with("https://") || text.starts_with("http://");
        if !is_web || text.contains(['?', '#', '@']) { Err(wanted) } else { Ok(Self(uri)) }
    }

    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The address as a URI.
    #[must_use]
    pub fn uri(&self) -> &Uri {
        &self.0
    }

    /// An address under this one; `path` starts with a slash.
    ///
    /// # Errors
    /// When the result is no URI.
    pub fn join(&self, path: &str) -> Result<Uri, InvalidText> {
        Uri::parse(&format!("{}{path}", self.0))
    }

    /// Host and port as a `Host` header has them: without the scheme's own
    /// port, which clients leave out.
    #[must_use]
    pub fn authority(&self) -> &str {
        let (scheme, rest) = self.as_str().split_once("://").unwrap_or_default();
        let authority = rest.split('/').next().unwrap_or_default();
        let own_port = if scheme == "https" { ":443" } else { ":80" };
        authority.strip_suffix(own_port).unwrap_or(authority)
    }

    /// Whether there is more than a host.
    #[must_use]
    pub fn has_path(&self) -> bool {
        self.as_str().split_once("://").is_some_and(|(_, rest)| rest.contains('/'))
    }
}

/// One site.
#[derive(Debug, Clone)]
pub struct Site {
    gateway_id: GatewayId,
    operator: Operator,
    address: SiteAddress,
    dealers: Vec<Arc<Dealer>>,
    declaration: Declaration,
    issued_at: Timestamp,
    sign_in: SignIn,
    claim: Option<Claim>,
    research_tools: bool,
    has_pages: bool,
}

impl Site {
    /// A site; `None` without a dealer, since a manifest needs one.
    #[must_use]
    pub fn new(
        gateway_id: GatewayId,
        operator: Operator,
        address: SiteAddress,
        dealers: Vec<Arc<Dealer>>,
        issued_at: Timestamp,
    ) -> Option<Self> {
        if dealers.is_empty() {
            return None;
        }
        let widest = |tool| dealers.iter().map(|dealer| dealer.widest_opening(tool)).max();
        let declaration = Declaration::widest(|tool| widest(tool).unwrap_or(Opening::Closed));
        let (sign_in, claim) = (SignIn::default(), None);
        let (research_tools, has_pages) = (false, true);
        Some(Self {
            gateway_id,
            operator,
            address,
            dealers,
            declaration,
            issued_at,
            sign_in,
            claim,
            research_tools,
            has_pages,
        })
    }

    /// The same site, where callers may sign in.
    #[must_use]
    pub fn with_sign_in(self, sign_in: SignIn) -> Self {
        Self { sign_in, ..self }
    }

    /// The same site, with a recorded conformance claim.
    #[must_use]
    pub fn with_claim(self, claim: Claim) -> Self {
        Self { claim: Some(claim), ..self }
    }

    /// The same site, with or without `search` and `fetch` at its safe door.
    #[must_use]
    pub fn with_research_tools(self, research_tools: bool) -> Self {
        Self { research_tools, ..self }
    }

    /// The same site where nobody listens at its address: what it says must not
    /// point there.
    #[must_use]
    pub fn without_pages(self) -> Self {
        Self { has_pages: false, ..self }
    }

    /// Where the JSON Schemas are, or which they are where there are no pages.
    pub(crate) fn schema_base_uri(&self) -> Option<Uri> {
        if self.has_pages { self.address.join("/schemas/").ok() } else { schema_name::of_published() }
    }

    /// Whether its safe door offers `search` and `fetch`.
    #[must_use]
    pub fn has_research_tools(&self) -> bool {
        self.research_tools
    }

    /// How callers may sign in.
    #[must_use]
    pub fn sign_in(&self) -> &SignIn {
        &self.sign_in
    }

    /// The claim that is recorded, where one is.
    #[must_use]
    pub fn recorded_claim(&self) -> Option<&Claim> {
        self.claim.as_ref()
    }

    /// The conformance claim of the manifest: the recorded one, or that none is
    /// recorded. `None` where the site's address takes no path: a defect.
    #[must_use]
    pub fn claim(&self) -> Option<Cow<'_, Claim>> {
        match &self.claim {
            Some(claim) => Some(Cow::Borrowed(claim)),
            None if self.has_pages => Claim::none_recorded(&self.address).ok().map(Cow::Owned),
            None => Claim::none_recorded_inline().ok().map(Cow::Owned),
        }
    }

    /// Its gateway id.
    #[must_use]
    pub fn gateway_id(&self) -> &GatewayId {
        &self.gateway_id
    }

    /// Who runs it.
    #[must_use]
    pub fn operator(&self) -> &Operator {
        &self.operator
    }

    /// Its address.
    #[must_use]
    pub fn address(&self) -> &SiteAddress {
        &self.address
    }

    /// Its dealers, at least one.
    #[must_use]
    pub fn dealers(&self) -> &[Arc<Dealer>] {
        &self.dealers
    }

    /// What it declares.
    #[must_use]
    pub fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    /// To whom a tool is opened at the widest: the dealers' wish, within what the
    /// operator asks of every caller.
    #[must_use]
    pub fn opening(&self, tool: Tool) -> Opening {
        self.asked_of(self.declaration.opening(tool))
    }

    /// What becomes of a dealer's wish where the operator asks everybody to sign
    /// in.
    #[must_use]
    pub fn asked_of(&self, opening: Opening) -> Opening {
        if self.sign_in.required { opening.min(Opening::Authenticated) } else { opening }
    }

    /// When its configuration last changed.
    #[must_use]
    pub fn issued_at(&self) -> Timestamp {
        self.issued_at
    }

    /// The dealer of that id.
    #[must_use]
    pub fn dealer(&self, id: &OrganizationId) -> Option<&Arc<Dealer>> {
        self.dealers.iter().find(|dealer| dealer.organization_id == *id)
    }

    /// The dealer, where there is exactly one, whoever may know of it.
    #[must_use]
    pub fn only_dealer(&self) -> Option<&Arc<Dealer>> {
        match self.dealers.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Whether there is a tool at some rooftop that takes a grant: its reads are
    /// protected, and must be written down.
    #[must_use]
    pub fn has_nonpublic_tools(&self) -> bool {
        let takes_a_grant = |dealer: &Dealer, tool| {
            dealer.rooftops.iter().any(|rooftop| dealer.opening(rooftop, tool) == Opening::Authenticated)
        };
        self.dealers.iter().any(|dealer| Tool::ALL.iter().any(|tool| takes_a_grant(dealer, *tool)))
    }

    /// Whether any of its data is made up.
    #[must_use]
    pub fn is_synthetic(&self) -> bool {
        self.dealers.iter().any(|dealer| dealer.synthetic)
    }
}

/// How callers may sign in to a site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SignIn {
    /// Authorization servers that people and their agents sign in at.
    pub authorization_servers: Vec<Uri>,
    /// Whether agents hold tokens of the gateway's own issuer.
    pub workload_identity: bool,
    /// Where that issuer's public keys are.
    pub jwks_uri: Option<Uri>,
    /// Whether everybody must: then nothing but the manifest and the dealers'
    /// policies is there for callers without a credential.
    pub required: bool,
}

impl SignIn {
    /// Whether anybody can sign in at all.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        self.workload_identity || !self.authorization_servers.is_empty()
    }
}
