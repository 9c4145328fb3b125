//! Profiles are data, and their mistakes are named.

use dealeragent_feeds::Profile;

use crate::support::SMALL;

fn fault(from: &str, to: &str) -> String {
    assert!(SMALL.contains(from), "{from}");
    Profile::parse(&SMALL.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn built_in_profiles_are_whole() {
    assert!(["inventory-csv", "vauto", "homenet"].iter().all(|id| Profile::built_in_ids().contains(id)));
    for id in Profile::built_in_ids() {
        let profile = Profile::built_in(id).unwrap().unwrap();
        assert_eq!(profile.id(), *id);
        assert!(!profile.title().is_empty());
    }
    assert!(Profile::built_in("nothing").is_none());
}

#[test]
fn mistakes_are_named() {
    let unknown = fault("title =", "tilte =");
    assert!(unknown.contains("tilte") && unknown.contains("line 3"), "{unknown}");
    assert!(fault("vin = [\"VIN\"]", "vim = [\"VIN\"]").contains("vim"));
    assert_eq!(fault("id = \"small\"", "id = \"Big One\""), "`id` must be 1 to 64 lower-case letters, digits or `-`");
    assert_eq!(fault("make = [\"Make\"]", "make = []"), "[columns]: `make` needs at least one column name");
    assert_eq!(
        fault("model = [\"Model\"]", "model = [\"M A K E\"]"),
        "[columns]: \"M A K E\" stands for both `make` and `model`"
    );
    assert_eq!(
        fault("stock = [\"Stock\"]", "stock = [\"Key_Code\"]"),
        "[columns] `stock`: \"Key_Code\" is a private column and is never read"
    );
    assert_eq!(fault("[\"Stock\"]", "[\" # \"]"), "[columns]: \" # \" has no letter or digit to compare by");
    assert_eq!(
        fault("sold = [\"Sold\"]", "gone = [\"Sold\"]"),
        "[values.status]: `gone` is unknown; known are available, in_transit, on_hold, pending_sale, sold, \
         unavailable, unknown"
    );
    assert_eq!(
        fault("sold = [\"Sold\"]", "sold = [\"in-stock\"]"),
        "[values.status]: \"in-stock\" stands for both `available` and `sold`"
    );
    assert_eq!(
        fault("features = \"|\"", "features = \"x\""),
        "[separators] `features`: \"x\" cannot separate a list; use one of | , ; ~ ^"
    );
    let empty = "[[drop]]\ncolumn = \"Kind\"\nvalues = []\nreason = \"fleet\"\n[separators]";
    assert_eq!(fault("[separators]", empty), "[[drop]] for \"Kind\" needs at least one value and a reason");
}
