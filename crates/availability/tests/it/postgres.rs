//! A PostgreSQL server of our own: a temporary cluster on a socket and on
//! loopback, with TLS.

use std::{
    fs,
    net::TcpListener,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Arc, Mutex, PoisonError, Weak},
};

use tempfile::TempDir;

use crate::server::Authority;

pub(crate) struct Cluster {
    folder: TempDir,
    pub(crate) port: u16,
    pub(crate) authority: Authority,
}

/// PostgreSQL refuses to run as root, so there it runs as its own user.
const USER: &str = "postgres";

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    id.stdout.trim_ascii() == b"0"
}

/// A program of PostgreSQL's: on the path, or where Debian puts it.
fn program(name: &str) -> PathBuf {
    let on_path = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect::<Vec<_>>());
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders = on_path.unwrap_or_default();
    folders.extend(debian.map(|version| version.path().join("bin")));
    let found = folders.into_iter().map(|folder| folder.join(name)).find(|path| path.exists());
    found.unwrap_or_else(|| {
        panic!("{name} is missing; scripts/test installs PostgreSQL, or: apt-get install postgresql")
    })
}

fn run(program: &Path, arguments: &[&str]) {
    let mut command = if is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", USER, "--"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    // A server that inherits a pipe would keep it open for ever.
    let status = command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::inherit()).status();
    assert!(status.unwrap().success(), "{} {arguments:?}", program.display());
}

impl Cluster {
    /// The one of this test run; it is stopped when the last test lets go of it.
    pub(crate) fn shared() -> Arc<Self> {
        static SHARED: Mutex<Weak<Cluster>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cluster) = shared.upgrade() {
            return cluster;
        }
        let cluster = Arc::new(Self::start());
        *shared = Arc::downgrade(&cluster);
        cluster
    }

    fn start() -> Self {
        let folder = tempfile::Builder::new().prefix("dealeragent-pg-").tempdir_in("/tmp").unwrap();
        let path = folder.path();
        let authority = Authority::new();
        let certified = authority.certify();
        let (certificate, key) = (path.join("server.crt"), path.join("server.key"));
        fs::write(&certificate, certified.certificate).unwrap();
        fs::write(&key, certified.key.serialize_pem()).unwrap();
        fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
        if is_root() {
            let owned = Command::new("chown").args(["-R", USER]).arg(path).status().unwrap();
            assert!(owned.success());
        }
        let data = path.join("data");
        let data = data.to_str().unwrap();
        run(&program("initdb"), &["-D", data, "-U", "owner", "-A", "trust", "-N"]);
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let options = format!(
            "-p {port} -k {} -c listen_addresses=127.0.0.1 -c fsync=off -c ssl=on -c ssl_cert_file={} -c ssl_key_file={}",
            path.display(),
            certificate.display(),
            key.display()
        );
        let log = path.join("log");
        run(&program("pg_ctl"), &["start", "-w", "-D", data, "-l", log.to_str().unwrap(), "-o", &options]);
        let cluster = Self { folder, port, authority };
        cluster.psql(include_str!("units.sql"));
        cluster
    }

    /// The connection by the socket.
    pub(crate) fn socket(&self) -> String {
        format!("host={} port={} user=reader dbname=postgres", self.folder.path().display(), self.port)
    }

    /// The connection by loopback.
    pub(crate) fn loopback(&self) -> String {
        format!("host=localhost port={} user=reader dbname=postgres", self.port)
    }

    fn psql(&self, sql: &str) {
        let (folder, port) = (self.folder.path().to_str().unwrap(), self.port.to_string());
        run(&program("psql"), &["-q", "-h", folder, "-p", &port, "-U", "owner", "-d", "postgres", "-c", sql]);
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let data = self.folder.path().join("data");
        run(&program("pg_ctl"), &["stop", "-m", "immediate", "-D", data.to_str().unwrap()]);
    }
}
