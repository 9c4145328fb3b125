//! Every text of the configuration, and whether callers may see it.

use serde_json::Value;

/// Texts of the operator's inside, each with the canary that stands in it.
pub(super) const INTERNAL: &[(&str, &str)] = &[
    ("server.listen", "48484"),
    ("server.data_dir", "canary-data-dir"),
    ("server.trusted_proxies", "10.66.0.0"),
    ("server.tls.certificate", "canary-certificate"),
    ("server.tls.key", "canary-key"),
    ("issuers.jwks_url", "canary-keys.example"),
    ("issuers.audiences", "canary-audience"),
    ("issuers.introspection.url", "canary-inside.example"),
    ("issuers.introspection.client_id", "canary-client-id"),
    ("issuers.introspection.client_secret_env", "CANARY_SECRET_VARIABLE"),
    ("issuers.introspection.client_secret_file", "canary-secret-file"),
    ("issuers.introspection.token_prefix", "canary-prefix"),
    ("issuers.claims.organization", "canary-claim-organization"),
    ("issuers.claims.rooftops", "canary-claim-rooftops"),
    ("issuers.claims.profiles", "canary-claim-profiles"),
    ("issuers.claims.purposes", "canary-claim-purposes"),
    ("issuers.claims.scopes", "canary-claim-scopes"),
    ("issuers.claims.delegation", "canary-claim-delegation"),
    ("issuers.claims.client", "canary-claim-client"),
    ("issuers.grants.client", "canary-grant-client"),
    ("issuers.grants.subject", "canary-grant-subject"),
    ("issuers.grants.delegation", "canary-grant-delegation"),
    ("egress.allow_hosts", "canary-host.example"),
    ("egress.allow_networks", "10.77.88.0"),
    ("egress.allow_plain_http", "canary-plain.example"),
    ("organizations.incentives", "canary-incentives"),
    ("feeds.path", "canary-export"),
    ("feeds.folder.path", "canary-incoming"),
    ("feeds.folder.pattern", "canary-pattern"),
    ("feeds.url.address", "canary-vendor.example"),
    ("feeds.url.bearer.env", "CANARY_FEED_VARIABLE"),
    ("feeds.url.bearer.file", "canary-feed-secret"),
    ("feeds.url.basic.password.env", "CANARY_FEED_VARIABLE"),
    ("feeds.url.basic.password.file", "canary-feed-secret"),
    ("feeds.sftp.password.env", "CANARY_FEED_VARIABLE"),
    ("feeds.sftp.password.file", "canary-feed-secret"),
    ("feeds.sftp.private_key.env", "CANARY_FEED_VARIABLE"),
    ("feeds.sftp.private_key.file", "canary-feed-secret"),
    ("feeds.sftp.passphrase.env", "CANARY_FEED_VARIABLE"),
    ("feeds.sftp.passphrase.file", "canary-feed-secret"),
    ("feeds.s3.access_key.env", "CANARY_FEED_VARIABLE"),
    ("feeds.s3.access_key.file", "canary-feed-secret"),
    ("feeds.s3.secret_key.env", "CANARY_FEED_VARIABLE"),
    ("feeds.s3.secret_key.file", "canary-feed-secret"),
    ("feeds.s3.session_token.env", "CANARY_FEED_VARIABLE"),
    ("feeds.s3.session_token.file", "canary-feed-secret"),
    ("feeds.url.basic.user", "canary-user"),
    ("feeds.sftp.host", "canary-sftp.example"),
    ("feeds.sftp.user", "canary-user"),
    ("feeds.sftp.host_keys", "canaryhostkey"),
    ("feeds.sftp.known_hosts", "canary-known"),
    ("feeds.sftp.path", "canary-outbound"),
    ("feeds.sftp.folder", "canary-outbound"),
    ("feeds.sftp.pattern", "canary-pattern"),
    ("feeds.s3.endpoint", "canary-store.example"),
    ("feeds.s3.region", "canary-region"),
    ("feeds.s3.bucket", "canary-bucket"),
    ("feeds.s3.key", "canary-object"),
    ("feeds.s3.prefix", "canary-object"),
    ("feeds.s3.pattern", "canary-pattern"),
    ("feeds.evidence", "canary-evidence"),
    ("feeds.profile_file", "canary-profile.toml"),
    ("feeds.rooftops.column", "canary-column"),
];

