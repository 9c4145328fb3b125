//! Every kind of credential, made for one place.

use dealeragent_protocol::tool::Profile;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};

use super::place::Place;
use crate::support::{
    NOW,
    signed_in::{ADDRESS, AGENT, SCOPES, SignInAt, SignedIn},
    time,
    tokens::{Signer, unsigned},
};

/// What a credential is, as far as answers depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Anonymous,
    /// Good for nothing anywhere.
    Refused,
    Right,
    /// For another dealer of the site.
    Neighbour,
    /// For no dealer of the site.
    Nowhere,
    /// For another rooftop of the dealer.
    Elsewhere,
    Scopes(&'static [&'static str]),
    NoProfile,
    AllProfilesBut(Profile),
    /// For another purpose than the one that is stated, which is none.
    OtherPurpose,
}

pub(super) struct Caller {
    pub(super) name: String,
    pub(super) authorization: Option<String>,
    pub(super) kind: Kind,
}

/// Clocks may differ by this much.
const SKEW: i64 = 60;

/// Makes credentials and writes them down, each under an id of its own.
struct Maker<'a> {
    world: &'a SignedIn,
    place: &'a Place,
    callers: Vec<Caller>,
}

impl Maker<'_> {
    fn add(&mut self, name: &str, authorization: String, kind: Kind) {
        self.callers.push(Caller { name: name.to_owned(), authorization: Some(authorization), kind });
    }

    /// The claims of the right token under another id.
    fn right(&self) -> Value {
        let jti = self.jti();
        self.world.record(&jti);
        self.world.claims(&jti, self.place.organization, &[self.place.rooftop])
    }

    fn jti(&self) -> String {
        format!("{}-{}", self.place.organization, self.callers.len())
    }

    /// A good signature over the right claims with one change.
    fn signed(&mut self, name: &str, kind: Kind, change: impl FnOnce(&mut Value)) {
        let mut claims = self.right();
        change(&mut claims);
        let token = self.world.signer.sign(&claims);
        self.add(name, format!("Bearer {token}"), kind);
    }

    fn delegated(&mut self, name: &str, kind: Kind, id: &str) {
        self.signed(name, kind, |claims| {
            claims.as_object_mut().unwrap().remove("dealeragent_rooftops");
            claims["dealeragent_delegation"] = id.into();
        });
    }
}

pub(super) fn callers(world: &SignedIn, place: &Place) -> Vec<Caller> {
    let mut maker = Maker { world, place, callers: Vec::new() };
    maker.callers.push(Caller { name: "no token".to_owned(), authorization: None, kind: Kind::Anonymous });
    refused(&mut maker);
    narrow(&mut maker);
    delegations(&mut maker);
    maker.signed("the right token", Kind::Right, |_| {});
    maker.signed("a door as audience", Kind::Right, |claims| claims["aud"] = format!("{ADDRESS}/mcp/compat").into());
    maker.signed("other audiences too", Kind::Right, |claims| {
        claims["aud"] = json!(["https://other.example", ADDRESS]);
    });
    maker.callers
}

/// Whatever is wrong with these, nobody gets in with them.
fn refused(maker: &mut Maker<'_>) {
    let now = time(NOW).as_second();
    for (name, authorization) in [
        ("garbage", "Bearer garbage"),
        ("garbage in three parts", "Bearer a.b.c"),
        ("an empty token", "Bearer "),
        ("half a header", "Bearer"),
    ] {
        maker.add(name, authorization.to_owned(), Kind::Refused);
    }
    let mut spoiled = |name: &str, claim: &str, value: Value| {
        maker.signed(name, Kind::Refused, |claims| claims[claim] = value);
    };
    spoiled("expired", "exp", json!(now - SKEW));
    spoiled("without an end", "exp", Value::Null);
    spoiled("not yet valid", "nbf", json!(now + SKEW + 1));
    spoiled("issued in the future", "iat", json!(now + SKEW + 1));
    spoiled("wrong issuer", "iss", json!("https://elsewhere.example"));
    spoiled("an issuer that looks alike", "iss", json!(format!("{ADDRESS}/")));
    spoiled("no issuer", "iss", Value::Null);
    spoiled("wrong audience", "aud", json!("https://elsewhere.example"));
    spoiled("an audience that looks alike", "aud", json!(format!("{ADDRESS}/mcp/")));
    spoiled("no audience", "aud", Value::Null);
    spoiled("every rooftop", "dealeragent_rooftops", json!(["*"]));
    let right = maker.right();
    maker.add("wrong key", format!("Bearer {}", Signer::new().sign(&right)), Kind::Refused);
    let right = maker.right();
    maker.add("none-algorithm", format!("Bearer {}", unsigned(&right)), Kind::Refused);
    let right = maker.right();
    // The public key as a secret that everybody knows.
    let header = Header { kid: Some("key-1".into()), typ: Some("at+jwt".into()), ..Header::new(Algorithm::HS256) };
    let secret = EncodingKey::from_secret(maker.world.signer.jwks().as_bytes()).unwrap();
    let token = jsonwebtoken::encode(&header, &right, &secret).unwrap();
    maker.add("signed with the public key", format!("Bearer {token}"), Kind::Refused);
    let mut token = maker.world.signer.sign(&maker.right());
    let last = token.pop().unwrap();
    token.push_str(if last == 'A' { "QQ" } else { "AA" });
    maker.add("a signature with another end", format!("Bearer {token}"), Kind::Refused);
    let jti = maker.jti();
    maker.signed("revoked", Kind::Refused, |_| {});
    maker.world.revoke(&jti);
    if maker.world.sign_in_at == SignInAt::OwnIssuer {
        let unrecorded = maker.world.claims("never written down", maker.place.organization, &[maker.place.rooftop]);
        let token = maker.world.signer.sign(&unrecorded);
        maker.add("not written down", format!("Bearer {token}"), Kind::Refused);
    }
}

