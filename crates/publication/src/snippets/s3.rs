//! Amazon S3 with CloudFront.

use super::{Served, Snippet};

pub(super) fn snippet(served: &Served<'_>) -> Snippet {
    let copy = |path: &str, kind: &str| {
        format!(
            "aws s3 cp \"{folder}{path}\" \"s3://$BUCKET{path}\" \\\n\
            \x20 --content-type '{kind}' --cache-control 'public, max-age={max_age}'\n",
            folder = served.folder,
            max_age = served.max_age(),
        )
    };
    let text = format!(
        "#!/bin/sh\n\
        # S3 behind CloudFront for {authority}: run it after each `dealeragent publish`\n\
        # that changed something. The feed goes first, so that the document never\n\
        # points at what is not there yet.\n\
        #\n\
        # Once: give the CloudFront behaviour of these two paths \"Compress objects\n\
        # automatically\", the cache policy CachingOptimized and the response headers\n\
        # policy SimpleCORS, allow GET, HEAD and OPTIONS, and redirect HTTP to HTTPS (an\n\
        # S3 website endpoint alone speaks no HTTPS).\n\
        set -eu\n\
        BUCKET=${{BUCKET:?the name of the bucket}}\n\
        {feed}{document}\
        aws s3api put-bucket-cors --bucket \"$BUCKET\" --cors-configuration \\\n\
        \x20 '{{\"CORSRules\":[{{\"AllowedOrigins\":[\"*\"],\"AllowedMethods\":[\"GET\",\"HEAD\"],\
        \"AllowedHeaders\":[\"If-None-Match\",\"If-Modified-Since\"],\"ExposeHeaders\":[\"ETag\"],\
        \"MaxAgeSeconds\":600}}]}}'\n",
        authority = served.authority(),
        feed = copy(crate::FEED_PATH, crate::FEED_TYPE),
        document = copy(crate::DOCUMENT_PATH, crate::DOCUMENT_TYPE),
    );
    Snippet { file: "s3.sh", text }
}
