//! An issuer's own statement where its keys are.

use dealeragent_egress::{Egress, EgressError};
use serde::Deserialize;
use url::Url;

use super::remote::{FETCH_WITHIN, Unfetched};

/// Longer than any metadata document.
const LONGEST_DOCUMENT: usize = 256 << 10;

#[derive(Deserialize)]
struct Metadata {
    issuer: String,
    jwks_uri: String,
}

/// The address of the keys of `issuer`, as its metadata names it.
pub(super) async fn jwks_address(egress: &Egress, issuer: &str) -> Result<String, Unfetched> {
    let mut last = Unfetched::Nonsense("the issuer is no address of a web server");
    for address in addresses(issuer) {
        match metadata(egress, &address).await {
            Ok(metadata) if metadata.issuer == issuer => return Ok(metadata.jwks_uri),
            Ok(_) => return Err(Unfetched::Nonsense("the metadata names another issuer")),
            // Servers have one of the documents; the others are not there.
            Err(error @ Unfetched::Egress(EgressError::Status { status: 400..500, .. })) => last = error,
            Err(error @ (Unfetched::Nonsense(_) | Unfetched::Egress(EgressError::WrongType { .. }))) => last = error,
            Err(error @ Unfetched::Egress(_)) => return Err(error),
        }
    }
    Err(last)
}

async fn metadata(egress: &Egress, address: &str) -> Result<Metadata, Unfetched> {
    let call = egress.get(address).accept(&["application/json"]).max_bytes(LONGEST_DOCUMENT).within(FETCH_WITHIN);
    let document = call.send().await?.document();
    let bytes = document.ok_or(Unfetched::Nonsense("no metadata came"))?.bytes;
    serde_json::from_slice(&bytes).map_err(|_| Unfetched::Nonsense("the metadata names no issuer or no keys"))
}

/// RFC 8414 with the path inserted, then OpenID Connect in both ways, in the
/// order of MCP.
fn addresses(issuer: &str) -> Vec<String> {
    let Ok(url) = Url::parse(issuer) else { return Vec::new() };
    let origin = url.origin().ascii_serialization();
    let path = url.path().trim_end_matches('/');
    let mut found = vec![
        format!("{origin}/.well-known/oauth-authorization-server{path}"),
        format!("{origin}/.well-known/openid-configuration{path}"),
    ];
    if !path.is_empty() {
        found.push(format!("{origin}{path}/.well-known/openid-configuration"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::addresses;

    #[test]
    fn the_documents_addresses() {
        assert_eq!(
            addresses("https://sign-in.example/realms/one"),
            [
                "https://sign-in.example/.well-known/oauth-authorization-server/realms/one",
                "https://sign-in.example/.well-known/openid-configuration/realms/one",
                "https://sign-in.example/realms/one/.well-known/openid-configuration",
            ]
        );
        assert_eq!(addresses("https://sign-in.example").len(), 2);
        assert!(addresses("example").is_empty());
    }
}
