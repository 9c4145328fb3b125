//! `--help` is a manual: it shows examples and exit codes.

use crate::support::run;

fn help(arguments: &[&str]) -> String {
    let said = run(&[arguments, &["--help"]].concat());
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{arguments:?}");
    said.out
}

#[test]
fn the_program_names_its_commands() {
    let text = help(&[]);
    for command in ["serve", "call", "config", "publish", "token", "delegation", "feed", "init", "listing", "rooftop"] {
        assert!(text.lines().any(|line| line.trim_start().starts_with(command)), "{command} is not in {text}");
    }
}

#[test]
fn commands_show_examples() {
    for (command, examples) in [
        ("serve", ["dealeragent serve --config dealeragent.toml", "dealeragent serve --stdio"]),
        ("init", ["dealeragent init inventory.csv", "--answers answers.toml --yes"]),
        ("publish", ["--base-url https://cars.example", "dealeragent publish snippets --for nginx"]),
        ("listing", ["dealeragent listing hide hill-street", "dealeragent listing hidden"]),
        ("rooftop", ["dealeragent rooftop pause hill-street", "dealeragent rooftop paused"]),
        ("call", ["dealeragent call get_manifest", "dealeragent call search '{\"organization_id\":"]),
    ] {
        let text = help(&[command]);
        assert!(text.contains("Examples:"), "{text}");
        for example in examples {
            assert!(text.contains(example), "`{example}` is not in {text}");
        }
    }
}

/// Whoever issues credentials finds out from the help alone how it is done.
#[test]
fn commands_for_credentials_show_examples() {
    for (command, example) in [
        (&["token"][..], "dealeragent token revoke --agent acme-bot"),
        (&["token", "issue"], "TOKEN=$(dealeragent token issue --agent acme-bot"),
        (&["token", "revoke"], "dealeragent token revoke 01M8QEWPS8G8B4E5ZVAH940460"),
        (&["token", "rotate-key"], "dealeragent token rotate-key --now"),
        (&["delegation"], "dealeragent delegation create --issuer 'group office'"),
        (&["delegation", "create"], "--until 2027-03-01T00:00:00Z"),
    ] {
        let text = help(command);
        assert!(text.contains("Examples:") && text.contains(example), "`{example}` is not in {text}");
    }
    let text = help(&["token", "issue"]);
    for value in
        ["dealeragent:inventory:read", "dealeragent.inventory.read/0.1", "shopping_assistance", "[default: 1h]"]
    {
        assert!(text.contains(value), "`{value}` is not in {text}");
    }
}

#[test]
fn exit_codes_are_stated() {
    for command in [
        &["call"][..],
        &["config", "check"],
        &["publish"],
        &["token"],
        &["delegation"],
        &["feed", "check"],
        &["feed", "convert"],
        &["feed", "profile", "suggest"],
        &["feed", "rejects"],
        &["listing"],
        &["rooftop"],
        &["init"],
    ] {
        let text = help(command);
        assert!(text.contains("Exit codes: 0 ") && text.contains("1 ") && text.contains("2 "), "{text}");
    }
}

#[test]
fn the_version_is_the_packages() {
    let said = run(&["--version"]);
    assert_eq!(said.out.trim(), format!("dealeragent {}", env!("CARGO_PKG_VERSION")));
}

#[test]
fn no_command_is_no_success() {
    let said = run(&[]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("serve"), "{}", said.err);
}
