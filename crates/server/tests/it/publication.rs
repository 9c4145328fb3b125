//! The static publication as the gateway serves it (`discovery.md` section 4).

use dealeragent_feeds::{Profile, import};
use dealeragent_protocol::facts::WellKnownReading;
use http::Method;

use crate::{
    config_sites::{self, NORTH, SOUTH},
    support::{
        Running,
        folder::{DENVER, Folder, demo_file},
        post::Post,
        time,
    },
};

const DOCUMENT: &str = "/.well-known/dealer-agent.json";
const FEED: &str = "/feeds/inventory.csv";

fn get(path: &str) -> Post {
    let post = Post::modern_raw("").verb(Method::GET).at(path);
    let mcp = ["content-type", "accept", "mcp-protocol-version", "mcp-method"];
    mcp.into_iter().fold(post, |post, name| post.without(name)).header("host", NORTH)
}

fn of_dealer(change: impl Fn(String) -> String) -> Running {
    let config = config_sites::SITES.replace("gateway_id = \"north-gateway\"\n", "");
    Running::configured(&change(config), Folder::demo().files())
}

#[tokio::test]
async fn both_files_are_served_and_agree() {
    let running = config_sites::running();
    for (host, organization) in [(NORTH, "north"), (SOUTH, "south")] {
        let got = running.send(get(DOCUMENT).header("host", host)).await;
        assert_eq!((got.status, got.header("content-type")), (200, Some("application/json")));
        let document = WellKnownReading::parse(&got.body).unwrap().document;
        assert_eq!(document.organization_id.as_str(), organization);
        assert_eq!(document.gateway.unwrap().as_str(), format!("https://{host}/mcp"));
        assert_eq!(document.upgrade_path.unwrap().as_str(), format!("https://{host}/"));
        assert_eq!(document.published_feed.url.as_str(), format!("https://{host}{FEED}"));
        let feed = running.send(get(FEED).header("host", host)).await;
        assert_eq!((feed.status, feed.header("content-type")), (200, Some("text/csv; charset=utf-8")));
        let text = feed.text();
        assert!(text.lines().skip(1).all(|row| row.starts_with(&format!("{organization},"))), "{host}");
    }
}

/// What is served reads back by the rules of the format, all of it.
#[tokio::test]
async fn the_feed_reads_back() {
    let running = config_sites::running();
    let feed = running.send(get(FEED)).await.body;
    let profile = Profile::built_in("inventory-csv").unwrap().unwrap();
    let config = dealeragent_server::config::Config::read(
        "dealeragent.toml",
        config_sites::SITES,
        &Folder::demo().files(),
        time(crate::support::NOW),
    )
    .unwrap();
    let mut settings = config.feeds[0].settings.clone();
    settings.price_column = "advertised_price_minor".to_owned();
    let read = import(&feed, &profile, &settings).unwrap();
    let held = running.gateway.snapshot().organizations().map(|all| all.listings().count()).collect::<Vec<_>>();
    assert_eq!(read.report.rejected, 0, "{}", read.report);
    assert!(held.contains(&read.listings.len()), "{} of {held:?}", read.listings.len());
}

