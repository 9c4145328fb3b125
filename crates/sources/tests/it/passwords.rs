//! Signing in to SFTP servers by password, which OpenSSH lets nobody test
//! without an account: against a server of the tests' own that offers no SFTP.

use std::{
    borrow::Cow,
    sync::{Arc, Mutex},
    time::Duration,
};

use dealeragent_sources::{FaultKind, Look, SourceFault};
use russh::{
    Channel, ChannelId, MethodKind, MethodSet,
    keys::{Algorithm, HashAlg, PrivateKey},
    server::{Auth, ChannelOpenHandle, Config, Handler, Msg, Response, Session, run_stream},
};
use tokio::net::TcpListener;

use crate::world::{World, at, nothing};

/// How the server asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Password,
    Question,
    TwoQuestions,
}

/// Notes each password that it is given; takes `hunter2`.
#[derive(Clone)]
struct Door {
    way: Way,
    given: Arc<Mutex<Vec<String>>>,
}

impl Door {
    fn judge(&self, given: &str) -> Auth {
        self.given.lock().unwrap().push(given.to_owned());
        if given == "hunter2" { Auth::Accept } else { Auth::reject() }
    }
}

impl Handler for Door {
    type Error = russh::Error;

    async fn auth_password(&mut self, _: &str, password: &str) -> Result<Auth, Self::Error> {
        Ok(if self.way == Way::Password { self.judge(password) } else { Auth::UnsupportedMethod })
    }

    async fn auth_keyboard_interactive<'a>(
        &'a mut self,
        _: &str,
        _: &str,
        response: Option<Response<'a>>,
    ) -> Result<Auth, Self::Error> {
        let Some(mut response) = response else {
            let mut prompts = vec![(Cow::Borrowed("Password: "), false)];
            if self.way == Way::TwoQuestions {
                prompts.push((Cow::Borrowed("Code: "), true));
            }
            let (name, instructions) = (Cow::Borrowed(""), Cow::Borrowed(""));
            return Ok(Auth::Partial { name, instructions, prompts: Cow::Owned(prompts) });
        };
        let given = response.next().map(|bytes| String::from_utf8(bytes.to_vec()).unwrap());
        Ok(self.judge(&given.unwrap_or_default()))
    }

    async fn channel_open_session(
        &mut self,
        _: Channel<Msg>,
        reply: ChannelOpenHandle,
        _: &mut Session,
    ) -> Result<(), Self::Error> {
        reply.accept().await;
        Ok(())
    }

    async fn subsystem_request(
        &mut self,
        channel: ChannelId,
        _: &str,
        session: &mut Session,
    ) -> Result<(), Self::Error> {
        session.channel_failure(channel)
    }
}

/// What came of a look with this password, and what the server was given.
async fn look(way: Way, password: &str) -> (SourceFault, Vec<String>) {
    let key = PrivateKey::random(&mut russh::keys::key::safe_rng(), Algorithm::Ed25519).unwrap();
    let pin = key.public_key().fingerprint(HashAlg::Sha256);
    let method = if way == Way::Password { MethodKind::Password } else { MethodKind::KeyboardInteractive };
    let config = Config {
        keys: vec![key],
        methods: MethodSet::from([method].as_slice()),
        auth_rejection_time: Duration::ZERO,
        ..Config::default()
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let door = Door { way, given: Arc::default() };
    let given = Arc::clone(&door.given);
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let _ = run_stream(Arc::new(config), stream, door).await.unwrap().await;
    });
    let world = World::new();
    world.secret("password", password);
    let source = world.source(&format!(
        "sftp = {{ host = \"127.0.0.1\", port = {port}, user = \"u\", path = \"x\", host_keys = [\"{pin}\"], \
         password = {{ file = \"password\" }} }}"
    ));
    let fault = source.look(&nothing(), at(0)).await.unwrap_err();
    let given = given.lock().unwrap().clone();
    (fault, given)
}

#[tokio::test]
async fn a_password_signs_in_also_where_it_is_asked_for_as_a_question() {
    for way in [Way::Password, Way::Question] {
        let (fault, given) = look(way, "hunter2\n").await;
        assert_eq!(given, ["hunter2"], "{way:?}");
        // Signed in, it meets a server without SFTP.
        assert_eq!(fault.kind(), FaultKind::Protocol, "{way:?}: {fault}");
        assert!(fault.to_string().contains("the server offers the user no SFTP"), "{fault}");
    }
}

#[tokio::test]
async fn a_wrong_password_is_given_once() {
    for way in [Way::Password, Way::Question] {
        let (fault, given) = look(way, "wrong").await;
        assert_eq!(given, ["wrong"], "{way:?}");
        assert_eq!(fault.kind(), FaultKind::Credentials, "{way:?}: {fault}");
    }
}

#[tokio::test]
async fn a_second_factor_is_not_for_a_program() {
    let (fault, given) = look(Way::TwoQuestions, "hunter2").await;
    assert_eq!(fault.kind(), FaultKind::Credentials, "{fault}");
    assert!(given.is_empty(), "the password was not spent");
}
