//! The keys of `dealeragent.toml`. An operator's guide to them stands in
//! `docs/operators.md`.

use std::collections::BTreeMap;

use dealeragent_protocol::{
    facts::{ChargePayee, ContactChannel, ContactDepartment, Day, Department, Operator, SlaSeconds, TaxableStatus},
    tool::Profile,
    tools::verify_availability::Purpose,
    values::{
        Address, ChargeId, ContentDigest, Currency, GatewayId, LanguageTag, List, OrganizationId, RooftopId, Scope,
        Set, Text, TimeOfDay, TimeZoneName, Timestamp, Uri,
    },
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::number::Number;

mod feed;
mod judge;

pub(in crate::config) use feed::{DelimiterWord, FeedLimitsSection, FeedSection, ReadingSection, RooftopsSection};
pub(in crate::config) use judge::{GraceSection, GuardSection, PrecedenceSection, RoleWord};

/// The file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ConfigFile {
    #[serde(default)]
    pub(super) server: ServerSection,
    #[serde(default)]
    pub(super) audit: AuditSection,
    #[serde(default)]
    pub(super) limits: LimitsSection,
    #[serde(default)]
    pub(super) conformance: Option<ConformanceSection>,
    #[serde(default)]
    pub(super) issuers: Vec<IssuerSection>,
    #[serde(default)]
    pub(super) egress: EgressSection,
    pub(super) operator: Operator,
    pub(super) organizations: List<OrganizationSection, 1>,
    #[serde(default)]
    pub(super) feeds: Vec<FeedSection>,
    #[serde(default)]
    pub(super) precedence: PrecedenceSection,
    #[serde(default)]
    pub(super) sites: Vec<SiteSection>,
}

/// `[server]`
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ServerSection {
    pub(super) listen: Option<Text<1, 100>>,
    pub(super) public_url: Option<Text<1, 500>>,
    pub(super) refresh_seconds: Option<Number<1, 86_400>>,
    pub(super) answer_budget_bytes: Option<Number<4_096, 10_000_000>>,
    pub(super) data_dir: Option<Text<1, 500>>,
    pub(super) collapse_refusals: Option<bool>,
    pub(super) search_and_fetch: Option<bool>,
    pub(super) require_sign_in: Option<bool>,
    pub(super) behind_proxy: Option<bool>,
    pub(super) trusted_proxies: Vec<Text<1, 50>>,
    pub(super) tls: Option<TlsSection>,
}

/// `[[issuers]]`: whose tokens are taken.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct IssuerSection {
    pub(super) issuer: Uri,
    #[serde(default)]
    pub(super) listed: Option<bool>,
    #[serde(default)]
    pub(super) jwks_url: Option<Uri>,
    #[serde(default)]
    pub(super) introspection: Option<IntrospectionSection>,
    #[serde(default)]
    pub(super) algorithms: Option<Set<Algorithm, 1>>,
    #[serde(default)]
    pub(super) accept_any_jwt: bool,
    #[serde(default)]
    pub(super) clock_skew_seconds: Option<Number<0, 300>>,
    #[serde(default)]
    pub(super) longest_age_seconds: Option<Number<1, 31_536_000>>,
    #[serde(default)]
    pub(super) stale_keys_seconds: Option<Number<0, 86_400>>,
    #[serde(default)]
    pub(super) claims: ClaimsSection,
    #[serde(default)]
    pub(super) audiences: Set<Text<1, 500>>,
    #[serde(default)]
    pub(super) scope_names: BTreeMap<String, Scope>,
    #[serde(default)]
    pub(super) organizations: Option<Set<OrganizationId, 1>>,
    #[serde(default)]
    pub(super) grants: Vec<GrantSection>,
}

/// An algorithm that tokens may be signed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, serde::Serialize, JsonSchema)]
pub(super) enum Algorithm {
    ES256,
    EdDSA,
    RS256,
    PS256,
}

/// `introspection = { … }` of an issuer.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct IntrospectionSection {
    pub(super) url: Uri,
    pub(super) client_id: Text<1, 200>,
    #[serde(default)]
    pub(super) client_secret_env: Option<Text<1, 200>>,
    #[serde(default)]
    pub(super) client_secret_file: Option<Text<1, 500>>,
    #[serde(default)]
    pub(super) token_prefix: Option<Text<1, 100>>,
    #[serde(default)]
    pub(super) cache_seconds: Option<Number<0, 300>>,
}

