//! Rules between keys: of sites, and where other keys are wrong too.

use dealeragent_server::{
    config::{Config, ConfigErrors},
    demo,
    files::Files,
};

use crate::{
    config_good::SMALL,
    support::{NOW, folder::Folder, time},
};

fn read(text: &str) -> Result<Config, ConfigErrors> {
    Config::read("dealeragent.toml", text, &Files::Demo, time(NOW))
}

/// Key and message of every problem.
fn problems(text: &str) -> Vec<(String, String)> {
    let errors = read(text).err().map_or_else(Vec::new, |errors| errors.problems);
    errors.into_iter().map(|problem| (problem.key, problem.message)).collect()
}

/// The one problem of a text.
fn only(text: &str) -> (String, String) {
    let mut found = problems(text);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

fn organization(id: &str, rooftop: &str) -> String {
    format!(
        "[[organizations]]\nid = \"{id}\"\nname = \"{id}\"\n[[organizations.rooftops]]\nid = \"{rooftop}\"\n\
        name = \"x\"\ntimezone = \"Europe/Berlin\"\ndepartments = [\"sales\"]\n\
        address = {{ lines = [\"x\"], locality = \"Ulm\", country = \"DE\" }}\n"
    )
}

fn site(url: &str, organizations: &str) -> String {
    format!("[[sites]]\npublic_url = \"{url}\"\norganizations = {organizations}\n")
}

const CHARGE: &str = "[[organizations.rooftops.charges]]\nid = \"fee\"\nname = \"Fee\"\namount = \"1.00\"\n\
    currency = \"EUR\"\npayee = \"dealer\"\nincluded_in_advertised_price = true\n";

fn feed(more: &str) -> String {
    format!(
        "[[feeds]]\nid = \"export\"\norganization = \"small\"\nrooftop = \"main\"\nprofile = \"vauto\"\n\
        path = \"x.csv\"\ncurrency = \"EUR\"\nprice_column = \"Price\"\n\
        price_includes_required_charges = false\n{more}"
    )
}

/// What no site serves, nobody could reach.
#[test]
fn each_organization_has_a_site() {
    let text = format!("{SMALL}{}{}", organization("other", "there"), site("https://a.example", "[\"small\"]"));
    let (key, message) = only(&text);
    assert_eq!((key.as_str(), message.as_str()), ("organizations[1].id", "no site serves this organization"));
}

#[test]
fn sites_are_told_apart_by_host_alone() {
    for (place, text) in [
        ("sites[0].public_url", format!("{SMALL}{}", site("https://a.example/cars", "[\"small\"]"))),
        ("server.public_url", format!("[server]\npublic_url = \"https://a.example/cars\"\n{SMALL}")),
    ] {
        let (key, message) = only(&text);
        assert_eq!(key, place);
        assert!(message.contains("must have no path"), "{message}");
    }
    // The scheme's own port is no difference.
    let text =
        format!("{SMALL}{}{}", site("https://a.example", "[\"small\"]"), site("https://A.example:443/", "[\"small\"]"));
    assert_eq!(only(&text).1, "another site has this host already");
}

#[test]
fn rooftop_ids_are_unique_within_each_site() {
    let two = format!("{SMALL}{}", organization("other", "main"));
    let taken = ("organizations[1].rooftops[0].id".to_owned(), "another rooftop has this id already".to_owned());
    assert_eq!(only(&two), taken, "one site serves both");
    let (small, other) = (site("https://a.example", "[\"small\"]"), site("https://b.example", "[\"other\"]"));
    assert!(read(&format!("{two}{small}{other}")).is_ok(), "each has its own");
    // Beside its own site each is on a third one with the other.
    let both = site("https://c.example", "[\"other\", \"small\"]");
    assert_eq!(only(&format!("{two}{small}{other}{both}")), taken);
}

#[test]
fn a_template_must_make_addresses() {
    for (template, why) in [
        ("http://small.example/{stock}", "public https address"),
        ("https://small.example/cars", "neither {stock} nor {vin}"),
        ("small.example/{vin}", "public https address"),
        ("https://small.example/{stock}/{model}", "public https address"),
    ] {
        let (key, message) = only(&format!("{SMALL}{}", feed(&format!("listing_url_template = \"{template}\"\n"))));
        assert_eq!(key, "feeds[0].listing_url_template");
        assert!(message.contains(why) && message.contains("write it like https://"), "{template}: {message}");
    }
    assert!(read(&format!("{SMALL}{}", feed("listing_url_template = \"https://x.example/{vin}\"\n"))).is_ok());
}

/// One wrong key, and everything that is wrong between the others.
#[test]
fn a_wrong_key_hides_nothing_between_the_others() {
    let closed = "access = { dealer = \"closed\", inventory = \"closed\", availability = \"closed\", \
        pricing = \"closed\", used_vehicles = \"closed\" }\nincentives = [\"none.toml\"]\n";
    let charge = CHARGE.replace("1.00", "1.005");
    let text = format!(
        "[server]\nrefresh_seconds = 0\n{}{charge}{charge}{}{}",
        SMALL.replace("id = \"small\"\n", &format!("id = \"small\"\n{closed}")),
        feed("listing_url_template = \"x\"\n"),
        feed("").replace("vauto", "none"),
    );
    let keys: Vec<String> = problems(&text).into_iter().map(|(key, _)| key).collect();
    let wanted = [
        "server.refresh_seconds",
        "organizations[0].access",
        "organizations[0].incentives[0]",
        "organizations[0].rooftops[0].charges[0].amount",
        "organizations[0].rooftops[0].charges[1].id",
        "organizations[0].rooftops[0].charges[1].amount",
        "feeds[0].listing_url_template",
        "feeds[1].id",
        "feeds[1].profile",
    ];
    assert_eq!(keys, wanted);
}

/// Price source and charges are held together even where the server's own keys
/// are wrong.
#[test]
fn charges_are_held_against_feeds_beside_other_problems() {
    let text = format!("[server]\nlisten = 1\n{SMALL}{CHARGE}{}", feed(""));
    let keys: Vec<String> = problems(&text).into_iter().map(|(key, _)| key).collect();
    assert_eq!(keys, ["server.listen", "feeds[0].price_includes_required_charges"]);
}

/// What may be there, but cannot be read, is not called missing too.
#[test]
fn no_problem_follows_from_another() {
    let nameless = SMALL.replacen("id = \"small\"\n", "", 1);
    let text = format!("{nameless}{}{}", feed(""), site("https://a.example", "[\"small\"]"));
    assert_eq!(only(&text), ("organizations[0]".to_owned(), "`id` is required".to_owned()));
    let text = format!("{}{}", SMALL.replace("id = \"main\"", "id = 1"), feed(""));
    assert_eq!(only(&text).0, "organizations[0].rooftops[0].id");
}

/// Patterns are told in words.
#[test]
fn forms_are_told_in_words() {
    let text = format!(
        "{SMALL}languages = [\"english\"]\n[[organizations.rooftops.hours]]\nday = \"monday\"\nopens = \"9:00\"\ncloses = \"24:00\"\n"
    );
    let messages: Vec<String> = problems(&text).into_iter().map(|(_, message)| message).collect();
    let clock = "must be a time of day on a 24-hour clock, such as 09:00";
    assert_eq!(messages, ["must be a language, such as en or fr-CA", clock, clock]);
}

/// Each fault of a file with offers, under that file's name.
#[test]
fn faults_of_offers_stand_under_their_file() {
    let folder = Folder::demo();
    let text = String::from_utf8(crate::support::folder::demo_file("incentives.toml")).unwrap();
    let first = text.lines().find(|line| line.starts_with("id = ")).unwrap().to_owned();
    let second = text.lines().filter(|line| line.starts_with("id = ")).nth(1).unwrap();
    let broken = text.replace(second, &first).replacen("amount = \"", "amount = \"-", 1);
    folder.write("incentives.toml", broken.as_bytes(), NOW);
    let config = demo::CONFIG.replace("listen = \"127.0.0.1:8484\"", "listen = \"nowhere\"");
    let errors = Config::read("dealeragent.toml", &config, &folder.files(), time(NOW)).unwrap_err();
    let found: Vec<(Option<&str>, bool, &str)> = errors
        .problems
        .iter()
        .map(|problem| (problem.file.as_deref(), problem.line.is_some(), problem.key.as_str()))
        .collect();
    let offers = Some("incentives.toml");
    assert_eq!(found.len(), 3, "{errors}");
    assert_eq!(found[0], (None, true, "server.listen"));
    assert!(found.contains(&(offers, true, "incentives[1].id")), "{errors}");
    assert!(found.iter().any(|(file, line, key)| *file == offers && *line && key.ends_with("].amount")), "{errors}");
}

/// What an issuer is held to must be there, and its own lines within it.
#[test]
fn an_issuer_is_held_to_organizations_of_the_file() {
    let issuer = |more: &str| format!("{SMALL}[[issuers]]\nissuer = \"https://login.example\"\n{more}");
    assert_eq!(problems(&issuer("organizations = [\"small\"]\n")), []);
    let (key, message) = only(&issuer("organizations = [\"small\", \"smal\"]\n"));
    assert_eq!(key, "issuers[0].organizations[1]");
    assert!(message.contains("does not have"), "{message}");
    let other = organization("other", "there");
    let foreign = "organizations = [\"small\"]\n[[issuers.grants]]\norganization = \"other\"\n";
    let (key, message) = only(&format!("{}{other}", issuer(foreign)));
    assert_eq!(key, "issuers[0].grants[0].organization");
    assert!(message.contains("may speak for"), "{message}");
    let (key, message) = only(&issuer("scope_names = { \"two words\" = \"dealeragent:inventory:read\" }\n"));
    assert_eq!(key, "issuers[0].scope_names");
    assert!(message.contains("one word"), "{message}");
}
