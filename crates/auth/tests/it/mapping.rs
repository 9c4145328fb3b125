//! What a token's claims and the configuration's lines grant.

use std::collections::BTreeMap;

use dealeragent_auth::{ClaimPath, GrantLine, IssuerSettings, Rejected};
use dealeragent_gateway::{Reach, Tenancy};
use dealeragent_protocol::{
    tool::Profile,
    tools::verify_availability::Purpose,
    values::{OrganizationId, Scope},
};
use serde_json::{Value, json};

use crate::{
    signer::Signer,
    support::{Bench, after, claims_with, delegation, rooftops, scopes},
};

fn organization(id: &str) -> OrganizationId {
    OrganizationId::parse(id).unwrap()
}

fn tenancy(id: &str, rooftop_ids: &[&str]) -> Option<Tenancy> {
    Some(Tenancy { organization: organization(id), reach: Reach::Rooftops(rooftops(rooftop_ids)) })
}

struct Case {
    signer: Signer,
    bench: Bench,
}

impl Case {
    fn new(change: impl FnOnce(&mut IssuerSettings)) -> Self {
        let signer = Signer::es256("a");
        let bench = Bench::with(&signer, change);
        Self { signer, bench }
    }

    async fn grant(&self, changes: &Value) -> Result<std::sync::Arc<dealeragent_gateway::Grant>, Rejected> {
        self.bench.verify(&self.signer.sign(&claims_with(changes))).await
    }

    async fn tenancy(&self, changes: &Value) -> Result<Option<Tenancy>, Rejected> {
        Ok(self.grant(changes).await?.tenancy.clone())
    }
}

#[tokio::test]
async fn claims_are_read_and_other_words_left_out() {
    let case = Case::new(|_| {});
    let grant = case
        .grant(&json!({
            "scope": "openid dealeragent:pricing:read dealeragent:inventory:read dealeragent:*",
            "dealeragent_profiles": ["dealeragent.inventory.read/0.1", "dealeragent.future/9.9"],
            "dealeragent_purposes": "display comparison sale",
        }))
        .await
        .unwrap();
    assert_eq!(grant.scopes, scopes(&["dealeragent:inventory:read", "dealeragent:pricing:read"]));
    assert_eq!(grant.profiles, Some([Profile::InventoryRead].into()));
    assert_eq!(grant.purposes, Some([Purpose::Display, Purpose::Comparison].into()));
    assert_eq!(grant.tenancy, tenancy("example-ridge", &["ridge-denver"]));
    let none = json!({ "dealeragent_profiles": ["other"], "scope": null, "scp": ["dealeragent:pricing:read"] });
    let none = case.grant(&none).await.unwrap();
    assert_eq!(none.profiles, Some([].into()), "unknown words narrow to nothing, not to everything");
    assert_eq!(none.scopes, scopes(&["dealeragent:pricing:read"]));
}

#[tokio::test]
async fn wildcards_and_wrong_shapes_are_refused() {
    let case = Case::new(|_| {});
    for (changes, claim) in [
        (json!({ "dealeragent_organization": "*" }), "organization"),
        (json!({ "dealeragent_organization": "" }), "organization"),
        (json!({ "dealeragent_organization": ["example-ridge"] }), "organization"),
        (json!({ "dealeragent_rooftops": ["*"] }), "rooftops"),
        (json!({ "dealeragent_rooftops": ["ridge-denver", "ridge-*"] }), "rooftops"),
        (json!({ "dealeragent_rooftops": "*" }), "rooftops"),
        (json!({ "dealeragent_rooftops": { "all": true } }), "rooftops"),
        (json!({ "dealeragent_rooftops": [7] }), "rooftops"),
        (json!({ "dealeragent_delegation": 7 }), "delegation"),
        (json!({ "scope": 7 }), "scope"),
        (json!({ "dealeragent_profiles": true }), "profiles"),
        (json!({ "client_id": "x".repeat(201) }), "client"),
    ] {
        assert_eq!(case.grant(&changes).await, Err(Rejected::ClaimInvalid(claim)), "{changes}");
    }
}

