//! A configuration in the making, and its text.

use std::path::PathBuf;

use dealeragent_protocol::values::{Currency, DistanceUnit};

/// A dealer with its rooftops and exports.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) operator: String,
    pub(super) organization_id: String,
    pub(super) organization_name: String,
    pub(super) rooftops: Vec<RooftopDraft>,
    pub(super) feeds: Vec<FeedDraft>,
}

#[derive(Debug)]
pub(super) struct RooftopDraft {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) website: Option<String>,
    pub(super) zone: String,
    pub(super) lines: Vec<String>,
    pub(super) locality: String,
    pub(super) region: Option<String>,
    pub(super) postal_code: Option<String>,
    pub(super) country: String,
}

#[derive(Debug)]
pub(super) struct FeedDraft {
    pub(super) id: String,
    pub(super) rooftop: String,
    /// The export, relative to the configuration where it lies beneath it.
    pub(super) path: PathBuf,
    pub(super) profile: ProfileDraft,
    pub(super) currency: Currency,
    pub(super) odometer_unit: Option<DistanceUnit>,
    pub(super) price_column: String,
    pub(super) includes: bool,
    pub(super) url_template: Option<String>,
}

#[derive(Debug)]
pub(super) enum ProfileDraft {
    BuiltIn(String),
    File(PathBuf),
}

impl Draft {
    /// The configuration file, with a comment on each key that may be changed.
    pub(super) fn to_toml(&self) -> String {
        let mut out = format!(
            "# Written by `dealeragent init`. `dealeragent config check` checks it; docs/operators.md explains\n\
             # every key. Paths are relative to this file.\n\n\
             [server]\n\
             # Only this machine can connect. Before others may: a certificate ([server.tls]) or a proxy with TLS.\n\
             listen = \"127.0.0.1:8484\"\n\
             # What must last (the audit, tokens' records, keys) is kept in this folder.\n\
             # data_dir = \"data\"\n\n\
             # Who runs the gateway.\n\
             [operator]\n\
             name = {}\n\n\
             [[organizations]]\n\
             # Agents see ids in every answer: keep them.\n\
             id = {}\n\
             name = {}\n",
            quoted(&self.operator),
            quoted(&self.organization_id),
            quoted(&self.organization_name),
        );
        for rooftop in &self.rooftops {
            out += &rooftop.to_toml(self.feeds.iter().find(|feed| feed.rooftop == rooftop.id));
        }
        for feed in &self.feeds {
            out += &feed.to_toml(&self.organization_id);
        }
        out
    }
}

impl RooftopDraft {
    fn to_toml(&self, feed: Option<&FeedDraft>) -> String {
        let Self { id, name, website, zone, lines, locality, region, postal_code, country } = self;
        let mut out = format!("\n[[organizations.rooftops]]\nid = {}\nname = {}\n", quoted(id), quoted(name));
        if let Some(website) = website {
            out += &format!("website = {}\n", quoted(website));
        }
        out += &format!(
            "# Dates without a zone in this rooftop's exports are read in this zone.\ntimezone = {}\n",
            quoted(zone)
        );
        let lines: Vec<String> = lines.iter().map(|line| quoted(line)).collect();
        let mut address = vec![format!("lines = [{}]", lines.join(", ")), format!("locality = {}", quoted(locality))];
        address.extend(region.as_ref().map(|region| format!("region = {}", quoted(region))));
        address.extend(postal_code.as_ref().map(|code| format!("postal_code = {}", quoted(code))));
        address.push(format!("country = {}", quoted(country)));
        out += &format!("address = {{ {} }}\n", address.join(", "));
        out += "# Of sales, internet_sales, service and parts.\ndepartments = [\"sales\"]\n";
        if let Some(feed) = feed {
            let (currency, included) = (feed.currency.code(), feed.includes);
            out += &format!(
                "\n# The charges that every buyer pays; without this, answers say that they are not on record.\n\
                 # [[organizations.rooftops.charges]]\n# id = \"documentation-fee\"\n# name = \"Documentation fee\"\n\
                 # amount = \"0.00\"\n# currency = {}\n# payee = \"dealer\"\n# included_in_advertised_price = {included}\n",
                quoted(currency)
            );
        }
        out
    }
}

impl FeedDraft {
    fn to_toml(&self, organization: &str) -> String {
        let mut out = format!(
            "\n[[feeds]]\nid = {}\norganization = {}\nrooftop = {}\npath = {}\n",
            quoted(&self.id),
            quoted(organization),
            quoted(&self.rooftop),
            quoted(&self.path.display().to_string()),
        );
        out += &match &self.profile {
            ProfileDraft::BuiltIn(id) => format!("profile = {}\n", quoted(id)),
            ProfileDraft::File(path) => format!("profile_file = {}\n", quoted(&path.display().to_string())),
        };
        out += &format!("currency = {}\n", quoted(self.currency.code()));
        if let Some(unit) = self.odometer_unit {
            out += &format!("odometer_unit = {}\n", quoted(unit.as_str()));
        }
        out += &format!(
            "# The one column with the price that you advertise; no other stands in.\nprice_column = {}\n\
             # Whether that price holds the charges that every buyer pays.\nprice_includes_required_charges = {}\n",
            quoted(&self.price_column),
            self.includes,
        );
        if let Some(template) = &self.url_template {
            out += &format!("listing_url_template = {}\n", quoted(template));
        }
        out
    }
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
