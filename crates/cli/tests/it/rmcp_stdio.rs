//! `rmcp`'s client with the gateway as its child process.

use rmcp::{ClientServiceExt as _, transport::TokioChildProcess};

use crate::support::{
    program,
    session::{exercise, lifecycles},
};

async fn exercised(more: &[&str], separator: &'static str) {
    for lifecycle in lifecycles() {
        let mut command = tokio::process::Command::from(program());
        command.args(["serve", "--stdio"]).args(more);
        let (process, _) = TokioChildProcess::builder(command).stderr(std::process::Stdio::null()).spawn().unwrap();
        let client = ().serve_with_lifecycle(process, lifecycle).await.unwrap();
        exercise(&client, separator).await;
        client.cancel().await.unwrap();
    }
}

/// Safe names are the default, since the hosts that start their servers
/// themselves are the ones that refuse dots.
#[tokio::test]
async fn safe_names_by_default() {
    exercised(&[], "_").await;
}

#[tokio::test]
async fn canonical_names_on_request() {
    exercised(&["--canonical-names"], ".").await;
}
