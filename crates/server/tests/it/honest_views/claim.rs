//! A recorded conformance claim is the only thing that is said of conformance.

use super::{OPEN, config, manifest, page, running};

const RECORDED: &str = r#"
[conformance]
claim_uri = "https://claims.example/north/claim.json"
claim_digest = "sha256:1111111111111111111111111111111111111111111111111111111111111111"
suite_version = "1.0.0"
completed_at = "2026-11-30T12:00:00Z"
"#;

#[tokio::test]
async fn with_a_recorded_claim_nothing_says_that_there_is_none() {
    let running = running(&(config("", "", OPEN) + RECORDED));
    let uri = "https://claims.example/north/claim.json";
    assert_eq!(manifest(&running).await["conformance"]["claim_uri"], uri);
    let got = page(&running, "/conformance/claim.json").await;
    assert_eq!((got.status, got.header("location")), (302, Some(uri)));
    assert!(!got.text().contains("not_run"), "{}", got.text());
    for path in ["/", "/llms.txt"] {
        let text = page(&running, path).await.text();
        assert!(text.contains(uri), "{path}: {text}");
        assert!(!text.contains("no run is recorded") && !text.contains("/conformance/claim.json"), "{path}: {text}");
    }
}

#[tokio::test]
async fn without_one_everything_says_so() {
    let running = running(&config("", "", OPEN));
    assert!(page(&running, "/conformance/claim.json").await.text().contains("not_run"));
    for path in ["/", "/llms.txt"] {
        let text = page(&running, path).await.text();
        assert!(text.contains("no run is recorded") && text.contains("/conformance/claim.json"), "{path}: {text}");
    }
}
