//! The program as a child process.

pub(crate) mod authorization_server;
pub(crate) mod credentials;
pub(crate) mod session;

use std::{
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

/// Far more than anything here takes; only a hang is cut off.
const SAFETY_NET: Duration = Duration::from_secs(120);

/// The program, without what the environment of the test might set.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dealeragent"));
    for name in ["DEALERAGENT_CONFIG", "DEALERAGENT_DATA_DIR", "DEALERAGENT_URL", "DEALERAGENT_LOG", "RUST_BACKTRACE"] {
        command.env_remove(name);
    }
    command
}

/// What a run of the program said.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn run(arguments: &[&str]) -> Said {
    run_with_input(arguments, "")
}

pub(crate) fn run_with_input(arguments: &[&str], input: &str) -> Said {
    run_command(program().args(arguments), input)
}

pub(crate) fn run_command(command: &mut Command, input: &str) -> Said {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The first line that holds `part`, while the program goes on.
pub(crate) fn line_with(part: &str, output: impl std::io::Read + Send + 'static) -> Option<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
    });
    std::iter::from_fn(|| lines.recv_timeout(SAFETY_NET).ok()).find(|line| line.contains(part))
}

/// A running gateway; it is killed when the test is done with it.
pub(crate) struct Server {
    child: Child,
    lines: Receiver<String>,
    /// The banner, line by line.
    pub(crate) banner: String,
    /// `http://127.0.0.1:PORT`.
    pub(crate) url: String,
}

impl Server {
    /// The demo on a free port.
    pub(crate) fn demo() -> Self {
        Self::start(&[])
    }

    pub(crate) fn configured(config: &Path) -> Self {
        Self::start(&["--config", config.to_str().unwrap()])
    }

    /// The demo with more arguments.
    pub(crate) fn with(more: &[&str]) -> Self {
        Self::start(more)
    }

    /// On another address, with more arguments.
    pub(crate) fn on(listen: &str, more: &[&str]) -> Self {
        let mut command = program();
        command.args(["serve", "--listen", listen]).args(more);
        Self::running(&mut command)
    }

    fn start(more: &[&str]) -> Self {
        Self::on("127.0.0.1:0", more)
    }

    fn running(command: &mut Command) -> Self {
        let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let (sender, lines) = channel();
        // Reads on, so that the server never waits for its log.
        std::thread::spawn(move || stderr.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let mut server = Self { child, lines, banner: String::new(), url: String::new() };
        // The line with the call by hand is the banner's last.
        while !server.banner.contains("dealeragent call search") {
            let line = server.line();
            server.banner.push_str(&line);
            server.banner.push('\n');
        }
        server.url = server.endpoint().trim_end_matches("/mcp").to_owned();
        server
    }

    fn line(&mut self) -> String {
        match self.lines.recv_timeout(SAFETY_NET) {
            Ok(line) => line,
            Err(_) => panic!("the server ended or hangs; it said:\n{}", self.banner),
        }
    }

    /// The address that the banner names.
    fn endpoint(&self) -> &str {
        self.banner.lines().find_map(|line| line.strip_prefix("MCP endpoint   ")).unwrap()
    }

    pub(crate) fn address(&self) -> &str {
        self.url.strip_prefix("http://").unwrap()
    }

    /// Calls a tool as the program does.
    pub(crate) fn call(&self, arguments: &[&str]) -> Said {
        run(&[&["call", "--url", &self.url], arguments].concat())
    }

    pub(crate) fn call_json(&self, arguments: &[&str]) -> serde_json::Value {
        let said = self.call(&[arguments, &["--json"]].concat());
        assert_eq!(said.code, 0, "{said:?}");
        serde_json::from_str(&said.out).unwrap()
    }

    /// Sends a signal by its name and waits for the end.
    pub(crate) fn stop(mut self, signal: &str) -> ExitStatus {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        // Its standard error ends with it.
        while self.lines.recv_timeout(SAFETY_NET).is_ok() {}
        self.child.wait().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A small dealership of one rooftop and one export, in a folder of its own.
pub(crate) const SMALL: &str = r#"
[operator]
name = "Small Motors"

[[organizations]]
id = "small"
name = "Small Motors"

[[organizations.rooftops]]
id = "main"
name = "Small Motors"
timezone = "America/Denver"
address = { lines = ["1 Road"], locality = "Denver", country = "US" }
departments = ["sales"]

[[feeds]]
id = "export"
organization = "small"
rooftop = "main"
profile = "vauto"
path = "export.csv"
currency = "USD"
odometer_unit = "mi"
price_column = "Price"
price_includes_required_charges = false
"#;

/// An export of one car that can be listed.
pub(crate) const ONE_CAR: &str = "Stock #,VIN,New/Used,Year,Make,Model,Odometer,Price,Vehicle Detail Link,Status\n\
    00563,9ZZCVDJW3TJ000563,N,2026,Subaru,Forester,17,40400,https://small.example/00563,In Stock\n";

/// A folder with this configuration, and its path.
pub(crate) fn configured(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dealeragent.toml");
    std::fs::write(&path, text).unwrap();
    (folder, path)
}
