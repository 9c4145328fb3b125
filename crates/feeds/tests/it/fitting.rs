//! What a file's start tells: its header, and the profiles that this fits.

use dealeragent_feeds::{FileFault, Limits, Profile, ProfileFault, Reading, fitting, sample, suggest};

use crate::support;

fn start(name: &str) -> dealeragent_feeds::Sample {
    sample(&support::sample(name)[..], Reading::default(), Limits::default()).unwrap()
}

/// Each sample of a built-in profile fits that one and no other.
#[test]
fn a_header_that_one_profile_fits() {
    for (name, profile) in [
        ("b23_vauto_style.csv", "vauto"),
        ("b21_google_vehicle_listing.csv", "google-vehicles"),
        ("australia.csv", "australia"),
        ("inventory_csv.csv", "inventory-csv"),
        ("dealer_com.csv", "dealer-com"),
    ] {
        let start = start(name);
        assert!(start.is_headed, "{name}");
        assert_eq!(fitting(&start.header), [profile], "{name}: {:?}", start.header);
    }
}

#[test]
fn a_header_that_none_or_several_fit() {
    let header = |names: &str| names.split(',').map(str::to_owned).collect::<Vec<_>>();
    assert!(fitting(&header("Fahrgestellnummer,Marke,Modell")).is_empty());
    assert!(fitting(&header("VIN,Year,Make,Model")).is_empty(), "nothing says new or used");
    // A price column of another profile's name makes no other profile of it.
    let names = "Stock #,VIN,New/Used,Year,Make,Model,Odometer,Price,Internet Price,Vehicle Detail Link,Status";
    assert_eq!(fitting(&header(names)), ["vauto"]);
    // Two languages under the same names: only the cells differ.
    for name in ["edealer_en.csv", "edealer_fr.csv"] {
        assert_eq!(fitting(&start(name).header), ["edealer-en", "edealer-fr"]);
    }
    // Its `condition` is a grade (B35), so nobody may pick for the operator.
    assert_eq!(fitting(&start("meta_automotive.csv").header), ["google-vehicles", "meta-automotive"]);
}

#[test]
fn a_file_without_a_header_is_told() {
    let start = start("carsforsale.txt");
    assert!(!start.is_headed);
    assert_eq!(start.header.len(), 20);
    let fault = sample(&support::sample("a20_html_error_page.csv")[..], Reading::default(), Limits::default());
    assert!(matches!(fault, Err(FileFault::Document { .. })));
    assert_eq!(sample(&b""[..], Reading::default(), Limits::default()), Err(FileFault::Empty));
}

/// The proposal bears every column with its verdict; cells of private columns
/// are in none of its lines.
#[test]
fn a_proposal_accounts_for_every_column() {
    let start = start("b24_homenet_style.csv");
    let found = suggest(&start.header, &start.rows);
    let toml = found.to_toml("mine", "Mine");
    for column in &found.columns {
        assert!(toml.lines().any(|line| line.starts_with(&format!("#   {}: ", column.name))), "{}", column.name);
    }
    assert!(toml.contains("private, never read"), "{toml}");
    assert!(Profile::parse(&toml).is_ok());
}

/// A fault of a profile has the line that it is about.
#[test]
fn faults_of_profiles_have_lines() {
    let head = "id = \"mine\"\ntitle = \"Mine\"\nextends = \"vauto\"\n";
    for (text, line, part) in [
        ("id = \"mine\"\ntitle = \n".to_owned(), Some(2), "not a valid profile"),
        ("id = \"mine\"\ntitle = \"x\"\nextend = \"vauto\"\n".to_owned(), Some(3), "unknown field `extend`"),
        ("id = \"Mine!\"\ntitle = \"x\"\nextends = \"vauto\"\n".to_owned(), Some(1), "`id`"),
        ("id = \"mine\"\n# extends\ntitle = \"x\"\nextends = \"vautoo\"\n".to_owned(), Some(4), "vautoo"),
        (format!("{head}[columns]\nmake = [\"Maker\"]\nmodel = [\"maker\"]\n"), Some(6), "stands for both"),
        (format!("{head}[columns]\nmake = [\"Invoice\"]\n"), Some(5), "private"),
        (format!("{head}[values.condition]\nnewish = [\"N\"]\n"), Some(5), "newish"),
        (format!("{head}[separators]\nimages = \"x\"\n"), Some(5), "[separators]"),
        (format!("{head}date_formats = [\"%d/%m/%Y\", \"%m/%d/%Y\"]\n"), Some(4), "different days"),
        (format!("{head}[rooftops]\n"), Some(4), "takes one of"),
        (format!("{head}[rooftops]\nhosts = {{ \"a.example\" = \"no id!\" }}\n"), Some(5), "no rooftop id"),
        ("id = \"mine\"\ntitle = \"x\"\n[columns]\nvin = [\"VIN\"]\n".to_owned(), Some(3), "needs at least one"),
        (format!("{head}positions = [\"VIN\"]\n"), Some(4), "`positions`"),
    ] {
        let fault: ProfileFault = Profile::parse(&text).unwrap_err();
        assert!(fault.to_string().contains(part), "{fault}\n{text}");
        assert_eq!(fault.line(&text), line, "{fault}\n{text}");
    }
}

#[test]
fn what_a_profile_asks_of_the_settings() {
    let profile = |id: &str| Profile::built_in(id).unwrap().unwrap();
    assert!(profile("vauto").needs_zone() && !profile("inventory-csv").needs_zone());
    assert!(!profile("carsforsale").needs_zone(), "it has no date");
    assert!(profile("inventory-csv").checks_owner() && !profile("vauto").checks_owner());
    assert!(profile("schema-org").is_document() && !profile("homenet").is_document());
    for id in Profile::built_in_ids() {
        let source = Profile::built_in_source(id).unwrap();
        assert_eq!(Profile::parse(source).unwrap().id(), *id);
    }
}
