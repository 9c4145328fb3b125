//! Caddy.

use super::{Served, Snippet};

pub(super) fn snippet(served: &Served<'_>) -> Snippet {
    let text = format!(
        "# Caddy: inside the site block of {authority}. `handle` goes before a\n\
        # file_server that hides folders with a dot.\n\
        @dealeragent path {document} {feed}\n\
        handle @dealeragent {{\n\
        \theader {{\n\
        \t\tCache-Control \"public, max-age={max_age}\"\n\
        \t\tAccess-Control-Allow-Origin \"*\"\n\
        \t\tAccess-Control-Expose-Headers \"ETag\"\n\
        \t\tX-Content-Type-Options \"nosniff\"\n\
        \t}}\n\
        \t# A page of another site may ask whether its copy still holds.\n\
        \t@preflight method OPTIONS\n\
        \thandle @preflight {{\n\
        \t\theader Access-Control-Allow-Methods \"GET, HEAD, OPTIONS\"\n\
        \t\theader Access-Control-Allow-Headers \"If-None-Match, If-Modified-Since\"\n\
        \t\theader Access-Control-Max-Age \"600\"\n\
        \t\trespond 204\n\
        \t}}\n\
        \thandle {{\n\
        \t\theader {feed} Content-Type \"text/csv; charset=utf-8\"\n\
        \t\theader {document} Content-Type \"application/json\"\n\
        \t\tencode gzip\n\
        \t\troot * \"{folder}\"\n\
        \t\tfile_server\n\
        \t}}\n\
        }}\n",
        authority = served.authority(),
        document = crate::DOCUMENT_PATH,
        feed = crate::FEED_PATH,
        folder = served.folder,
        max_age = served.max_age(),
    );
    Snippet { file: "Caddyfile", text }
}
