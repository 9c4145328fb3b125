//! From keys to plans: what no single key can check.

mod s3;
mod sftp;

use url::Url;

pub(crate) use self::{s3::of_s3, sftp::of_sftp};
use crate::{
    FolderSection, KeyFault, NamePattern, SourcePlan, UrlSection, http::HttpPlan, pattern::is_under_way, plan::Kind,
};

/// Headers that are written otherwise, or are our own.
const RESERVED: [&str; 5] = ["authorization", "host", "if-none-match", "if-modified-since", "accept-encoding"];

const UNDER_WAY: &str = "this is the name of an upload that is under way; write the name that the finished file has";

pub(crate) fn of_path(path: &str) -> Result<SourcePlan, Vec<KeyFault>> {
    if is_under_way(path) {
        return Err(vec![KeyFault::new("path", UNDER_WAY)]);
    }
    Ok(SourcePlan(Kind::Path(path.to_owned())))
}

pub(crate) fn of_folder(section: &FolderSection) -> Result<SourcePlan, Vec<KeyFault>> {
    let pattern = pattern("folder.pattern", section.pattern.as_str()).map_err(|fault| vec![fault])?;
    Ok(SourcePlan(Kind::Folder(section.path.to_string(), pattern)))
}

pub(crate) fn of_url(section: &UrlSection) -> Result<SourcePlan, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let address =
        address(section.address.as_str()).map_err(|message| faults.push(KeyFault::new("url.address", message)));
    for name in section.headers.keys() {
        let is_word = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
        if !is_word {
            faults.push(KeyFault::new("url.headers", "a header's name is a word such as x-api-key"));
        } else if RESERVED.contains(&name.to_ascii_lowercase().as_str()) {
            let message =
                "authorization is written as bearer or basic; host, accept-encoding and conditions are our own";
            faults.push(KeyFault::new("url.headers", message));
        }
    }
    if section.bearer.is_some() && section.basic.is_some() {
        faults.push(KeyFault::new("url.bearer", "write either bearer or basic"));
    }
    match address {
        Ok(address) if faults.is_empty() => Ok(SourcePlan(Kind::Http(Box::new(HttpPlan {
            address,
            headers: section.headers.clone(),
            query: section.query.clone(),
            bearer: section.bearer.clone(),
            basic: section.basic.as_ref().map(|basic| (basic.user.to_string(), basic.password.clone())),
        })))),
        _ => Err(faults),
    }
}

fn address(text: &str) -> Result<Url, &'static str> {
    let Some(url) = Url::parse(text).ok().filter(Url::has_host) else {
        return Err("write a whole address, such as https://feeds.example/lot.csv");
    };
    if !url.username().is_empty() || url.password().is_some() {
        return Err("leave user name and password out; write basic = { user = \"…\", password = { env = \"…\" } }");
    }
    if !matches!(url.scheme(), "https" | "http") {
        return Err("begin it with https:// (for SFTP, write sftp = { … })");
    }
    Ok(url)
}

/// A pattern for names.
fn pattern(key: &str, text: &str) -> Result<NamePattern, KeyFault> {
    NamePattern::parse(text).map_err(|error| KeyFault::new(key, error.to_string()))
}