/// Texts that are public in one place and not in another: an issuer that is not
/// listed, a contact that is not public.
pub(super) const INTERNAL_BY_CHOICE: &[(&str, &str)] =
    &[("issuers.issuer", "canary-unlisted.example"), ("organizations.rooftops.contacts.value", "canary-contact")];

/// Texts that callers may see. Of a feed these are its id or `source_name` (the
/// name of the source), and the names of its profile and of the price's column
/// (in the source's `transformations`): a fact without its source is none.
pub(super) const PUBLIC: &[&str] = &[
    "server.public_url",
    "audit.policy",
    "conformance.claim_uri",
    "conformance.claim_digest",
    "conformance.suite_version",
    "conformance.completed_at",
    "issuers.organizations",
    "issuers.grants.organization",
    "issuers.grants.rooftops",
    "issuers.grants.scopes",
    "operator.name",
    "operator.uri",
    "organizations.id",
    "organizations.name",
    "organizations.legal_name",
    "organizations.publication.base_url",
    "organizations.publication.export_schedule",
    "organizations.publication.adf_endpoint",
    "organizations.publication.policy_url",
    "organizations.publication.gateway",
    "organizations.publication.upgrade_path",
    "organizations.rooftops.id",
    "organizations.rooftops.name",
    "organizations.rooftops.legal_name",
    "organizations.rooftops.website",
    "organizations.rooftops.timezone",
    "organizations.rooftops.address.lines",
    "organizations.rooftops.address.locality",
    "organizations.rooftops.address.region",
    "organizations.rooftops.address.postal_code",
    "organizations.rooftops.address.country",
    "organizations.rooftops.languages",
    "organizations.rooftops.currencies",
    "organizations.rooftops.hours.opens",
    "organizations.rooftops.hours.closes",
    "organizations.rooftops.charges.id",
    "organizations.rooftops.charges.name",
    "organizations.rooftops.charges.amount",
    "organizations.rooftops.charges.currency",
    "feeds.id",
    "feeds.organization",
    "feeds.rooftop",
    "feeds.profile",
    "feeds.currency",
    "feeds.price_column",
    "feeds.price_label",
    "feeds.time_zone",
    "feeds.every",
    "feeds.daily_at",
    "feeds.listing_url_template",
    "feeds.source_name",
    "precedence.feeds",
    "sites.public_url",
    "sites.gateway_id",
    "sites.organizations",
    "issuers.issuer",
    "organizations.rooftops.contacts.value",
];

/// The dotted names of every free text that the configuration takes.
pub(super) fn texts(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    walk(schema, "", &mut found);
    found.sort();
    found.dedup();
    found
}

fn walk(schema: &Value, at: &str, found: &mut Vec<String>) {
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let dot = if at.is_empty() { "" } else { "." };
        walk(property, &format!("{at}{dot}{name}"), found);
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        for form in schema[key].as_array().into_iter().flatten() {
            walk(form, at, found);
        }
    }
    if schema["items"].is_object() {
        walk(&schema["items"], at, found);
    }
    assert!(schema.get("$ref").is_none(), "{at} is not inlined");
    let types = &schema["type"];
    let is_text = types == "string" || types.as_array().is_some_and(|types| types.contains(&"string".into()));
    // A closed list of words is ours.
    if is_text && schema.get("enum").is_none() && schema.get("const").is_none() {
        found.push(at.to_owned());
    }
}
