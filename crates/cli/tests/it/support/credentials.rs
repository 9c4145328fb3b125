//! A data folder, and what is issued in it for the demo dealership.

use std::path::Path;

use data_encoding::BASE64URL_NOPAD;
use serde_json::Value;
use tempfile::TempDir;

use super::{Said, run};

pub(crate) struct DataFolder(TempDir);

impl DataFolder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Runs the program with this folder.
    pub(crate) fn run(&self, arguments: &[&str]) -> Said {
        run(&[arguments, &["--data-dir", self.0.path().to_str().unwrap()]].concat())
    }

    /// The same, where it must succeed.
    pub(crate) fn good(&self, arguments: &[&str]) -> Said {
        let said = self.run(arguments);
        assert_eq!(said.code, 0, "{arguments:?}: {said:?}");
        said
    }

    /// A token for the demo's Denver rooftop, as JSON with its record.
    pub(crate) fn issue(&self, agent: &str, more: &[&str]) -> Value {
        let said = self.good(&[&issue_for(agent)[..], more, &["--json"]].concat());
        serde_json::from_str(&said.out).unwrap()
    }

    /// What a list says, as JSON.
    pub(crate) fn list(&self, command: &str, more: &[&str]) -> Vec<Value> {
        let said = self.good(&[&[command, "list", "--json"][..], more].concat());
        said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// The arguments of an order for the demo's Denver rooftop.
pub(crate) fn issue_for(agent: &str) -> [&str; 8] {
    ["token", "issue", "--agent", agent, "--organization", "example-ridge", "--rooftop", "ridge-denver"]
}

/// Header and claims of a token, unchecked.
pub(crate) fn decoded(token: &str) -> (Value, Value) {
    let parts: Vec<&str> = token.split('.').collect();
    assert_eq!(parts.len(), 3, "{token}");
    let read = |part: &str| serde_json::from_slice(&BASE64URL_NOPAD.decode(part.as_bytes()).unwrap()).unwrap();
    (read(parts[0]), read(parts[1]))
}