#[tokio::test]
async fn without_an_organization_nothing_is_covered() {
    let case = Case::new(|_| {});
    assert_eq!(case.tenancy(&json!({ "dealeragent_organization": null })).await, Ok(None));
    let nowhere = case.tenancy(&json!({ "dealeragent_rooftops": null })).await.unwrap();
    assert_eq!(nowhere, tenancy("example-ridge", &[]), "an organization is no wildcard for its rooftops");
}

#[tokio::test]
async fn an_issuers_own_names_are_mapped() {
    let case = Case::new(|settings| {
        settings.mapping.organization = Some(ClaimPath::parse("https://dealer.example/org").unwrap());
        settings.mapping.rooftops = Some(ClaimPath::parse("/realm/stores").unwrap());
        settings.mapping.client = Some(ClaimPath::parse("azp").unwrap());
        settings.mapping.scopes = vec![ClaimPath::parse("scp").unwrap()];
        let read = Scope::parse("dealeragent:inventory:read").unwrap();
        settings.mapping.scope_names = BTreeMap::from([("Inventory.Read".to_owned(), read)]);
    });
    let grant = case
        .grant(&json!({
            "https://dealer.example/org": "org-9", "realm": { "stores": "one two" }, "azp": "portal",
            "scp": "Inventory.Read", "scope": "dealeragent:pricing:read",
        }))
        .await
        .unwrap();
    assert_eq!(grant.tenancy, tenancy("org-9", &["one", "two"]));
    assert_eq!(grant.client.as_ref().unwrap().as_str(), "portal");
    assert_eq!(grant.scopes, scopes(&["dealeragent:inventory:read"]));
}

#[tokio::test]
async fn lines_fill_in_what_a_token_does_not_carry() {
    let case = Case::new(|settings| {
        let mut portal = GrantLine::new(organization("org-portal"), rooftops(&["p"]));
        portal.client = Some("portal".into());
        portal.scopes = scopes(&["dealeragent:pricing:read"]);
        portal.purposes = Some([Purpose::Display].into());
        let mut robot = GrantLine::new(organization("example-ridge"), rooftops(&["r"]));
        robot.subject = Some("robot".into());
        settings.grants = vec![portal, robot];
    });
    let bare = json!({ "dealeragent_organization": null, "dealeragent_rooftops": null, "scope": null });
    let with = |changes: Value| {
        let mut all = bare.clone();
        all.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        all
    };
    let portal = case.grant(&with(json!({ "client_id": "portal" }))).await.unwrap();
    assert_eq!(portal.tenancy, tenancy("org-portal", &["p"]));
    assert_eq!(portal.scopes, scopes(&["dealeragent:pricing:read"]));
    assert_eq!(portal.purposes, Some([Purpose::Display].into()));
    assert_eq!(case.tenancy(&with(json!({ "sub": "robot" }))).await.unwrap(), tenancy("example-ridge", &["r"]));
    assert_eq!(case.tenancy(&with(json!({}))).await.unwrap(), None, "no line fits");
    // A token that names its own organization gets no rooftops of another's.
    let other = with(json!({ "client_id": "portal", "dealeragent_organization": "org-other" }));
    assert_eq!(case.tenancy(&other).await.unwrap(), tenancy("org-other", &[]));
    // What a token carries, an empty list of scopes too, is not overridden.
    let empty = case.grant(&with(json!({ "client_id": "portal", "scope": "" }))).await.unwrap();
    assert_eq!(empty.scopes, scopes(&[]));
    let own = with(json!({ "client_id": "portal", "dealeragent_rooftops": ["q"] }));
    assert_eq!(case.tenancy(&own).await.unwrap(), tenancy("org-portal", &["q"]));
}

