//! Apache httpd 2.4.

use super::{Served, Snippet};

pub(super) fn snippet(served: &Served<'_>) -> Snippet {
    let text = format!(
        "# Apache httpd 2.4: inside the <VirtualHost> of {authority}.\n\
        # Needs mod_alias, mod_headers, mod_rewrite and mod_deflate.\n\
        Alias \"{document}\" \"{folder}{document}\"\n\
        Alias \"{feed}\" \"{folder}{feed}\"\n\
        \n\
        <Directory \"{folder}\">\n\
        \x20   Require all granted\n\
        </Directory>\n\
        \n\
        # Read after other sections, so that a rule which hides folders with a dot\n\
        # does not hide this one.\n\
        <LocationMatch \"^/(\\.well-known/dealer-agent\\.json|feeds/inventory\\.csv)$\">\n\
        \x20   Require all granted\n\
        \x20   FileETag MTime Size\n\
        \x20   SetOutputFilter DEFLATE\n\
        \x20   Header always set Cache-Control \"public, max-age={max_age}\"\n\
        \x20   Header always set Access-Control-Allow-Origin \"*\"\n\
        \x20   Header always set Access-Control-Expose-Headers \"ETag\"\n\
        \x20   Header always set X-Content-Type-Options \"nosniff\"\n\
        \x20   # A page of another site may ask whether its copy still holds.\n\
        \x20   Header always set Access-Control-Allow-Methods \"GET, HEAD, OPTIONS\" \"expr=%{{REQUEST_METHOD}} == 'OPTIONS'\"\n\
        \x20   Header always set Access-Control-Allow-Headers \"If-None-Match, If-Modified-Since\" \"expr=%{{REQUEST_METHOD}} == 'OPTIONS'\"\n\
        \x20   RewriteEngine On\n\
        \x20   RewriteCond %{{REQUEST_METHOD}} =OPTIONS\n\
        \x20   RewriteRule .* - [R=204,L]\n\
        \x20   # mod_deflate writes \"-gzip\" into the ETag and then does not know it again.\n\
        \x20   RequestHeader edit* \"If-None-Match\" '-gzip\"' '\"'\n\
        </LocationMatch>\n\
        <Location \"{document}\">\n\
        \x20   ForceType application/json\n\
        </Location>\n\
        <Location \"{feed}\">\n\
        \x20   ForceType \"text/csv; charset=utf-8\"\n\
        </Location>\n",
        authority = served.authority(),
        document = crate::DOCUMENT_PATH,
        feed = crate::FEED_PATH,
        folder = served.folder,
        max_age = served.max_age(),
    );
    Snippet { file: "apache.conf", text }
}
