//! Over standard input the caller is nobody: what takes a token is refused.

use dealeragent_gateway::Principal;
use dealeragent_server::http::Door;
use serde_json::Value;

use super::{
    DOORS,
    place::{Era, Place, world},
    table::{OK, TABLE},
    verdicts::code_of,
};
use crate::support::{
    pipes::Pipes,
    signed_in::{HOST, SignInAt},
};

/// As `--stdio` serves: the door's dispatcher with nobody as its caller, who
/// may even say otherwise.
#[tokio::test]
async fn what_takes_a_token_is_refused_over_stdio() {
    for sign_in_at in SignInAt::ALL {
        let world = world(sign_in_at);
        for door in DOORS {
            let entrance = world.running.sites.entrance(HOST, door).unwrap();
            let mut pipes = Pipes::to(entrance.dispatcher, Principal::Anonymous);
            for place in [Place::listed(&world), Place::unlisted(&world)] {
                for row in TABLE.iter().filter(|row| row.is_asked(&place, door)) {
                    let reply = pipes.ask(&message(&place, row.asked, door)).await;
                    assert_eq!(
                        code_of(&reply),
                        row.anonymous,
                        "{:?} at {} {}",
                        row.asked,
                        place.organization,
                        door.path()
                    );
                    assert!(row.anonymous == OK || !reply.to_string().contains(&place.vin), "{reply}");
                }
            }
            assert!(pipes.end().await.is_empty());
        }
    }
}

fn message(place: &Place, asked: super::Asked, door: Door) -> Value {
    place.post(asked, door, Era::Modern).message()
}
