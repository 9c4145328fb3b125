//! Object stores.

use url::Url;

use super::pattern;
use crate::{
    KeyFault, S3Section, SecretRef, SourcePlan,
    keys::S3Style,
    plan::Kind,
    s3::{S3Pick, S3Plan},
};

pub(crate) fn of_s3(section: &S3Section) -> Result<SourcePlan, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let is_bucket = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '.' | '_');
    if !section.bucket.as_str().chars().all(is_bucket) {
        faults.push(KeyFault::new("s3.bucket", "write the bucket's name: lower-case letters, digits, - and ."));
    }
    let is_region = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if !section.region.as_str().chars().all(is_region) {
        let message = "write the region's name, such as us-east-1; many other stores take that one too";
        faults.push(KeyFault::new("s3.region", message));
    }
    let endpoint = endpoint(section.endpoint.as_str()).map_err(|fault| faults.push(fault));
    let credentials = credentials(section).map_err(|fault| faults.push(fault));
    let pick = pick(section).map_err(|fault| faults.push(fault));
    match (endpoint, credentials, pick) {
        (Ok(endpoint), Ok(credentials), Ok(pick)) if faults.is_empty() => Ok(SourcePlan(Kind::S3(Box::new(S3Plan {
            endpoint,
            is_path_style: section.style.unwrap_or_default() == S3Style::Path,
            region: section.region.to_string(),
            bucket: section.bucket.to_string(),
            credentials,
            pick,
        })))),
        _ => Err(faults),
    }
}

fn endpoint(text: &str) -> Result<Url, KeyFault> {
    let is_plain = |url: &Url| {
        let has_more = url.path() != "/" || url.query().is_some() || !url.username().is_empty();
        matches!(url.scheme(), "https" | "http") && url.has_host() && !has_more
    };
    Url::parse(text).ok().filter(is_plain).ok_or_else(|| {
        let message = "write scheme and host alone, such as https://s3.us-east-1.amazonaws.com; the bucket has its key";
        KeyFault::new("s3.endpoint", message)
    })
}

type Credentials = (SecretRef, SecretRef, Option<SecretRef>);

fn credentials(section: &S3Section) -> Result<Option<Credentials>, KeyFault> {
    match (&section.access_key, &section.secret_key) {
        (Some(key), Some(secret)) => Ok(Some((key.clone(), secret.clone(), section.session_token.clone()))),
        (None, None) if section.session_token.is_none() => Ok(None),
        _ => {
            let message = "write access_key and secret_key together; a public bucket needs neither";
            Err(KeyFault::new("s3.access_key", message))
        }
    }
}

fn pick(section: &S3Section) -> Result<S3Pick, KeyFault> {
    let path = |text: &str| text.trim_start_matches('/').to_owned();
    match (&section.key, &section.prefix) {
        (Some(key), None) if section.pattern.is_none() => Ok(S3Pick::Key(path(key.as_str()))),
        (None, Some(prefix)) => {
            let text = section.pattern.as_ref().map_or("*", |text| text.as_str());
            Ok(S3Pick::Newest(path(prefix.as_str()), pattern("s3.pattern", text)?))
        }
        _ => {
            let message =
                "write either key = \"…\" or prefix = \"…\", with a pattern if the newest of all is not meant";
            Err(KeyFault::new("s3", message))
        }
    }
}
