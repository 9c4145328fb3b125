//! Hosts that read a `_headers` file.

use super::{Served, Snippet};

pub(super) fn cloudflare_pages(served: &Served<'_>) -> Snippet {
    let text = format!(
        "# Cloudflare Pages: _headers at the top of what is deployed, beside .well-known\n\
        # and feeds. Pages compresses and makes ETags by itself. A rule of yours with\n\
        # `/*` adds its headers to these; take Cache-Control out of it.\n{}",
        rules(served)
    );
    Snippet { file: "cloudflare-pages/_headers", text }
}

pub(super) fn netlify(served: &Served<'_>) -> Snippet {
    let text = format!(
        "# Netlify: _headers in the published folder, beside .well-known and feeds.\n\
        # Netlify compresses and makes ETags by itself. With a single-page application,\n\
        # keep these two paths out of a forced redirect to index.html.\n{}",
        rules(served)
    );
    Snippet { file: "netlify/_headers", text }
}

fn rules(served: &Served<'_>) -> String {
    let rule = |path: &str, kind: &str| {
        format!(
            "{path}\n\
            \x20 Content-Type: {kind}\n\
            \x20 Cache-Control: public, max-age={}\n\
            \x20 Access-Control-Allow-Origin: *\n\
            \x20 Access-Control-Expose-Headers: ETag\n\
            \x20 X-Content-Type-Options: nosniff\n",
            served.max_age()
        )
    };
    format!("{}\n{}", rule(crate::DOCUMENT_PATH, crate::DOCUMENT_TYPE), rule(crate::FEED_PATH, crate::FEED_TYPE))
}
