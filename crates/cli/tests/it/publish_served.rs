//! A publication behind a real nginx, Caddy and Apache, with our own snippets.
//! Where one of them is not installed, its test says so and does nothing;
//! `scripts/test` installs them.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use crate::support::{ONE_CAR, SMALL, configured, run};

const DOCUMENT: &str = "/.well-known/dealer-agent.json";
const FEED: &str = "/feeds/inventory.csv";

/// A web server; it is killed when the test is done with it.
struct WebServer {
    child: Child,
    port: u16,
}

impl Drop for WebServer {
    fn drop(&mut self) {
        // TERM, so that a master takes its workers with it.
        let _ = Command::new("kill").args(["-s", "TERM", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}

impl WebServer {
    /// Starts it and waits for the line that it says when it is ready.
    fn start(command: &mut Command, port: u16, ready: &str) -> Self {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap());
        let server = Self { child, port };
        let (mut line, mut said) = (String::new(), String::new());
        while lines.read_line(&mut line).unwrap() > 0 {
            said.push_str(&line);
            if line.contains(ready) {
                // Reads on, so that the server never waits for its log.
                std::thread::spawn(move || lines.lines().map_while(Result::ok).count());
                return server;
            }
            line.clear();
        }
        panic!("the web server ended; it said:\n{said}");
    }

    fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n", self.port);
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        Answer { status: head.split(' ').nth(1).unwrap().parse().unwrap(), head, body: bytes[end + 4..].to_vec() }
    }
}

struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        lines.filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim()).next()
    }
}

