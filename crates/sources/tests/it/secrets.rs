//! Secrets: where they may be, and that nothing shows them.

use std::os::unix::fs::PermissionsExt;

use dealeragent_sources::{FaultKind, SecretRef};
use secrecy::ExposeSecret;
use serde::Deserialize;

use crate::world::World;

#[derive(Debug, Deserialize)]
struct Holder {
    secret: SecretRef,
}

fn read(toml: &str) -> Result<SecretRef, String> {
    toml::from_str::<Holder>(toml).map(|holder| holder.secret).map_err(|error| error.message().to_owned())
}

#[test]
fn a_secret_is_named_never_written() {
    assert_eq!(read("secret = { env = \"A\" }"), Ok(SecretRef::Env("A".into())));
    assert_eq!(read("secret = { file = \"a/b\" }"), Ok(SecretRef::File("a/b".into())));
    for toml in [
        "secret = \"hunter2\"",
        "secret = 7",
        "secret = 7.5",
        "secret = {}",
        "secret = { value = \"hunter2\" }",
        "secret = { env = 7 }",
        "secret = { env = \"\" }",
        "secret = { env = \"hunter2=\" }",
        "secret = { env = \"A\", file = \"hunter2\" }",
        "secret = { hunter2 = \"A\" }",
    ] {
        let refusal = read(toml).unwrap_err();
        assert!(refusal.contains("write { env = \"NAME\" } or { file = \"path\" }"), "{toml}: {refusal}");
        assert!(!refusal.contains("hunter2"), "{toml}: {refusal}");
    }
}

#[test]
fn a_file_gives_its_text_without_the_last_line_break() {
    let world = World::new();
    world.secret("secret", "hunter2\r\n");
    let secret = SecretRef::File("secret".into()).read("sftp.password", world.path()).unwrap();
    assert_eq!(secret.expose_secret(), "hunter2");
    assert!(!format!("{secret:?}").contains("hunter2"));
}

#[test]
fn a_file_that_others_can_read_is_refused() {
    let world = World::new();
    world.secret("secret", "hunter2");
    let secret = SecretRef::File("secret".into());
    for (mode, is_fine) in [(0o600, true), (0o400, true), (0o440, true), (0o644, false), (0o604, false), (0o660, false)]
    {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(world.path().join("secret"), permissions).unwrap();
        let found = secret.read("url.bearer", world.path());
        assert_eq!(found.is_ok(), is_fine, "{mode:o}");
        if let Err(fault) = found {
            assert_eq!(fault.kind(), FaultKind::Credentials);
            assert!(fault.to_string().contains(&format!("(mode {mode:03o}); make it its owner's alone: chmod 600")));
            assert!(!format!("{fault} {fault:?}").contains("hunter2"));
        }
    }
}

#[test]
fn what_is_missing_or_empty_is_said() {
    let world = World::new();
    world.secret("empty", "\n");
    for (secret, said) in [
        (SecretRef::Env("DEALERAGENT_TEST_NOT_SET".into()), "the variable DEALERAGENT_TEST_NOT_SET is not set"),
        (SecretRef::File("missing".into()), "cannot read"),
        (SecretRef::File("empty".into()), "the file empty is empty"),
        (SecretRef::File(".".into()), "(mode "),
    ] {
        let fault = secret.read("s3.secret_key", world.path()).unwrap_err();
        assert!(fault.to_string().starts_with("s3.secret_key: "), "{fault}");
        assert!(fault.to_string().contains(said), "{fault}");
    }
}
