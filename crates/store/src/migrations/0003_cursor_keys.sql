-- The keys that seal the cursors of searches, shared by all processes that use
-- this store. They open no door: each page is authorized anew, so that who
-- reads them can at most begin a page elsewhere. No export holds them.

CREATE TABLE cursor_keys (
    id            BLOB PRIMARY KEY CHECK (length(id) = 8),
    key           BLOB NOT NULL CHECK (length(key) = 32),
    -- Microseconds since the Unix epoch, in UTC.
    created_at_us INTEGER NOT NULL
) STRICT;
