//! Files of SFTP servers, against OpenSSH's.

use std::{
    io::{BufRead, BufReader},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use dealeragent_egress::{Egress, EgressPolicy};
use dealeragent_sources::{FaultKind, Look, Source, TimeBasis};
use tempfile::TempDir;

use crate::world::{World, at, file, is_unchanged, not_yet, nothing, private, settled, text, write};

const SSHD: &str = "/usr/sbin/sshd";

/// An OpenSSH server on a free port with keys of its own, which lets the user
/// of the tests in by key. Ends with the test.
struct Sshd {
    child: Child,
    folder: TempDir,
    port: u16,
}

fn run(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().unwrap();
    assert!(output.status.success(), "{program} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn make_key(path: &Path, kind: &str, passphrase: &str) {
    let bits = if kind == "ecdsa" { "256" } else { "2048" };
    run("ssh-keygen", &["-q", "-t", kind, "-b", bits, "-N", passphrase, "-C", "", "-f", path.to_str().unwrap()]);
}

impl Sshd {
    fn start() -> Self {
        Self::with(&[("host_ed25519", "ed25519"), ("user", "ed25519")])
    }

    /// With keys of these names and kinds, which take their time: each test has
    /// those that it needs.
    fn with(keys: &[(&str, &str)]) -> Self {
        assert!(
            Path::new(SSHD).exists(),
            "{SSHD} is missing: these tests need OpenSSH's server; apt-get install openssh-server (scripts/test does it)"
        );
        // Run by root it wants the folder that its package makes at boot.
        let _ = std::fs::create_dir_all("/run/sshd");
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let (mut hosts, mut users) = (String::new(), String::new());
        for (name, kind) in keys {
            make_key(&path(name), kind, if name.ends_with("locked") { "hunter2" } else { "" });
            if name.starts_with("host") {
                hosts += &format!("HostKey {}\n", path(name).display());
            } else {
                users += &std::fs::read_to_string(path(&format!("{name}.pub"))).unwrap();
            }
        }
        private(&path("authorized"), &users);
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let config = format!(
            "{hosts}ListenAddress 127.0.0.1\nPort {port}\nAuthorizedKeysFile {}\nPidFile none\n\
             StrictModes no\nUsePAM no\nPermitRootLogin yes\nPasswordAuthentication yes\nMaxStartups 100\n\
             KbdInteractiveAuthentication no\nSubsystem sftp internal-sftp\nForceCommand internal-sftp\n",
            path("authorized").display(),
        );
        std::fs::write(path("config"), config).unwrap();
        let mut child = Command::new(SSHD)
            .args(["-D", "-e", "-f", path("config").to_str().unwrap()])
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut said = Vec::new();
        loop {
            let line = lines.next().unwrap_or_else(|| panic!("sshd ended: {said:?}")).unwrap();
            if line.contains("Server listening") {
                break;
            }
            said.push(line);
        }
        // What it says later must not fill its pipe.
        std::thread::spawn(move || lines.count());
        Self { child, folder, port }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str, seconds: i64) {
        write(&self.path(name), text, seconds);
    }

    fn fingerprint(&self, name: &str) -> String {
        let shown = run("ssh-keygen", &["-l", "-f", self.path(name).to_str().unwrap()]);
        shown.split(' ').nth(1).unwrap().to_owned()
    }

    /// The keys of `sftp` for this server, with `more`.
    fn keys(&self, more: &str) -> String {
        let user = run("id", &["-un"]);
        format!("[sftp]\nhost = \"127.0.0.1\"\nport = {}\nuser = \"{user}\"\n{more}", self.port)
    }

    /// A source that knows this server and signs in by key.
    fn source(&self, world: &World, pick: &str) -> Source {
        let (key, pin) = (self.path("user"), self.fingerprint("host_ed25519"));
        world.source(
            &self.keys(&format!("private_key = {{ file = \"{}\" }}\nhost_keys = [\"{pin}\"]\n{pick}", key.display())),
        )
    }

    fn pick(&self, name: &str) -> String {
        format!("path = \"{}\"", self.path(name).display())
    }
}

impl Drop for Sshd {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn a_file_is_taken_when_it_stays_as_it_is() {
    let (sshd, mut world) = (Sshd::start(), World::new());
    world.limits.bytes = 3 << 20;
    // Longer than one round of pieces, and not a multiple of one.
    let long: String = (0..200_000).map(|n| format!("{n},car\n")).collect();
    sshd.write("lot.csv", &long, -100);
    let source = sshd.source(&world, &sshd.pick("lot.csv"));
    let taken = file(settled(&source, &nothing(), 0).await);
    assert!(text(&taken) == long, "{} of {} bytes", taken.length, long.len());
    assert_eq!((taken.source_time.at, taken.source_time.basis), (at(-100), TimeBasis::FileModified));
    assert!(is_unchanged(&source.look(&taken.validators, at(20)).await));
    sshd.write("lot.csv", "shorter", -50);
    assert_eq!(text(&file(settled(&source, &taken.validators, 30).await)), "shorter");
    drop(taken);
    assert_eq!(world.incoming(), 0);
}

#[tokio::test]
async fn the_newest_of_a_folder_is_taken() {
    let (sshd, world) = (Sshd::start(), World::new());
    for (name, seconds) in [("lot-1.csv", -300), ("lot-2.csv", -100), ("lot-3.csv.filepart", -1), ("notes", -1)] {
        sshd.write(&format!("out/{name}"), name, seconds);
    }
    sshd.write("private", "private", -100);
    std::os::unix::fs::symlink(sshd.path("private"), sshd.path("out/lot-9.csv")).unwrap();
    let pick = format!("folder = \"{}/\"\npattern = \"lot-*\"", sshd.path("out").display());
    let source = sshd.source(&world, &pick);
    let taken = file(settled(&source, &nothing(), 0).await);
    assert_eq!(
        (text(&taken).as_str(), taken.passed_over.names.as_slice()),
        ("lot-2.csv", ["lot-1.csv".to_owned()].as_slice())
    );
    assert!(is_unchanged(&source.look(&taken.validators, at(20)).await));
}

#[tokio::test]
async fn an_unknown_server_is_refused_with_what_to_write() {
    let (sshd, world) = (Sshd::start(), World::new());
    let key = format!("private_key = {{ file = \"{}\" }}\n{}", sshd.path("user").display(), sshd.pick("lot.csv"));
    let fault = world.source(&sshd.keys(&key)).look(&nothing(), at(0)).await.unwrap_err();
    assert_eq!(fault.kind(), FaultKind::HostKey);
    let pin = sshd.fingerprint("host_ed25519");
    assert!(fault.to_string().contains(&format!("write host_keys = [\"{pin}\"]")), "{fault}");
    // Written as it says, it works.
    sshd.write("lot.csv", "a,b", -100);
    let known = world.source(&sshd.keys(&format!("host_keys = [\"{pin}\"]\n{key}")));
    assert_eq!(text(&file(settled(&known, &nothing(), 0).await)), "a,b");
}

#[tokio::test]
async fn another_server_is_refused_before_a_password_is_sent() {
    let (sshd, world) = (Sshd::start(), World::new());
    world.secret("password", "hunter2");
    let other = sshd.fingerprint("user");
    let keys = format!("password = {{ file = \"password\" }}\nhost_keys = [\"{other}\"]\n{}", sshd.pick("lot.csv"));
    let fault = world.source(&sshd.keys(&keys)).look(&nothing(), at(0)).await.unwrap_err();
    assert_eq!(fault.kind(), FaultKind::HostKey);
    assert!(fault.to_string().contains("it may be another server"), "{fault}");
}

#[tokio::test]
async fn known_hosts_decides_and_chooses_the_kind_of_key() {
    let keys = [("host_ed25519", "ed25519"), ("host_rsa", "rsa"), ("user", "ed25519")];
    let (sshd, world) = (Sshd::with(&keys), World::new());
    sshd.write("lot.csv", "a,b", -100);
    let public = |name: &str| std::fs::read_to_string(sshd.path(name)).unwrap();
    let line = |name: &str| format!("[127.0.0.1]:{} {}", sshd.port, public(name));
    let key = format!("private_key = {{ file = \"{}\" }}\n{}", sshd.path("user").display(), sshd.pick("lot.csv"));
    let source = world.source(&sshd.keys(&format!("known_hosts = \"hosts\"\n{key}")));
    for (hosts, said) in [
        (None, "cannot be read as a known_hosts file"),
        (Some(String::new()), "nothing is on record about this server"),
        (Some(line("host_rsa.pub").replace("127.0.0.1", "127.0.0.2")), "nothing is on record"),
        (Some(line("user.pub")), "it may be another server"),
        (Some(format!("{}@revoked * {}", line("host_ed25519.pub"), public("host_ed25519.pub"))), "calls revoked"),
    ] {
        if let Some(hosts) = &hosts {
            std::fs::write(world.path().join("hosts"), hosts).unwrap();
        }
        let fault = source.look(&nothing(), at(0)).await.unwrap_err();
        assert_eq!(fault.kind(), FaultKind::HostKey, "{fault}");
        assert!(fault.to_string().contains(said), "{fault}");
    }
    // The server would show its other key first.
    std::fs::write(world.path().join("hosts"), line("host_rsa.pub")).unwrap();
    assert_eq!(text(&file(settled(&source, &nothing(), 0).await)), "a,b");
}

#[tokio::test]
async fn keys_of_each_kind_sign_in() {
    let keys = [("host_ed25519", "ed25519"), ("user_rsa", "rsa"), ("user_ecdsa", "ecdsa"), ("user_locked", "ed25519")];
    let (sshd, world) = (Sshd::with(&keys), World::new());
    sshd.write("lot.csv", "a,b", -100);
    world.secret("passphrase", "hunter2\n");
    let pin = sshd.fingerprint("host_ed25519");
    for (key, more) in
        [("user_rsa", ""), ("user_ecdsa", ""), ("user_locked", "passphrase = { file = \"passphrase\" }\n")]
    {
        let key = sshd.path(key);
        let keys = format!("private_key = {{ file = \"{}\" }}\nhost_keys = [\"{pin}\"]\n{more}", key.display());
        let source = world.source(&sshd.keys(&format!("{keys}{}", sshd.pick("lot.csv"))));
        assert_eq!(text(&file(settled(&source, &nothing(), 0).await)), "a,b", "{}", key.display());
    }
}

#[tokio::test]
async fn what_the_server_does_not_take_is_said_without_the_secret() {
    let (sshd, world) = (Sshd::start(), World::new());
    world.secret("password", "hunter2");
    make_key(&world.path().join("stranger"), "ed25519", "");
    world.secret("broken", "-----BEGIN OPENSSH PRIVATE KEY-----\nhunter2\n-----END OPENSSH PRIVATE KEY-----\n");
    let pin = sshd.fingerprint("host_ed25519");
    make_key(&world.path().join("locked"), "ed25519", "hunter2");
    let locked = world.path().join("locked");
    for (sign_in, said) in [
        ("password = { file = \"password\" }".to_owned(), "does not take the credentials"),
        ("private_key = { file = \"stranger\" }".to_owned(), "does not take the credentials"),
        ("private_key = { file = \"broken\" }".to_owned(), "sftp.private_key is no usable key"),
        (format!("private_key = {{ file = \"{}\" }}", locked.display()), "with its passphrase if it is locked"),
        ("private_key = { file = \"missing\" }".to_owned(), "cannot read"),
    ] {
        let source = world.source(&sshd.keys(&format!("{sign_in}\nhost_keys = [\"{pin}\"]\npath = \"x\"")));
        let fault = source.look(&nothing(), at(0)).await.unwrap_err();
        assert_eq!(fault.kind(), FaultKind::Credentials, "{fault}");
        assert!(fault.to_string().contains(said), "{fault}");
        assert!(!format!("{fault} {fault:?} {source:?}").contains("hunter2"), "{fault:?}");
    }
}

#[tokio::test]
async fn what_is_missing_long_or_a_folder_is_said() {
    let (sshd, world) = (Sshd::start(), World::new());
    sshd.write("long.csv", &"x".repeat(1001), -100);
    sshd.write("folder/x", "", -100);
    let folder = |name: &str| format!("folder = \"{}\"\npattern = \"*.csv\"", sshd.path(name).display());
    for (pick, kind) in [
        (sshd.pick("missing.csv"), FaultKind::Missing),
        (folder("missing"), FaultKind::Missing),
        (sshd.pick("long.csv"), FaultKind::TooLarge),
        (sshd.pick("folder"), FaultKind::Configuration),
    ] {
        let fault = sshd.source(&world, &pick).look(&nothing(), at(0)).await.unwrap_err();
        assert_eq!(fault.kind(), kind, "{fault}");
    }
    assert!(not_yet(sshd.source(&world, &folder("folder")).look(&nothing(), at(0)).await).contains("none of 1 files"));
}

#[tokio::test]
async fn addresses_inside_are_refused_before_anything_is_said() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let mut world = World::new();
    world.egress = Egress::new(EgressPolicy::default()).unwrap();
    world.secret("password", "hunter2");
    let port = listener.local_addr().unwrap().port();
    for host in ["127.0.0.1", "2130706433", "::1", "localhost", "169.254.169.254", "10.0.0.1"] {
        let source = world.source(&format!(
            "sftp = {{ host = \"{host}\", port = {port}, user = \"u\", password = {{ file = \"password\" }}, path = \"x\" }}"
        ));
        let fault = source.look(&nothing(), at(0)).await.unwrap_err();
        assert_eq!(fault.kind(), FaultKind::AddressRefused, "{host}: {fault}");
    }
    assert!(listener.accept().is_err(), "nobody came");
}

#[tokio::test]
async fn what_is_no_ssh_server_is_said() {
    let world = World::new();
    world.secret("password", "hunter2");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = std::io::Write::write_all(&mut stream, b"HTTP/1.1 400 Bad Request hunter2\r\n\r\n");
    });
    let source = world.source(&format!(
        "sftp = {{ host = \"127.0.0.1\", port = {port}, user = \"u\", password = {{ file = \"password\" }}, path = \"x\" }}"
    ));
    let fault = source.look(&nothing(), at(0)).await.unwrap_err();
    assert!(matches!(fault.kind(), FaultKind::Protocol | FaultKind::BrokenOff), "{fault}");
    assert!(!format!("{fault:?}").contains("hunter2"));
}
