//! The keys of a feed.

use std::collections::BTreeMap;

use dealeragent_feeds::decode::DeclaredEncoding;
use dealeragent_protocol::values::{Currency, DistanceUnit, OrganizationId, RooftopId, Text, TimeOfDay, TimeZoneName};
use dealeragent_sources::{Every, FolderSection, S3Section, SftpSection, UrlSection};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{GraceSection, GuardSection, RoleWord};
use crate::config::number::Number;

/// `[[feeds]]`. The profile and the rooftops are resolved from the raw file (see
/// `config::profiles`); here they are held to their shape. What is missing here and usual for the profile is the
/// profile's; what neither says is a problem that is reported.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::config) struct FeedSection {
    pub(in crate::config) id: Text<1, 80>,
    pub(in crate::config) organization: OrganizationId,
    /// The rooftop of every row; left out where `rooftops` tells them apart.
    #[serde(default)]
    #[expect(dead_code, reason = "resolved from the raw file")]
    pub(in crate::config) rooftop: Option<RooftopId>,
    #[serde(default)]
    #[expect(dead_code, reason = "resolved from the raw file")]
    pub(in crate::config) rooftops: Option<RooftopsSection>,
    #[serde(default)]
    #[expect(dead_code, reason = "resolved from the raw file")]
    pub(in crate::config) profile: Option<Text<1, 80>>,
    #[serde(default)]
    #[expect(dead_code, reason = "resolved from the raw file")]
    pub(in crate::config) profile_file: Option<Text<1, 500>>,
    #[serde(default)]
    pub(in crate::config) path: Option<Text<1, 500>>,
    #[serde(default)]
    pub(in crate::config) folder: Option<FolderSection>,
    #[serde(default)]
    pub(in crate::config) url: Option<UrlSection>,
    #[serde(default)]
    pub(in crate::config) sftp: Option<SftpSection>,
    #[serde(default)]
    pub(in crate::config) s3: Option<S3Section>,
    #[serde(default)]
    pub(in crate::config) every: Option<Every>,
    #[serde(default)]
    pub(in crate::config) daily_at: Option<Vec<TimeOfDay>>,
    #[serde(default)]
    pub(in crate::config) currency: Option<Currency>,
    #[serde(default)]
    pub(in crate::config) odometer_unit: Option<DistanceUnit>,
    #[serde(default)]
    pub(in crate::config) time_zone: Option<TimeZoneName>,
    #[serde(default)]
    pub(in crate::config) price_column: Option<Text<1, 120>>,
    pub(in crate::config) price_includes_required_charges: bool,
    #[serde(default)]
    pub(in crate::config) price_label: Option<Text<1, 120>>,
    #[serde(default)]
    pub(in crate::config) listing_url_template: Option<Text<1, 500>>,
    #[serde(default)]
    pub(in crate::config) evidence: Vec<Text<1, 500>>,
    #[serde(default)]
    pub(in crate::config) source_name: Option<Text<1, 128>>,
    #[serde(default)]
    pub(in crate::config) reading: ReadingSection,
    #[serde(default)]
    pub(in crate::config) limits: FeedLimitsSection,
    #[serde(default)]
    pub(in crate::config) guard: GuardSection,
    #[serde(default)]
    pub(in crate::config) grace: GraceSection,
    #[serde(default)]
    pub(in crate::config) role: Option<RoleWord>,
}

/// `reading = { encoding = "iso-8859-15", delimiter = "semicolon", strict = true }`
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::config) struct ReadingSection {
    pub(in crate::config) encoding: Option<DeclaredEncoding>,
    pub(in crate::config) delimiter: Option<DelimiterWord>,
    pub(in crate::config) strict: bool,
}

/// What separates columns, as it is written here.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::config) enum DelimiterWord {
    Comma,
    Semicolon,
    Tab,
    Pipe,
}

/// `limits = { file_mib = 50, rows = 20000 }`: caps on what is read.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::config) struct FeedLimitsSection {
    /// Files are read whole up to 512 MiB; none is longer.
    pub(in crate::config) file_mib: Option<Number<1, 512>>,
    pub(in crate::config) unpacked_mib: Option<Number<1, 4_096>>,
    pub(in crate::config) rows: Option<Number<1, 20_000_000>>,
    pub(in crate::config) columns: Option<Number<2, 10_000>>,
    pub(in crate::config) record_kib: Option<Number<1, 65_536>>,
    pub(in crate::config) cell_kib: Option<Number<1, 16_384>>,
}

/// `rooftops = { column = "store_code", map = { "MP1" = "north" } }`, or
/// `rooftops = { hosts = { "north.example" = "north" } }`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(in crate::config) struct RooftopsSection {
    pub(in crate::config) column: Option<Text<1, 120>>,
    pub(in crate::config) map: Option<BTreeMap<String, RooftopId>>,
    pub(in crate::config) hosts: Option<BTreeMap<String, RooftopId>>,
}