#[tokio::test]
async fn headers_are_those_of_a_published_file() {
    let running = config_sites::running();
    for (path, modified) in [(DOCUMENT, "Tue, 01 Dec 2026 14:05:00 GMT"), (FEED, "Tue, 01 Dec 2026 10:00:00 GMT")] {
        let plain = running.send(get(path)).await;
        assert_eq!(plain.header("cache-control"), Some("public, max-age=300"), "{path}");
        assert_eq!(plain.header("last-modified"), Some(modified), "{path}");
        assert_eq!(plain.header("access-control-allow-origin"), Some("*"), "also for a cache that saw no origin");
        assert_eq!(plain.header("x-content-type-options"), Some("nosniff"));
        assert_eq!((plain.header("vary"), plain.header("content-encoding")), (Some("Accept-Encoding"), None));
        let browser = running.send(get(path).header("origin", "https://elsewhere.example")).await;
        assert_eq!(browser.header("access-control-allow-origin"), Some("*"));
        assert!(browser.header("access-control-expose-headers").unwrap().contains("etag"));
    }
    let preflight = get(FEED)
        .verb(Method::OPTIONS)
        .header("origin", "https://elsewhere.example")
        .header("access-control-request-method", "GET")
        .header("access-control-request-headers", "if-none-match");
    let allowed = running.send(preflight).await;
    assert!(allowed.header("access-control-allow-headers").unwrap().contains("if-none-match"));
    assert_eq!(running.send(get(FEED).verb(Method::POST)).await.status, 405);
}

/// The same document compressed is another representation, with another tag;
/// either is known again, in whatever form it comes back.
#[tokio::test]
async fn each_representation_has_its_tag() {
    let running = config_sites::running();
    for path in [DOCUMENT, FEED] {
        let plain = running.send(get(path)).await;
        let packed = running.send(get(path).header("accept-encoding", "br, gzip")).await;
        assert_eq!((packed.status, packed.header("content-encoding")), (200, Some("gzip")), "{path}");
        assert_eq!((packed.header("vary"), packed.unzipped()), (Some("Accept-Encoding"), plain.body.clone()));
        assert_eq!(packed.header("content-length"), Some(packed.body.len().to_string().as_str()));
        assert!(packed.body.len() < plain.body.len());
        let (tag, packed_tag) = (plain.header("etag").unwrap(), packed.header("etag").unwrap());
        assert_ne!(tag, packed_tag);
        let bare = tag.trim_matches('"');
        for held in [tag, packed_tag, &format!("W/{tag}"), &format!("W/\"{bare}-gzip\""), &format!("\"{bare}-br\"")] {
            for coding in ["identity", "gzip"] {
                let again = get(path).header("accept-encoding", coding).header("if-none-match", held);
                let got = running.send(again).await;
                assert_eq!((got.status, got.body.len()), (304, 0), "{path} {held} {coding}");
                let expected = if coding == "gzip" { packed_tag } else { tag };
                assert_eq!(got.header("etag"), Some(expected), "as in the 200 to the same request");
            }
        }
        let refused = running.send(get(path).header("accept-encoding", "gzip;q=0")).await;
        assert_eq!((refused.header("content-encoding"), refused.header("etag")), (None, Some(tag)));
        let head = running.send(get(path).verb(Method::HEAD).header("accept-encoding", "gzip")).await;
        assert_eq!((head.status, head.header("etag"), head.body.len()), (200, Some(packed_tag), 0));
    }
}

/// What dealer policy keeps from anonymous callers is in neither file.
#[tokio::test]
async fn what_is_not_public_is_not_published() {
    let closed = of_dealer(|config| {
        config.replace("access = { availability = \"public\" }", "access = { inventory = \"closed\" }")
    });
    let several = Running::demo_of_two();
    for (running, why) in [(&closed, "closed"), (&several, "two dealers at one site")] {
        let nowhere = running.send(get("/policies/nobody.json")).await;
        for path in [DOCUMENT, FEED] {
            let got = running.send(get(path)).await;
            assert_eq!((got.status, got.text()), (404, nowhere.text()), "{why}: {path}");
        }
    }
    // A record that is closed has no name; a price's charges and reports go with
    // their own tools.
    let nameless = of_dealer(|config| {
        config
            .replace("access = { availability = \"public\" }", "access = { dealer = \"closed\", pricing = \"closed\" }")
    });
    let document = WellKnownReading::parse(&nameless.send(get(DOCUMENT)).await.body).unwrap().document;
    assert_eq!(document.rooftops[0].name.as_str(), "north-main");
}

