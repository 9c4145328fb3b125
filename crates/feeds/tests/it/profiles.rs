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

#[test]
fn a_profile_changes_what_it_extends_word_by_word() {
    let own = "id = \"mine\"\ntitle = \"Mine\"\nextends = \"vauto\"\nprivate = [\"Lot Notes\"]\nlocale = \"us\"\n\
               [columns]\nstock = [\"Unit\"]\n[values.condition]\ndemo = [\"Loaner\"]\n";
    let profile = Profile::parse(own).unwrap();
    let text = "VIN,Unit,New/Used,Year,Make,Model,Price,Vehicle Detail Link,Lot Notes,Disposition\n\
                9ZZDAPT10RA000001,B7,Loaner,2024,Testla,Modelo,18995,https://cars.example.com/v,secret,R\n\
                9ZZDAPT12RA000002,B8,U,2024,Testla,Modelo,18995,https://cars.example.com/v,secret,W\n\
                9ZZDAPT14RA000003,B9,Demo,2024,Testla,Modelo,18995,https://cars.example.com/v,secret,R\n";
    let import = dealeragent_feeds::import(text.as_bytes(), &profile, &crate::support::settings()).unwrap();
    assert_eq!(import.listings[0].stock_number.as_ref().unwrap().as_str(), "B7");
    assert_eq!(import.listings[0].condition.as_str(), "demo");
    assert_eq!(import.report.dropped.get("wholesale"), Some(&1), "the base's rules stay");
    assert_eq!(import.report.rejected, 1, "`Demo` was said anew, so the base's codes for it are gone");
    assert_eq!(import.report.columns.private, ["Lot Notes"]);
}

#[test]
fn faults_of_what_is_new_in_profiles_are_named() {
    let fault = |more: &str| Profile::parse(&format!("id = \"x\"\ntitle = \"X\"\n{more}")).unwrap_err().to_string();
    let unknown = fault("extends = \"nothing\"");
    assert!(
        unknown.starts_with("`extends`: \"nothing\" is no built-in profile; those are vauto, homenet"),
        "{unknown}"
    );
    assert!(fault("extends = \"vauto\"\nshape = \"xml\"").contains("xml needs `xml_record`"));
    assert!(fault("extends = \"vauto\"\nshape = \"json\"\njson_records = \"a/b\"").contains("is a JSON Pointer"));
    assert!(fault("extends = \"vauto\"\nxml_record = \"a\"").contains("`xml_record` with xml"));
    assert!(fault("extends = \"vauto\"\nlocale = \"mars\"").contains("locale"));
    assert!(fault("extends = \"vauto\"\n[price_labels]\nPrice = \"\"").contains("the label of \"Price\""));
    assert!(fault("extends = \"vauto\"\n[images]\nplaceholders = [\" \"]").contains("[images] placeholders"));
    assert!(fault("extends = \"english-words\"").contains("`vin` needs at least one column name"));
    assert!(fault("extends = \"vauto\"\n[constants]\ncondition = \"fine\"").contains("condition"));
}
