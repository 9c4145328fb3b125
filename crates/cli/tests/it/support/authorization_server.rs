//! The real authorization server of `interop/oauth`, and the person who signs in
//! at it. Both are programs of their own; `interop/install.sh` brings them.

use std::{
    io::{BufRead as _, BufReader, Lines, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// Where clients are sent back to; nobody listens there.
pub(crate) const REDIRECT_URI: &str = "http://127.0.0.1:9/callback";

pub(crate) struct AuthorizationServer {
    child: Child,
    orders: Option<ChildStdin>,
    said: Lines<BufReader<ChildStdout>>,
    node: PathBuf,
    pub(crate) issuer: String,
}

fn interop() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../interop")
}

/// A node that is new enough, as the clients' tests find it.
fn node() -> PathBuf {
    let output = Command::new("node").arg(interop().join("lib/node22.mjs")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    PathBuf::from(String::from_utf8(output.stdout).unwrap().trim())
}

impl AuthorizationServer {
    pub(crate) fn start() -> Self {
        let node = node();
        let mut child = Command::new(&node)
            .arg(interop().join("oauth/authorization-server.mjs"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let orders = child.stdin.take();
        let said = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut server = Self { child, orders, said, node, issuer: String::new() };
        let line = server.line();
        line.strip_prefix("issuer ").unwrap().clone_into(&mut server.issuer);
        server
    }

    fn line(&mut self) -> String {
        let Some(line) = self.said.next() else {
            panic!("the authorization server ended; interop/install.sh installs it");
        };
        line.unwrap()
    }

    /// It issues tokens for this resource from now on.
    pub(crate) fn know(&mut self, resource: &str) {
        self.order(&format!("resource {resource}"));
    }

    /// Its next access token ended an hour ago.
    pub(crate) fn expire_next(&mut self) {
        self.order("expire 1");
    }

    fn order(&mut self, order: &str) {
        writeln!(self.orders.as_mut().unwrap(), "{order}").unwrap();
        assert_eq!(self.line(), order);
    }

    /// A person signs in and agrees; the address to which they are sent back.
    pub(crate) fn sign_in(&self, address: &str) -> String {
        let person = interop().join("oauth/person.mjs");
        let output = Command::new(&self.node).arg(person).args([address, REDIRECT_URI]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        format!("{REDIRECT_URI}?{}", String::from_utf8(output.stdout).unwrap().trim())
    }
}

impl Drop for AuthorizationServer {
    fn drop(&mut self) {
        // It ends with its input; one that hangs is killed.
        drop(self.orders.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
