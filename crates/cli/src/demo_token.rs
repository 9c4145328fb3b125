//! How `dealeragent call` finds the demo's token: in a file for its owner alone,
//! named by the demo's address, which goes when the demo does.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

/// The file of a running demo.
#[derive(Debug)]
pub(crate) struct DemoToken(PathBuf);

impl DemoToken {
    /// Keeps the token of the demo at `authority`; `None` where it cannot be
    /// kept, which only spares the caller nothing.
    pub(crate) fn keep(authority: &str, token: &str) -> Option<Self> {
        let path = path(authority)?;
        // What a demo that was killed left behind is not followed, but replaced.
        let _ = fs::remove_file(&path);
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&path).and_then(|mut file| file.write_all(token.as_bytes())).ok()?;
        Some(Self(path))
    }

    /// The token of a demo at `authority`, if this user runs one on this machine.
    pub(crate) fn find(authority: &str) -> Option<String> {
        let path = path(authority)?;
        is_ours(&path).then(|| fs::read_to_string(&path).ok()).flatten()
    }
}

impl Drop for DemoToken {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A token is only ever sent to this machine's own demo.
fn path(authority: &str) -> Option<PathBuf> {
    let (host, port) = authority.rsplit_once(':')?;
    let is_local = matches!(host, "127.0.0.1" | "localhost" | "[::1]") && port.parse::<u16>().is_ok();
    is_local.then(|| std::env::temp_dir().join(format!("dealeragent-demo-{port}.token")))
}

/// A plain file that nobody else can have put there or read.
#[cfg(unix)]
fn is_ours(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let Ok(found) = fs::symlink_metadata(path) else { return false };
    let me = fs::metadata("/proc/self").map(|own| own.uid());
    let owner_is_me = me.map_or(true, |me| found.uid() == me);
    found.is_file() && owner_is_me && found.mode() & 0o077 == 0
}

#[cfg(not(unix))]
fn is_ours(path: &Path) -> bool {
    path.is_file()
}
