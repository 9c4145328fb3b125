//! What web servers are told.

use dealeragent_publication::{
    BaseAddress, Transport,
    snippets::{Host, Served, Snippet, for_crawlers, of_host},
};

fn served<T>(freshness_sla_seconds: u32, look: impl FnOnce(&Served<'_>) -> T) -> T {
    let base = BaseAddress::parse("https://cars.example", Transport::HttpsOnly).unwrap();
    look(&Served { name: "Hill Street [Motors]\n", folder: "/srv/out", base: &base, freshness_sla_seconds })
}

#[test]
fn every_host_gets_types_cors_and_a_time() {
    for host in Host::ALL {
        let Snippet { text, .. } = served(86_400, |served| of_host(host, served));
        for part in ["/.well-known/dealer-agent.json", "/feeds/inventory.csv", "application/json", "text/csv", "utf-8"]
        {
            assert!(text.contains(part), "{host}: {part}");
        }
        assert!(text.contains("max-age=300") && text.contains('*'), "{host}");
        assert_eq!(host.as_str().parse(), Ok(host));
    }
    assert!("iis".parse::<Host>().is_err());
}

/// No copy may be kept for longer than the target.
#[test]
fn a_short_target_shortens_the_copy() {
    for host in Host::ALL {
        let text = served(60, |served| of_host(host, served)).text;
        assert!(text.contains("max-age=60") && !text.contains("max-age=300"), "{host}: {text}");
    }
}

#[test]
fn crawlers_are_let_in_and_told_what_they_may_say() {
    let snippets = served(86_400, for_crawlers);
    let text = |file: &str| snippets.iter().find(|snippet| snippet.file == file).unwrap().text.clone();
    let robots = text("robots.txt");
    assert!(robots.contains("User-agent: *\nAllow: /.well-known/dealer-agent.json\nAllow: /feeds/inventory.csv\n"));
    assert!(robots.contains("User-agent: GPTBot\n") && !robots.contains("Disallow"));
    let llms = text("llms.txt");
    assert!(llms.starts_with("# Hill Street  Motors  \n\n> "), "{llms}");
    assert!(llms.contains("Never say that a car is available now") && llms.contains("https://cars.example/feeds/"));
    assert!(text("link.html").contains("href=\"https://cars.example/.well-known/dealer-agent.json\""));
}
