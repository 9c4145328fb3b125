//! nginx.

use super::{Served, Snippet};

pub(super) fn snippet(served: &Served<'_>) -> Snippet {
    let location = |path: &str, kind: &str| {
        format!(
            "location = {path} {{\n\
            \x20   root \"{folder}\";\n\
            \x20   types {{ }}\n\
            \x20   default_type {kind};\n\
            \x20   charset utf-8;\n\
            \x20   charset_types text/csv;\n\
            \x20   etag on;\n\
            \x20   gzip on;\n\
            \x20   gzip_types {kind};\n\
            \x20   gzip_vary on;\n\
            \x20   gzip_proxied any;\n\
            \x20   add_header Cache-Control \"public, max-age={max_age}\" always;\n\
            \x20   add_header Access-Control-Allow-Origin \"*\" always;\n\
            \x20   add_header Access-Control-Expose-Headers \"ETag\" always;\n\
            \x20   add_header X-Content-Type-Options \"nosniff\" always;\n\
            \x20   # A page of another site may ask whether its copy still holds.\n\
            \x20   if ($request_method = OPTIONS) {{\n\
            \x20       add_header Access-Control-Allow-Origin \"*\";\n\
            \x20       add_header Access-Control-Allow-Methods \"GET, HEAD, OPTIONS\";\n\
            \x20       add_header Access-Control-Allow-Headers \"If-None-Match, If-Modified-Since\";\n\
            \x20       add_header Access-Control-Max-Age \"600\";\n\
            \x20       return 204;\n\
            \x20   }}\n\
            }}\n",
            folder = served.folder,
            max_age = served.max_age(),
        )
    };
    let text = format!(
        "# nginx: inside the server {{ }} block of {authority}. An exact location goes\n\
        # before a rule such as `location ~ /\\.` that hides folders with a dot.\n\
        {document}\n{feed}",
        authority = served.authority(),
        document = location(crate::DOCUMENT_PATH, "application/json"),
        feed = location(crate::FEED_PATH, "text/csv"),
    );
    Snippet { file: "nginx.conf", text }
}
