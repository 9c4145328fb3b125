//! The front page: who gets what, what stands in it, and what cannot.

use data_encoding::BASE64;
use sha2::{Digest as _, Sha256};

use super::{BROWSER, demo, get, one_dealer, page, without_export};
use crate::support::{Running, folder::Folder};

#[tokio::test]
async fn browsers_get_html_and_tools_get_text() {
    let running = demo();
    let accepts = [None, Some("*/*"), Some("text/plain"), Some("application/json"), Some(BROWSER), Some("text/html")];
    for accept in accepts {
        let post = get("/");
        let post = accept.map_or(post.clone(), |accept| post.header("accept", accept));
        let got = running.send(post).await;
        let html = accept.is_some_and(|accept| accept.contains("text/html"));
        let kind = if html { "text/html; charset=utf-8" } else { "text/plain; charset=utf-8" };
        assert_eq!((got.status, got.header("content-type")), (200, Some(kind)), "{accept:?}");
        assert_eq!(got.text().starts_with("<!doctype html>"), html, "{accept:?}");
        assert_eq!(got.header("vary"), Some("Accept"));
        assert_eq!(got.header("cache-control"), Some("no-store"));
        for part in ["http://127.0.0.1:8484/mcp", "http://127.0.0.1:8484/mcp/compat", "Example Ridge Auto Group"] {
            assert!(got.text().contains(part), "{part} is not in {}", got.text());
        }
    }
}