/// `claims = { … }` of an issuer: where its tokens say what.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ClaimsSection {
    pub(super) organization: Option<Text<1, 200>>,
    pub(super) rooftops: Option<Text<1, 200>>,
    pub(super) profiles: Option<Text<1, 200>>,
    pub(super) purposes: Option<Text<1, 200>>,
    pub(super) scopes: Option<Text<1, 200>>,
    pub(super) delegation: Option<Text<1, 200>>,
    pub(super) client: Option<Text<1, 200>>,
}

/// `[[issuers.grants]]`: what tokens stand for that do not say it themselves.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GrantSection {
    #[serde(default)]
    pub(super) client: Option<Text<1, 200>>,
    #[serde(default)]
    pub(super) subject: Option<Text<1, 200>>,
    pub(super) organization: OrganizationId,
    #[serde(default)]
    pub(super) rooftops: Vec<RooftopId>,
    #[serde(default)]
    pub(super) delegation: Option<Text<1, 128>>,
    #[serde(default)]
    pub(super) scopes: Vec<Scope>,
    #[serde(default)]
    pub(super) profiles: Option<Set<Profile, 1>>,
    #[serde(default)]
    pub(super) purposes: Option<Set<Purpose, 1>>,
}

/// `[egress]`: what outgoing requests may reach beyond public addresses.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct EgressSection {
    pub(super) allow_hosts: Vec<Text<1, 253>>,
    pub(super) allow_networks: Vec<Text<1, 50>>,
    pub(super) allow_plain_http: Vec<Text<1, 253>>,
}

/// `[server.tls]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TlsSection {
    pub(super) certificate: Text<1, 500>,
    pub(super) key: Text<1, 500>,
}

/// `[limits]`
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct LimitsSection {
    pub(super) address_reads: Option<QuotaSection>,
    pub(super) address_checks: Option<QuotaSection>,
    pub(super) holder_reads: Option<QuotaSection>,
    pub(super) holder_checks: Option<QuotaSection>,
    pub(super) rooftop_checks: Option<QuotaSection>,
}

/// `{ burst = 120, per_second = 20 }`
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct QuotaSection {
    pub(super) burst: Number<1, 1_000_000>,
    pub(super) per_second: Number<1, 100_000>,
}

/// `[conformance]`: a recorded claim.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ConformanceSection {
    pub(super) claim_uri: Uri,
    pub(super) claim_digest: ContentDigest,
    pub(super) suite_version: Text<1, 80>,
    pub(super) completed_at: Timestamp,
}

/// `[audit]`
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct AuditSection {
    pub(super) policy: Option<Text<1, 80>>,
    pub(super) version: Option<Number<1, 1_000_000>>,
    pub(super) keep_days: Option<Number<1, 36_500>>,
    pub(super) wait_for_durable: bool,
}

/// `[[sites]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SiteSection {
    pub(super) public_url: Text<1, 500>,
    #[serde(default)]
    pub(super) gateway_id: Option<GatewayId>,
    pub(super) organizations: Set<OrganizationId, 1>,
}

/// `[[organizations]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OrganizationSection {
    pub(super) id: OrganizationId,
    pub(super) name: Text<1, 200>,
    #[serde(default)]
    pub(super) legal_name: Option<Text<1, 240>>,
    #[serde(default)]
    pub(super) synthetic: bool,
    #[serde(default)]
    pub(super) incentives: Vec<Text<1, 500>>,
    #[serde(default)]
    pub(super) access: AccessSection,
    #[serde(default)]
    pub(super) publication: PublicationSection,
    pub(super) rooftops: List<RooftopSection, 1>,
}

/// `publication = { … }` of an organization: its inventory as files.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PublicationSection {
    pub(super) base_url: Option<Text<1, 500>>,
    pub(super) export_schedule: Option<Text<1, 200>>,
    pub(super) adf_endpoint: Option<Uri>,
    pub(super) policy_url: Option<Uri>,
    pub(super) gateway: Option<Uri>,
    pub(super) upgrade_path: Option<Uri>,
}