#[tokio::test]
async fn an_issuer_speaks_for_its_own_organizations() {
    let case = Case::new(|settings| settings.organizations = Some([organization("org-a")].into()));
    // A token for another dealer covers nothing, whichever way it names it.
    assert_eq!(case.tenancy(&json!({})).await.unwrap(), None);
    let found = case.tenancy(&json!({ "dealeragent_organization": "org-a" })).await.unwrap();
    assert_eq!(found, tenancy("org-a", &["ridge-denver"]));
}

#[tokio::test]
async fn a_line_of_another_organization_is_none_of_its_issuers() {
    let case = Case::new(|settings| {
        settings.organizations = Some([organization("org-a")].into());
        settings.grants = vec![GrantLine::new(organization("org-b"), rooftops(&["r"]))];
    });
    let bare = json!({ "dealeragent_organization": null, "dealeragent_rooftops": null });
    assert_eq!(case.tenancy(&bare).await.unwrap(), None);
}

#[tokio::test]
async fn an_issuers_own_names_for_the_gateway_are_taken_letter_by_letter() {
    let name = "api://2f1c5a7e-0000-4000-8000-000000000000";
    let case = Case::new(|settings| settings.audiences = [name.to_owned()].into());
    // The second time from what is remembered.
    for _ in 0..2 {
        assert_eq!(case.grant(&json!({ "aud": name })).await.unwrap().audience, name);
        assert!(case.grant(&json!({ "aud": ["https://else.example", name] })).await.is_ok());
        assert!(case.grant(&json!({})).await.is_ok(), "the site's own names are good too");
    }
    for other in [name.to_uppercase(), format!("{name}/"), "api://".to_owned(), format!("{name}/.default")] {
        assert_eq!(case.grant(&json!({ "aud": other })).await, Err(Rejected::WrongAudience), "{other}");
    }
    let strict = Case::new(|_| {});
    assert_eq!(strict.grant(&json!({ "aud": name })).await, Err(Rejected::WrongAudience));
}

#[tokio::test]
async fn a_delegation_reaches_as_far_as_it_is_recorded() {
    let case = Case::new(|_| {});
    case.bench.book.delegations.lock().unwrap().insert("dlg_1".into(), delegation());
    let delegated = json!({
        "dealeragent_delegation": "dlg_1", "dealeragent_rooftops": null,
        "scope": "dealeragent:inventory:read dealeragent:pricing:read",
    });
    let grant = case.grant(&delegated).await.unwrap();
    assert_eq!(grant.tenancy.as_ref().unwrap().reach, Reach::Delegated(delegation()));
    assert_eq!(grant.scopes, scopes(&["dealeragent:inventory:read"]), "no scope that was not delegated");
    // A token that names rooftops too reaches those that are in both.
    let narrowed = json!({
        "dealeragent_delegation": "dlg_1", "dealeragent_rooftops": ["ridge-denver", "ridge-boston"],
    });
    let Reach::Delegated(found) = case.tenancy(&narrowed).await.unwrap().unwrap().reach else { panic!("delegated") };
    assert_eq!(found.rooftops, rooftops(&["ridge-denver"]));
}

#[tokio::test]
async fn a_delegation_that_does_not_stand_refuses_the_token() {
    let case = Case::new(|_| {});
    let delegated = json!({ "dealeragent_delegation": "dlg_1" });
    assert_eq!(case.grant(&delegated).await, Err(Rejected::DelegationUnknown));
    case.bench.book.delegations.lock().unwrap().insert("dlg_1".into(), delegation());
    let thief = json!({ "dealeragent_delegation": "dlg_1", "sub": "other-bot" });
    assert_eq!(case.grant(&thief).await, Err(Rejected::DelegationNotTheirs));
    let token = case.signer.sign(&claims_with(&delegated));
    assert!(case.bench.verify_at(&token, after(299)).await.is_ok());
    assert_eq!(case.bench.verify_at(&token, after(300)).await, Err(Rejected::DelegationExpired));
}
