//! A dealer's folder on disk: the demo's files, whose times the test sets.

use std::{
    fs::File,
    path::PathBuf,
    time::{Duration, SystemTime},
};

use dealeragent_server::files::Files;
use tempfile::TempDir;

use super::time;

pub(crate) const DENVER: &str = "denver-vauto.csv";
pub(crate) const CHICAGO: &str = "chicago-homenet.csv";

pub(crate) struct Folder(TempDir);

impl Folder {
    /// Everything but the exports.
    pub(crate) fn without_exports() -> Self {
        let folder = Self(TempDir::new().unwrap());
        for name in ["used-evidence.json", "incentives.toml"] {
            folder.write(name, &demo_file(name), "2026-12-01T10:00:00Z");
        }
        folder
    }

    /// These files, written on the morning of the tests' day.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self(TempDir::new().unwrap());
        for (name, text) in files {
            folder.write(name, text.as_bytes(), "2026-12-01T10:00:00Z");
        }
        folder
    }

    /// The demo, as exported on the morning of the tests' day.
    pub(crate) fn demo() -> Self {
        let folder = Self::without_exports();
        for name in [DENVER, CHICAGO] {
            folder.write(name, &demo_file(name), "2026-12-01T10:00:00Z");
        }
        folder
    }

    pub(crate) fn files(&self) -> Files {
        Files::Folder(self.0.path().to_owned())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, dated `at`.
    pub(crate) fn write(&self, name: &str, bytes: &[u8], at: &str) {
        let path = self.path(name);
        std::fs::write(&path, bytes).unwrap();
        let seconds = Duration::from_secs(time(at).as_second().try_into().unwrap());
        File::options().write(true).open(&path).unwrap().set_modified(SystemTime::UNIX_EPOCH + seconds).unwrap();
    }
}

pub(crate) fn demo_file(name: &str) -> Vec<u8> {
    std::fs::read(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/demo").join(name)).unwrap()
}
