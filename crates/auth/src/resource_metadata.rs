//! The protected resource's metadata document (RFC 9728).

use dealeragent_protocol::values::{Scope, Uri};
use serde::{Deserialize, Serialize};

/// What a client needs to know to get a token for a resource. `resource` is the
/// very address under which the document's own address was formed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProtectedResourceMetadata {
    /// The resource: what a token's audience must be.
    pub resource: Uri,
    /// The issuers whose tokens are accepted; at least one.
    pub authorization_servers: Vec<Uri>,
    /// The scopes that a client may want.
    pub scopes_supported: Vec<Scope>,
    /// How tokens are sent: in the header alone.
    pub bearer_methods_supported: Vec<String>,
    /// The resource's name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_name: Option<String>,
}

impl ProtectedResourceMetadata {
    /// The document of a resource; `None` without an authorization server, where
    /// there is no document.
    #[must_use]
    pub fn new(resource: Uri, authorization_servers: Vec<Uri>, scopes_supported: Vec<Scope>) -> Option<Self> {
        (!authorization_servers.is_empty()).then(|| Self {
            resource,
            authorization_servers,
            scopes_supported,
            bearer_methods_supported: vec!["header".to_owned()],
            resource_name: None,
        })
    }

    /// With a name for people.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { resource_name: Some(name.into()), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document() {
        let uri = |text| Uri::parse(text).unwrap();
        let scopes = vec![Scope::parse("dealeragent:inventory:read").unwrap()];
        let resource = uri("https://dealer.example/mcp");
        let document = ProtectedResourceMetadata::new(resource.clone(), vec![uri("https://sign-in.example")], scopes);
        let document = document.unwrap().named("Example Ridge");
        assert_eq!(
            serde_json::to_value(&document).unwrap(),
            serde_json::json!({
                "resource": "https://dealer.example/mcp",
                "authorization_servers": ["https://sign-in.example"],
                "scopes_supported": ["dealeragent:inventory:read"],
                "bearer_methods_supported": ["header"],
                "resource_name": "Example Ridge"
            })
        );
        assert_eq!(ProtectedResourceMetadata::new(resource, Vec::new(), Vec::new()), None);
    }
}
