//! For which gateway a token is.

use serde_json::json;

use crate::support::{
    SMALL, configured,
    credentials::{DataFolder, decoded, issue_for},
    run,
};

/// `aud` and `iss` of a token of the demo, where it gets one.
fn demo(audience: &str) -> Result<(String, String), String> {
    let said = DataFolder::new().run(&[&issue_for("acme-bot")[..], &["--audience", audience]].concat());
    if said.code != 0 {
        return Err(said.err);
    }
    let (_, claims) = decoded(said.out.trim());
    Ok((claims["aud"].as_str().unwrap().to_owned(), claims["iss"].as_str().unwrap().to_owned()))
}

#[test]
fn a_gateway_on_another_port_is_named() {
    for endpoint in ["", "/mcp", "/mcp/compat"] {
        let base = "http://127.0.0.1:9191";
        assert_eq!(demo(&format!("{base}{endpoint}")), Ok((format!("{base}{endpoint}"), base.to_owned())));
    }
    assert_eq!(demo("http://127.0.0.1:9191/").unwrap().0, "http://127.0.0.1:9191");
}

#[test]
fn another_gateway_is_refused() {
    for audience in
        ["https://127.0.0.1:9191", "http://10.0.0.1:9191", "https://dealer.example", "http://127.0.0.1:1/x", "x"]
    {
        let said = demo(audience).unwrap_err();
        assert!(said.contains("--audience"), "{audience}: {said}");
    }
}

/// The public address, the data folder and the dealer of a configuration.
#[test]
fn a_configured_gateway_goes_by_its_public_address() {
    let server = "[server]\npublic_url = \"https://small.example\"\ndata_dir = \"state\"\n";
    let (folder, path) = configured(&format!("{server}{SMALL}"));
    let config = path.to_str().unwrap();
    let order = ["token", "issue", "--agent", "a", "--organization", "small", "--rooftop", "main", "--config", config];
    let said = run(&order);
    assert_eq!(said.code, 0, "{said:?}");
    let (_, claims) = decoded(said.out.trim());
    assert_eq!((&claims["aud"], &claims["iss"]), (&json!("https://small.example"), &json!("https://small.example")));
    assert!(folder.path().join("state").join("keys").join("ring.json").is_file());
    assert!(said.err.contains("state is new"), "{}", said.err);

    let said = run(&[&order[..], &["--audience", "https://small.example/mcp"]].concat());
    assert_eq!(decoded(said.out.trim()).1["iss"], "https://small.example");
    assert!(!said.err.contains("is new"), "{}", said.err);
    let said = run(&[&order[..], &["--audience", "http://127.0.0.1:8484"]].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("use https://small.example, with or without /mcp"), "{}", said.err);
    let said = run(&["token", "list", "--config", config]);
    assert_eq!((said.code, said.out.lines().count()), (0, 2));
}

#[test]
fn a_dealer_of_several_sites_needs_an_audience() {
    let sites = "
[[sites]]
public_url = \"https://one.example\"
organizations = [\"small\"]

[[sites]]
public_url = \"https://two.example\"
organizations = [\"small\"]
";
    let (folder, path) = configured(&format!("{SMALL}{sites}"));
    let (config, data) = (path.to_str().unwrap(), folder.path().to_str().unwrap());
    let order = [
        "token",
        "issue",
        "--agent",
        "a",
        "--organization",
        "small",
        "--rooftop",
        "main",
        "--config",
        config,
        "--data-dir",
        data,
    ];
    let said = run(&order);
    assert_eq!(said.code, 2);
    for part in ["https://one.example", "https://two.example", "--audience"] {
        assert!(said.err.contains(part), "`{part}` is not in {}", said.err);
    }
    let said = run(&[&order[..], &["--audience", "https://two.example"]].concat());
    assert_eq!(decoded(said.out.trim()).1["iss"], "https://two.example", "{said:?}");
}

#[test]
fn a_broken_configuration_is_told_in_full() {
    let (folder, path) = configured(&SMALL.replace("timezone", "timezome"));
    let data = folder.path().to_str().unwrap();
    let order = ["token", "issue", "--agent", "a", "--organization", "small", "--rooftop", "main", "--data-dir", data];
    let said = run(&[&order[..], &["--config", path.to_str().unwrap()]].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("did you mean `timezone`?"), "{}", said.err);
}