/// A rooftop that is not listed is there for nobody; and where everybody must
/// sign in, nothing is public.
#[tokio::test]
async fn what_is_not_listed_is_not_published() {
    let second = "[[organizations.rooftops]]\nid = \"north-back\"\nname = \"Back lot\"\ntimezone = \"America/Denver\"\n\
        address = { lines = [\"1 Road\"], locality = \"Denver\", country = \"US\" }\ndepartments = [\"sales\"]\n\
        listed = false\n\n";
    let feed = "[[feeds]]\nid = \"back\"\norganization = \"north\"\nrooftop = \"north-back\"\nprofile = \"homenet\"\n\
        path = \"chicago-homenet.csv\"\ncurrency = \"USD\"\nodometer_unit = \"mi\"\nprice_column = \"Internet_Price\"\n\
        price_includes_required_charges = true\nlisting_url_template = \"https://north.example/vehicle/{stock}\"\n";
    let with = |listed: &str| {
        let rooftop = second.replace("listed = false\n", listed);
        let at = "[[organizations]]\nid = \"south\"";
        let config = config_sites::SITES.replace(at, &format!("{rooftop}{at}"));
        Running::configured(&format!("{config}\n{feed}"), Folder::demo().files())
    };
    let (hidden, shown) = (with("listed = false\n"), with(""));
    for (running, is_shown) in [(&hidden, false), (&shown, true)] {
        assert!(running.outcomes.iter().all(|outcome| outcome.result.is_ok()), "{:?}", running.outcomes);
        for path in [DOCUMENT, FEED] {
            let got = running.send(get(path)).await;
            assert_eq!((got.status, got.text().contains("north-back")), (200, is_shown), "{path}");
        }
    }
    let issuer = "[[issuers]]\nissuer = \"https://login.example\"\n";
    let config = format!("[server]\nrequire_sign_in = true\n{}\n{issuer}", config_sites::SITES);
    let closed = Running::configured(&config, Folder::demo().files());
    for path in [DOCUMENT, FEED] {
        assert_eq!(closed.send(get(path)).await.status, 404, "{path}");
    }
}

/// Charges are in it where disclosures are public, and only there.
#[tokio::test]
async fn charges_follow_the_disclosure() {
    const CHARGES: &str = "[[organizations.rooftops.charges]]\nid = \"fee\"\nname = \"Lot fee\"\namount = \"699.00\"\n\
        currency = \"USD\"\npayee = \"dealer\"\nincluded_in_advertised_price = false\n";
    let charged = |access: &str| {
        let access = access.to_owned();
        of_dealer(move |config| {
            let departments = "departments = [\"sales\"]\n";
            config
                .replacen(departments, &format!("{departments}\n{CHARGES}"), 1)
                .replace("access = { availability = \"public\" }", &access)
        })
    };
    let open = charged("access = { pricing = \"public\" }");
    let document = WellKnownReading::parse(&open.send(get(DOCUMENT)).await.body).unwrap().document;
    assert_eq!(document.disclosure_defaults.required_dealer_charges[0].amount_minor, 69_900);
    assert!(open.send(get(FEED)).await.text().contains("Lot fee"));
    let closed = charged("access = { pricing = \"closed\" }");
    let document = WellKnownReading::parse(&closed.send(get(DOCUMENT)).await.body).unwrap().document;
    assert!(document.disclosure_defaults.required_dealer_charges.is_empty());
    let feed = closed.send(get(FEED)).await;
    assert!(feed.status == 200 && !feed.text().contains("Lot fee"));
}

