//! What was believed a moment ago ends at once: a revoked token, a revoked
//! delegation, a token whose time is up.

use dealeragent_protocol::tool::Tool;
use serde_json::json;

use super::{
    DOORS,
    place::{Era, Place, world},
    table::Asked,
};
use crate::support::{
    NOW,
    signed_in::{AGENT, SCOPES, SignInAt, SignedIn},
    time,
};

async fn statuses(world: &SignedIn, place: &Place, token: &str) -> Vec<u16> {
    let mut statuses = Vec::new();
    for door in DOORS {
        for era in [Era::Modern, Era::Handshake] {
            for asked in [Asked::Tool(Tool::GetVehicle), Asked::Vehicle, Asked::Manifest] {
                let post = place.post(asked, door, era).header("authorization", &format!("Bearer {token}"));
                statuses.push(world.running.send(post).await.status);
            }
        }
    }
    statuses
}

#[tokio::test]
async fn revocations_and_ends_are_seen_by_the_next_request() {
    for sign_in_at in SignInAt::ALL {
        let world = world(sign_in_at);
        let place = Place::listed(&world);
        let mut tokens = Vec::new();
        for jti in ["revoked", "delegated", "expiring"] {
            world.record(jti);
            let mut claims = world.claims(jti, place.organization, &[place.rooftop]);
            if jti == "delegated" {
                let rooftops = (place.organization, &[place.rooftop][..]);
                world.delegate("dlg", AGENT, rooftops, &SCOPES, time(NOW).plus_seconds(3600));
                claims["dealeragent_rooftops"] = serde_json::Value::Null;
                claims["dealeragent_delegation"] = json!("dlg");
            }
            tokens.push(world.signer.sign(&claims));
        }
        for token in &tokens {
            assert_eq!(statuses(&world, &place, token).await, [200; 12]);
        }
        world.revoke("revoked");
        assert_eq!(statuses(&world, &place, &tokens[0]).await, [401; 12], "{sign_in_at:?}");
        world.end_delegation("dlg");
        assert_eq!(statuses(&world, &place, &tokens[1]).await, [401; 12], "{sign_in_at:?}");
        // Its hour, and the minute by which clocks may differ.
        world.running.clock.advance(3659);
        assert_eq!(statuses(&world, &place, &tokens[2]).await, [200; 12], "{sign_in_at:?}");
        world.running.clock.advance(1);
        assert_eq!(statuses(&world, &place, &tokens[2]).await, [401; 12], "{sign_in_at:?}");
    }
}