/// Who a group of tools is opened to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Openness {
    Public,
    Authenticated,
    Closed,
}

/// `[organizations.access]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct AccessSection {
    pub(super) dealer: Openness,
    pub(super) inventory: Openness,
    pub(super) availability: Openness,
    pub(super) pricing: Openness,
    pub(super) used_vehicles: Openness,
}

/// `[organizations.rooftops.access]`: what differs from the organization.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct AccessOverride {
    pub(super) dealer: Option<Openness>,
    pub(super) inventory: Option<Openness>,
    pub(super) availability: Option<Openness>,
    pub(super) pricing: Option<Openness>,
    pub(super) used_vehicles: Option<Openness>,
}

impl AccessOverride {
    /// The whole section of a rooftop; `None` where nothing differs.
    pub(super) fn over(&self, of: &AccessSection) -> Option<AccessSection> {
        let all = [self.dealer, self.inventory, self.availability, self.pricing, self.used_vehicles];
        all.iter().any(Option::is_some).then(|| AccessSection {
            dealer: self.dealer.unwrap_or(of.dealer),
            inventory: self.inventory.unwrap_or(of.inventory),
            availability: self.availability.unwrap_or(of.availability),
            pricing: self.pricing.unwrap_or(of.pricing),
            used_vehicles: self.used_vehicles.unwrap_or(of.used_vehicles),
        })
    }
}

/// What a dealer has on its website anyway is public; the availability check
/// is not, unless the dealer opens it.
impl Default for AccessSection {
    fn default() -> Self {
        Self {
            dealer: Openness::Public,
            inventory: Openness::Public,
            availability: Openness::Authenticated,
            pricing: Openness::Public,
            used_vehicles: Openness::Public,
        }
    }
}

/// `[[organizations.rooftops]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RooftopSection {
    pub(super) id: RooftopId,
    pub(super) name: Text<1, 200>,
    #[serde(default)]
    pub(super) legal_name: Option<Text<1, 240>>,
    #[serde(default)]
    pub(super) website: Option<Uri>,
    pub(super) timezone: TimeZoneName,
    pub(super) address: Address,
    pub(super) departments: Set<Department, 1>,
    #[serde(default)]
    pub(super) languages: Option<Set<LanguageTag>>,
    #[serde(default)]
    pub(super) currencies: Option<Set<Currency>>,
    #[serde(default)]
    pub(super) freshness: FreshnessSection,
    #[serde(default)]
    pub(super) access: AccessOverride,
    #[serde(default)]
    pub(super) listed: Option<bool>,
    #[serde(default)]
    pub(super) group_search: Option<bool>,
    #[serde(default)]
    pub(super) purposes: Option<Set<Purpose, 1>>,
    #[serde(default)]
    pub(super) contacts: Vec<ContactSection>,
    #[serde(default)]
    pub(super) hours: Vec<HoursSection>,
    #[serde(default)]
    pub(super) charges: Option<Vec<ChargeSection>>,
}

/// `freshness = { … }` of a rooftop.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct FreshnessSection {
    pub(super) inventory_seconds: Option<SlaSeconds>,
    pub(super) availability_seconds: Option<SlaSeconds>,
    pub(super) pricing_seconds: Option<SlaSeconds>,
}

/// `[[organizations.rooftops.contacts]]`. Readers of answers skip members that
/// they do not know; here an unknown key is a misspelt one.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ContactSection {
    pub(super) department: ContactDepartment,
    pub(super) channel: ContactChannel,
    pub(super) value: Text<1, 320>,
    #[serde(default)]
    pub(super) public: bool,
}

/// `[[organizations.rooftops.hours]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HoursSection {
    pub(super) day: Day,
    pub(super) opens: TimeOfDay,
    pub(super) closes: TimeOfDay,
}

/// `[[organizations.rooftops.charges]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChargeSection {
    pub(super) id: ChargeId,
    pub(super) name: Text<1, 160>,
    pub(super) amount: Text<1, 40>,
    pub(super) currency: Currency,
    pub(super) payee: ChargePayee,
    pub(super) included_in_advertised_price: bool,
    #[serde(default)]
    pub(super) taxable_status: Option<TaxableStatus>,
}