/// The program of that name, or `None` with a word about it.
fn installed(name: &str) -> Option<String> {
    let places = [name.to_owned(), format!("/usr/sbin/{name}"), format!("/usr/bin/{name}")];
    let version = if name == "caddy" { "version" } else { "-v" };
    let starts = |program: &String| Command::new(program).arg(version).output().is_ok();
    let found = places.into_iter().find(starts);
    if found.is_none() {
        let words = format!("SKIPPED: {name} is not installed, so its snippet was not tested; see scripts/test\n");
        std::io::stderr().write_all(words.as_bytes()).unwrap();
    }
    found
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Many cars, so that there is something to compress; and the snippet for a host.
fn published(host: &str, port: u16) -> (tempfile::TempDir, String) {
    let (folder, config) = configured(SMALL);
    let mut export = ONE_CAR.to_owned();
    let car = ONE_CAR.lines().nth(1).unwrap();
    for number in 100..200 {
        let vin = format!("9ZZCVDJW3TJ000{number}");
        export.push_str(&format!(
            "{}\n",
            car.replace("9ZZCVDJW3TJ000563", &vin).replace("00563", &format!("00{number}"))
        ));
    }
    fs::write(folder.path().join("export.csv"), export).unwrap();
    let out = folder.path().join("out");
    let base = format!("http://127.0.0.1:{port}");
    let place =
        ["--config", config.to_str().unwrap(), "--out", out.to_str().unwrap(), "--base-url", &base, "--allow-http"];
    let said = run(&[&["publish"], &place[..]].concat());
    assert_eq!(said.code, 0, "{said:?}");
    fs::write(out.join(".secret"), "no").unwrap();
    let snippet = run(&[&["publish", "snippets", "--for", host], &place[..]].concat());
    assert_eq!(snippet.code, 0, "{snippet:?}");
    (folder, snippet.out)
}

/// What a client may rely on, whoever serves.
fn judge(server: &WebServer, out: &Path) {
    for (path, kind) in [(DOCUMENT, "application/json"), (FEED, "text/csv; charset=utf-8")] {
        let whole = server.ask("GET", path, &[("Origin", "https://elsewhere.example")]);
        assert_eq!(whole.status, 200, "{path}: {}", whole.head);
        assert_eq!(whole.header("content-type"), Some(kind), "{path}: {}", whole.head);
        assert_eq!(whole.header("cache-control"), Some("public, max-age=300"), "{path}");
        assert_eq!(whole.header("access-control-allow-origin"), Some("*"), "{path}");
        assert_eq!(whole.header("access-control-expose-headers"), Some("ETag"), "{path}");
        assert_eq!(whole.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert!(whole.header("last-modified").is_some() && whole.header("content-encoding").is_none(), "{path}");
        assert_eq!(whole.body, fs::read(out.join(path.trim_start_matches('/'))).unwrap(), "{path}");
        let tag = whole.header("etag").unwrap_or_else(|| panic!("{path} has no tag: {}", whole.head));
        assert_eq!(server.ask("GET", path, &[("If-None-Match", tag)]).status, 304, "{path}");
        let head = server.ask("HEAD", path, &[]);
        assert_eq!((head.status, head.header("content-type"), head.body.len()), (200, Some(kind), 0), "{path}");
        let preflight = [
            ("Origin", "https://elsewhere.example"),
            ("Access-Control-Request-Method", "GET"),
            ("Access-Control-Request-Headers", "if-none-match"),
        ];
        let allowed = server.ask("OPTIONS", path, &preflight);
        assert_eq!((allowed.status, allowed.header("access-control-allow-origin")), (204, Some("*")), "{path}");
        assert!(allowed.header("access-control-allow-headers").unwrap().contains("If-None-Match"), "{path}");
    }
    let packed = server.ask("GET", FEED, &[("Accept-Encoding", "gzip")]);
    assert_eq!((packed.status, packed.header("content-encoding")), (200, Some("gzip")), "{}", packed.head);
    assert_eq!(packed.header("content-type"), Some("text/csv; charset=utf-8"));
    assert!(packed.header("vary").unwrap().contains("Accept-Encoding"), "{}", packed.head);
    let tag = packed.header("etag").unwrap().to_owned();
    let again = server.ask("GET", FEED, &[("Accept-Encoding", "gzip"), ("If-None-Match", &tag)]);
    assert_eq!(again.status, 304, "what was compressed is known again by {tag}");
    assert_ne!(server.ask("GET", "/.secret", &[]).status, 200, "no other file with a dot is served");
}

#[test]
fn nginx_serves_it_right() {
    let Some(nginx) = installed("nginx") else { return };
    let port = free_port();
    let (folder, snippet) = published("nginx", port);
    let here = folder.path().to_str().unwrap();
    let is_root = String::from_utf8(Command::new("id").arg("-u").output().unwrap().stdout).unwrap().trim() == "0";
    // A worker of another user could not read the test's folder.
    let user = if is_root { "user root;" } else { "" };
    let config = format!(
        "{user}\ndaemon off;\nworker_processes 1;\npid {here}/nginx.pid;\nerror_log stderr notice;\nevents {{ }}\n\
         http {{\n  access_log off;\n  client_body_temp_path {here}/t1;\n  proxy_temp_path {here}/t2;\n  \
         fastcgi_temp_path {here}/t3;\n  uwsgi_temp_path {here}/t4;\n  scgi_temp_path {here}/t5;\n  \
         server {{\n    listen 127.0.0.1:{port};\n    root {here}/out;\n    location ~ /\\. {{ deny all; }}\n{snippet}\n  }}\n}}\n"
    );
    let path = folder.path().join("nginx.conf");
    fs::write(&path, config).unwrap();
    let mut command = Command::new(nginx);
    command.args(["-e", "stderr", "-p", here, "-c", path.to_str().unwrap()]);
    let server = WebServer::start(&mut command, port, "start worker process ");
    judge(&server, &folder.path().join("out"));
}

#[test]
fn caddy_serves_it_right() {
    let Some(caddy) = installed("caddy") else { return };
    let port = free_port();
    let (folder, snippet) = published("caddy", port);
    let here = folder.path().to_str().unwrap();
    let config = format!(
        "{{\n\tadmin off\n\tauto_https off\n}}\nhttp://127.0.0.1:{port} {{\n{snippet}\n\
         \trespond \"nothing here\" 404\n}}\n"
    );
    let path = folder.path().join("Caddyfile");
    fs::write(&path, config).unwrap();
    let mut command = Command::new(caddy);
    command.args(["run", "--adapter", "caddyfile", "--config", path.to_str().unwrap()]);
    for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
        command.env(name, here);
    }
    let server = WebServer::start(&mut command, port, "serving initial configuration");
    judge(&server, &folder.path().join("out"));
}

#[test]
fn apache_serves_it_right() {
    const MODULES: &str = "/usr/lib/apache2/modules";
    let Some(apache) = installed("apache2") else { return };
    let port = free_port();
    let (folder, snippet) = published("apache", port);
    let here = folder.path().to_str().unwrap();
    // Its workers are another user's, who could not read the test's folder.
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(folder.path(), open).unwrap();
    let names = ["mpm_event", "authz_core", "alias", "headers", "rewrite", "deflate", "filter", "mime"];
    let modules: String =
        names.iter().map(|name| format!("LoadModule {name}_module {MODULES}/mod_{name}.so\n")).collect();
    let config = format!(
        "ServerRoot {here}\nServerName 127.0.0.1\nPidFile {here}/httpd.pid\nErrorLog /dev/stderr\n{modules}\
         Listen 127.0.0.1:{port}\nUser www-data\nGroup www-data\nTypesConfig /dev/null\n\
         <VirtualHost 127.0.0.1:{port}>\nDocumentRoot {here}/out\n<LocationMatch \"/\\.\">\nRequire all denied\n\
         </LocationMatch>\n{snippet}\n</VirtualHost>\n"
    );
    let path = folder.path().join("httpd.conf");
    fs::write(&path, config).unwrap();
    let mut command = Command::new(apache);
    command.args(["-f", path.to_str().unwrap(), "-DFOREGROUND"]);
    let server = WebServer::start(&mut command, port, "resuming normal operations");
    judge(&server, &folder.path().join("out"));
}
