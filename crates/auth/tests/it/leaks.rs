//! No part of a token gets out.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};

use dealeragent_auth::{Introspection, IntrospectionSecret, KeySource, Rejected};
use proptest::prelude::*;
use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;

use crate::{
    server::{Server, answer},
    signer::Signer,
    support::{Bench, after, claims_with},
};

/// Shorter runs of a token's characters are words by chance.
const RUN: usize = 8;

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;
    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// The log of what `act` did, of every library, at every level.
fn logged(act: impl FnOnce()) -> String {
    let log = Log::default();
    let subscriber =
        tracing_subscriber::fmt().with_writer(log.clone()).with_max_level(tracing::Level::TRACE).with_ansi(false);
    tracing::subscriber::with_default(subscriber.finish(), act);
    let bytes = log.0.lock().unwrap().clone();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn has_run_of(text: &str, token: &str) -> bool {
    token.as_bytes().windows(RUN).any(|run| text.as_bytes().windows(RUN).any(|window| window == run))
}

fn block_on<T>(act: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(act)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn no_rejection_and_no_line_of_the_log_shows_a_token(
        subject in "[a-z]{20}", kid in "[a-z]{20}", issuer_known in any::<bool>(), offset in -700_i64..700,
    ) {
        let signer = Signer::es256(&kid);
        let server = Server::start();
        server.says_raw("/jwks", &answer("200 OK", "content-type: text/html\r\n", "<html>"));
        let issuer = if issuer_known { "https://sign-in.example" } else { "https://unknown-issuer.example" };
        let changes = json!({ "sub": subject, "iss": issuer, "dealeragent_rooftops": ["*"] });
        let token = signer.sign(&claims_with(&changes));
        let mut shown = String::new();
        let log = logged(|| {
            for bench in [
                Bench::fixed(&signer),
                Bench::fixed(&Signer::es256(&kid)),
                Bench::of(KeySource::JwksUrl(server.url("/jwks")), |_| {}),
            ] {
                let found = block_on(bench.verify_at(&token, after(offset))).unwrap_err();
                shown.push_str(&format!("{found:?} {} {:?}\n", found.reason(), found.claim()));
            }
        });
        for text in [&shown, &log] {
            prop_assert!(!has_run_of(text, &token), "{}", text);
            prop_assert!(!text.contains(&subject) && !text.contains(&kid), "{}", text);
        }
    }
}

#[test]
fn an_introspected_token_is_in_no_log_either() {
    let server = Server::start();
    server.says_raw("/i", &answer("500 opaque-7c8d9e0f1a2b", "x: opaque-7c8d9e0f1a2b\r\n", "opaque-7c8d9e0f1a2b"));
    let secret = IntrospectionSecret::Client { id: "gateway".into(), secret: "hunter2-hunter2".into() };
    let introspection = Introspection::new(server.url("/i"), secret);
    assert!(!format!("{introspection:?}").contains("hunter2"));
    let bench = Bench::of(KeySource::Introspection(introspection), |_| {});
    let token = "opaque-7c8d9e0f1a2b";
    let log = logged(|| {
        assert_eq!(block_on(bench.verify(token)), Err(Rejected::AuthorizationServerDown));
    });
    assert!(log.contains("introspection failed"), "{log}");
    for hidden in [token, "hunter2", "Z2F0ZXdheTpo"] {
        assert!(!has_run_of(&log, hidden), "{log}");
    }
    assert!(server.requests()[0].contains(token));
}