/// Good tokens for something else, or for less.
fn narrow(maker: &mut Maker<'_>) {
    let Place { organization, rooftop, annex, .. } = *maker.place;
    maker.signed("right token, wrong organization", Kind::Neighbour, |claims| {
        claims["dealeragent_organization"] = "east".into();
        claims["dealeragent_rooftops"] = json!(["east-main", "east-annex"]);
    });
    let mut nowhere = |name: &str, organization: Value, rooftops: Value| {
        maker.signed(name, Kind::Nowhere, |claims| {
            claims["dealeragent_organization"] = organization;
            claims["dealeragent_rooftops"] = rooftops;
        });
    };
    nowhere("an organization of another site", json!("west"), json!([rooftop]));
    nowhere("wrong organization with the right rooftop", json!("east"), json!([rooftop]));
    nowhere("no organization", Value::Null, json!([rooftop]));
    nowhere("no rooftop", json!(organization), json!([]));
    let mut one = |name: &str, kind, claim: &str, value: Value| maker.signed(name, kind, |it| it[claim] = value);
    one("wrong rooftop", Kind::Elsewhere, "dealeragent_rooftops", json!([annex]));
    one("missing scope", Kind::Scopes(&[]), "scope", json!(""));
    one("inventory alone", Kind::Scopes(&SCOPES[..1]), "scope", json!(SCOPES[0]));
    one("pricing alone", Kind::Scopes(&SCOPES[1..]), "scope", json!(SCOPES[1]));
    one("scopes of somebody else", Kind::Scopes(&[]), "scope", json!("openid profile dealeragent:everything"));
    one("missing profile", Kind::NoProfile, "dealeragent_profiles", json!([]));
    for profile in Profile::ALL {
        let others: Vec<&str> = Profile::ALL.iter().filter(|other| *other != profile).map(|it| it.as_str()).collect();
        let name = format!("every profile but {}", profile.as_str());
        one(&name, Kind::AllProfilesBut(*profile), "dealeragent_profiles", json!(others));
    }
    one("missing purpose", Kind::OtherPurpose, "dealeragent_purposes", json!(["comparison"]));
}

fn delegations(maker: &mut Maker<'_>) {
    let (world, place) = (maker.world, maker.place);
    let later = time(NOW).plus_seconds(3600);
    let id = |name: &str| format!("{}-{name}", place.organization);
    let here = (place.organization, &[place.rooftop, place.annex][..]);
    let there = (place.organization, &[place.annex][..]);
    world.delegate(&id("right"), AGENT, here, &SCOPES, later);
    world.delegate(&id("expired"), AGENT, here, &SCOPES, time(NOW));
    world.delegate(&id("theirs"), "agent-8", here, &SCOPES, later);
    world.delegate(&id("annex"), AGENT, there, &SCOPES, later);
    world.delegate(&id("bare"), AGENT, here, &[], later);
    world.delegate(&id("revoked"), AGENT, here, &SCOPES, later);
    world.end_delegation(&id("revoked"));
    maker.delegated("a delegation", Kind::Right, &id("right"));
    maker.delegated("delegation expired", Kind::Refused, &id("expired"));
    maker.delegated("delegation of another agent", Kind::Refused, &id("theirs"));
    maker.delegated("delegation revoked", Kind::Refused, &id("revoked"));
    maker.delegated("delegation that nobody recorded", Kind::Refused, &id("none"));
    maker.delegated("delegation elsewhere", Kind::Elsewhere, &id("annex"));
    maker.delegated("delegation without a scope", Kind::Scopes(&[]), &id("bare"));
}