#[tokio::test]
async fn the_text_names_both_doors_and_each_rooftop() {
    let text = demo().send(get("/")).await.text();
    for part in [
        "http://127.0.0.1:8484/mcp\n",
        "http://127.0.0.1:8484/mcp/compat\n",
        "made up for demonstration",
        "- ridge-denver: Example Ridge Denver, Denver, CO, US, America/Denver; inventory current, seen 2026-12-01T",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(text.ends_with('\n') && !text.contains("\n\n\n"), "{text}");
}

#[tokio::test]
async fn the_page_says_who_what_and_how() {
    let page = page(&demo()).await;
    for part in [
        "<h1>Example Ridge Auto Group (demonstration)</h1>",
        "Example Ridge Denver",
        "Denver, CO, US",
        "America/Chicago",
        "href=\"https://denver.ridge.example/\"",
        "Dealer Agent Protocol Core 0.1",
        "dealeragent.pricing.disclosure/0.1",
        "dealeragent_inventory_verify_availability",
        ">anybody<",
        "href=\"/manifest.json\"",
        "href=\"/llms.txt\"",
        "href=\"/schemas/\"",
        "href=\"/policies/example-ridge.json\"",
        "href=\"/conformance/claim.json\"",
        "<link rel=\"service-desc\" type=\"application/json\" href=\"http://127.0.0.1:8484/manifest.json\">",
        "&#60;link rel=&#34;service-desc&#34;",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert!(page.contains("All of this data is made up for demonstration"));
    assert!(!page.contains("server.json"), "this address has no domain, so no registry entry");
    assert!(!page.contains("available now"));
}

/// Whatever a host is given to paste has the safe door and the short name.
#[tokio::test]
async fn what_is_pasted_points_at_the_safe_door() {
    let page = page(&demo()).await;
    let pasted: Vec<(&str, &str)> = page
        .split("<code id=\"paste-")
        .skip(1)
        .map(|part| part.split("</code>").next().unwrap().split_once("\">").unwrap())
        .filter(|(id, _)| !matches!(*id, "head" | "header"))
        .collect();
    let ids: Vec<&str> = pasted.iter().map(|(id, _)| *id).collect();
    let expected = [
        "claude",
        "chatgpt",
        "claude-code",
        "gemini-cli",
        "vscode",
        "cursor",
        "inspector",
        "typescript",
        "python",
        "curl",
    ];
    assert_eq!(ids, expected);
    for (id, text) in pasted {
        assert_eq!(
            text.matches("/mcp").count(),
            text.matches("http://127.0.0.1:8484/mcp/compat").count(),
            "{id}: {text}"
        );
        assert!(text.contains("/mcp/compat"), "{id}");
        assert!(!text.contains("dealeragent.discovery"), "{id}");
    }
}

/// The policy lets in the one style of the page and nothing else; the page has
/// nothing else.
#[tokio::test]
async fn nothing_runs_and_nothing_is_loaded() {
    let got = demo().send(get("/").header("accept", BROWSER)).await;
    let page = got.text();
    let style = page.split_once("<style>").unwrap().1.split_once("</style>").unwrap().0;
    let hash = BASE64.encode(&Sha256::digest(style.as_bytes()));
    let policy = got.header("content-security-policy").unwrap();
    let directives: Vec<&str> = policy.split("; ").collect();
    let expected = [
        "default-src 'none'",
        &format!("style-src 'sha256-{hash}'"),
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ];
    assert_eq!(directives, expected);
    assert_eq!(got.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(got.header("referrer-policy"), Some("no-referrer"));
    for part in
        ["<script", "javascript:", " onclick", " onload", " style=", "@import", "url(", "<img", "<iframe", "<form"]
    {
        assert!(!page.contains(part), "{part}");
    }
    assert_eq!(page.matches("<style>").count(), 1);
    let icon = demo().send(get("/icon.svg")).await;
    assert_eq!(icon.header("content-type"), Some("image/svg+xml"));
}

/// Dealers' text is text, in HTML and in Markdown.
#[tokio::test]
async fn names_with_html_are_shown_as_they_are() {
    let running = one_dealer(|config| {
        config
            .replace("Hill Street Hosting", "<b>Op</b> & \\\"Co\\\"")
            .replace("Hill Street Motors", "</style><script>alert(1)</script>")
            .replace("Hill Street Downtown", "<img src=x onerror='alert(2)'>")
            .replace("locality = \"Denver\"", "locality = \"<i>Denver\"")
            .replace("https://hill.example/cars", "javascript:alert(3)")
    });
    let page = page(&running).await;
    for part in ["<script", "<img", "<i>", "<b>", "javascript:", "onerror='"] {
        assert!(!page.contains(part), "{part} in {page}");
    }
    assert_eq!(page.matches("</style>").count(), 1);
    for part in [
        "&#60;script&#62;alert(1)&#60;/script&#62;",
        "&#60;b&#62;Op&#60;/b&#62; &#38; &#34;Co&#34;",
        "&#60;i&#62;Denver",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    let llms = running.send(get("/llms.txt")).await.text();
    assert!(llms.starts_with("# &lt;/style&gt;&lt;script&gt;alert(1)"), "{llms}");
    assert!(!llms.contains("<script") && !llms.contains("<img") && !llms.contains("javascript:"), "{llms}");
}

/// A dealer that closes its record is shown by its ids; what it closes of its
/// inventory is not shown.
#[tokio::test]
async fn what_a_dealer_closes_is_not_shown() {
    let with =
        |access: &str| one_dealer(|config| config.replace("dealer = \"public\", inventory = \"public\"", access));
    let open = page(&with("dealer = \"public\", inventory = \"public\"")).await;
    assert!(open.contains("<h1>Hill Street Motors</h1>") && open.contains("cars in search"), "{open}");
    let no_record = page(&with("dealer = \"closed\", inventory = \"public\"")).await;
    assert!(no_record.contains("<h1>Hill Street Hosting</h1>") && no_record.contains("north-main"), "{no_record}");
    for part in ["Hill Street Motors", "Hill Street Downtown", "hill.example", "Denver"] {
        assert!(!no_record.contains(part), "{part} in {no_record}");
    }
    assert!(no_record.contains("Part of the Dealer Agent Protocol"));
    let no_cars = page(&with("dealer = \"public\", inventory = \"closed\"")).await;
    for part in ["in search", "class=\"state", "about the cars here", "dealeragent_inventory_search"] {
        assert!(!no_cars.contains(part), "{part} in {no_cars}");
    }
    assert!(no_cars.contains("Hill Street Downtown"));
}

#[tokio::test]
async fn a_gateway_without_inventory_says_so() {
    let page = page(&without_export()).await;
    assert!(page.contains("no inventory yet") && page.contains("1 rooftop: 1 without inventory"), "{page}");
    assert!(!page.contains("cars in search") && !page.contains("made up"), "{page}");
}

/// Two dealers on one site: what differs is said to differ, and made-up data is
/// named where it is.
#[tokio::test]
async fn dealers_of_one_site_may_differ() {
    let sites = crate::config_sites::SITES;
    let (head, tail) = sites.split_once("[[sites]]").unwrap();
    let organizations = tail.split_once("[[organizations]]").unwrap().1;
    let south = "name = \"South Motors\"\n";
    let config =
        format!("{head}[[organizations]]{organizations}").replacen(south, &format!("{south}synthetic = true\n"), 1);
    let running = Running::configured(&config, Folder::demo().files());
    let page = page(&running).await;
    assert!(page.contains("<h1>Two Dealers Hosting</h1>"), "{page}");
    assert_eq!(page.matches(">differs by rooftop<").count(), 1, "the availability check alone");
    assert!(page.contains("North Motors") && page.contains("South Motors"));
    assert_eq!(page.matches("made up for demonstration").count(), 1);
    let (north, south) = page.split_once("South Motors").unwrap();
    assert!(south.contains("class=\"notice inner\"") && !north.contains("class=\"notice"));
    let llms = running.send(get("/llms.txt")).await.text();
    assert!(llms.contains("`south`: South Motors (made-up data for demonstration)"), "{llms}");
}
