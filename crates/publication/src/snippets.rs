//! What web servers and hosts need to serve a publication right: content types,
//! validators, CORS, how long it may be kept, the folder with a dot, and what
//! crawlers are told.

mod apache;
mod caddy;
mod crawlers;
mod hosts;
mod nginx;
mod s3;

use std::{fmt, str::FromStr};

use crate::BaseAddress;

/// Longest time for which a copy may be kept, in seconds. A shorter target
/// shortens it.
const LONGEST_COPY_SECONDS: u32 = 300;

/// Who serves the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Host {
    /// nginx.
    Nginx,
    /// Apache httpd 2.4.
    Apache,
    /// Caddy 2.
    Caddy,
    /// Cloudflare Pages.
    CloudflarePages,
    /// Amazon S3, behind CloudFront for HTTPS.
    S3,
    /// Netlify.
    Netlify,
}

impl Host {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Nginx, Self::Apache, Self::Caddy, Self::CloudflarePages, Self::S3, Self::Netlify];

    /// Its name on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Nginx => "nginx",
            Self::Apache => "apache",
            Self::Caddy => "caddy",
            Self::CloudflarePages => "cloudflare-pages",
            Self::S3 => "s3",
            Self::Netlify => "netlify",
        }
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Refusal of a name that is no host's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be nginx, apache, caddy, cloudflare-pages, s3 or netlify")]
pub struct UnknownHost;

impl FromStr for Host {
    type Err = UnknownHost;
    fn from_str(name: &str) -> Result<Self, UnknownHost> {
        Self::ALL.into_iter().find(|host| host.as_str() == name).ok_or(UnknownHost)
    }
}

/// One dealer's site as its server must know it.
#[derive(Debug, Clone, Copy)]
pub struct Served<'a> {
    /// Name for shoppers, for `llms.txt`.
    pub name: &'a str,
    /// The folder with `.well-known` and `feeds`.
    pub folder: &'a str,
    /// The website's address.
    pub base: &'a BaseAddress,
    /// The declared freshness target.
    pub freshness_sla_seconds: u32,
}

impl Served<'_> {
    /// How long a copy may be kept: no longer than the target.
    #[must_use]
    pub fn max_age(&self) -> u32 {
        self.freshness_sla_seconds.min(LONGEST_COPY_SECONDS)
    }

    fn authority(&self) -> &str {
        self.base.as_str().split_once("://").map_or("", |(_, authority)| authority)
    }
}

/// A file with a snippet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snippet {
    /// File name.
    pub file: &'static str,
    /// What it says.
    pub text: String,
}

/// What one host needs.
#[must_use]
pub fn of_host(host: Host, served: &Served<'_>) -> Snippet {
    match host {
        Host::Nginx => nginx::snippet(served),
        Host::Apache => apache::snippet(served),
        Host::Caddy => caddy::snippet(served),
        Host::CloudflarePages => hosts::cloudflare_pages(served),
        Host::S3 => s3::snippet(served),
        Host::Netlify => hosts::netlify(served),
    }
}

/// What crawlers and pages say, whoever serves them.
#[must_use]
pub fn for_crawlers(served: &Served<'_>) -> Vec<Snippet> {
    crawlers::snippets(served)
}