/// A new inventory is a new feed with a new tag; the document stays as it was.
#[tokio::test]
async fn a_new_export_changes_the_feed_alone() {
    let folder = Folder::demo();
    let running = Running::configured(config_sites::SITES, folder.files());
    let (document, feed) = (running.send(get(DOCUMENT)).await, running.send(get(FEED)).await);
    running.feeds.run(running.gateway.clock().now());
    assert_eq!(running.send(get(FEED)).await.header("etag"), feed.header("etag"));
    let export = String::from_utf8(demo_file(DENVER)).unwrap();
    folder.write(DENVER, export.replace("\"40400\"", "\"39900\"").as_bytes(), "2026-12-01T14:00:00Z");
    let outcomes = running.feeds.run(running.gateway.clock().now());
    assert!(outcomes.len() == 1 && outcomes[0].result.is_ok(), "{outcomes:?}");
    let after = running.send(get(FEED)).await;
    assert!(after.text().contains(",3990000,USD,"));
    assert_ne!(after.header("etag"), feed.header("etag"));
    assert_eq!(after.header("last-modified"), Some("Tue, 01 Dec 2026 14:00:00 GMT"));
    let same = running.send(get(DOCUMENT)).await;
    assert_eq!(
        (same.header("etag"), same.header("last-modified")),
        (document.header("etag"), document.header("last-modified"))
    );
}

/// Before the first export there is nothing to publish, and then there is.
#[tokio::test]
async fn nothing_is_published_before_the_first_export() {
    let folder = Folder::without_exports();
    let running = Running::configured(config_sites::SITES, folder.files());
    assert_eq!(running.send(get(FEED)).await.status, 404);
    folder.write(DENVER, &demo_file(DENVER), "2026-12-01T14:00:00Z");
    running.feeds.run(running.gateway.clock().now());
    assert_eq!(running.send(get(FEED)).await.status, 200);
}

/// A copy may be kept no longer than the feed's target, which is held against
/// the schedule: what cannot be kept is not published.
#[tokio::test]
async fn the_target_bounds_the_copy_and_needs_the_schedule() {
    let with = |seconds: u32, schedule: &str| {
        let publication = format!("access = {{}}\npublication = {{ export_schedule = \"{schedule}\" }}");
        of_dealer(move |config| {
            config.replace("access = { availability = \"public\" }", &publication).replacen(
                "timezone = \"America/Denver\"\n",
                &format!("timezone = \"America/Denver\"\nfreshness = {{ inventory_seconds = {seconds} }}\n"),
                1,
            )
        })
    };
    let quick = with(120, "every 2m");
    let got = quick.send(get(FEED)).await;
    assert_eq!((got.status, got.header("cache-control")), (200, Some("public, max-age=120")));
    let document = WellKnownReading::parse(&quick.send(get(DOCUMENT)).await.body).unwrap().document;
    assert_eq!(document.published_feed.freshness_sla_seconds.as_seconds(), 120);
    for (seconds, schedule) in [(3_600, "daily 02:00"), (86_400, "weekdays 02:00")] {
        assert_eq!(with(seconds, schedule).send(get(DOCUMENT)).await.status, 404, "{schedule}");
    }
}

#[test]
fn a_publication_that_makes_no_sense_is_a_problem_of_the_configuration() {
    let config = config_sites::SITES.replace(
        "access = { availability = \"public\" }",
        "publication = { export_schedule = \"sometimes\", base_url = \"cars\", adf = \"x\" }",
    );
    let files = Folder::demo().files();
    let errors =
        dealeragent_server::config::Config::read("dealeragent.toml", &config, &files, time(crate::support::NOW))
            .unwrap_err()
            .to_string();
    for part in ["organizations[0].publication.export_schedule", "every 6h", "publication.base_url", "publication.adf"]
    {
        assert!(errors.contains(part), "{part}: {errors}");
    }
}

impl Running {
    /// Two dealers at one site.
    fn demo_of_two() -> Self {
        let config = config_sites::SITES
            .replace("[[sites]]\npublic_url = \"https://south.example:8443\"\norganizations = [\"south\"]\n", "");
        let both = config.replace("organizations = [\"north\"]", "organizations = [\"north\", \"south\"]");
        Self::configured(&both, Folder::demo().files())
    }
}
