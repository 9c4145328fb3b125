-- What is kept of feeds. Times are microseconds since the Unix epoch, in UTC.

-- Goes up with every change below, so that other processes notice.
CREATE TABLE feed_generation (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    value INTEGER NOT NULL
) STRICT;

INSERT INTO feed_generation (id, value) VALUES (1, 0);

-- One row per run. The record is JSON.
CREATE TABLE feed_runs (
    id            TEXT PRIMARY KEY,
    feed          TEXT NOT NULL,
    started_at_us INTEGER NOT NULL,
    outcome       TEXT NOT NULL,
    record        TEXT NOT NULL
) STRICT;

CREATE INDEX feed_runs_by_feed ON feed_runs (feed, id);

-- The rows that a run held back: packed JSON.
CREATE TABLE feed_rejects (
    run     TEXT PRIMARY KEY REFERENCES feed_runs (id),
    content BLOB NOT NULL
) STRICT;

-- How often a feed's good state was replaced. Outlives the state.
CREATE TABLE feed_versions (
    feed    TEXT PRIMARY KEY,
    version INTEGER NOT NULL
) STRICT;

-- States: the last good one of each feed, and at most one that waits for a
-- person. The head is JSON; it counts the units, which stand in chunks.
CREATE TABLE feed_states (
    feed     TEXT NOT NULL,
    kind     TEXT NOT NULL CHECK (kind IN ('good', 'held')),
    run      TEXT NOT NULL,
    encoding INTEGER NOT NULL,
    head     TEXT NOT NULL,
    PRIMARY KEY (feed, kind)
) STRICT, WITHOUT ROWID;

-- Units of a state, many to a chunk: packed JSON lines, with the SHA-256 of the packed bytes.
CREATE TABLE feed_units (
    id      INTEGER PRIMARY KEY,
    feed    TEXT NOT NULL,
    kind    TEXT NOT NULL CHECK (kind IN ('good', 'held')),
    number  INTEGER NOT NULL,
    digest  BLOB NOT NULL CHECK (length(digest) = 32),
    content BLOB NOT NULL,
    UNIQUE (feed, kind, number)
) STRICT;

-- Units and rooftops that somebody took off the air, whatever the feeds say.
CREATE TABLE feed_hides (
    organization_id TEXT NOT NULL,
    vehicle_id      TEXT NOT NULL,
    name            TEXT NOT NULL,
    actor           TEXT NOT NULL,
    reason          TEXT,
    at_us           INTEGER NOT NULL,
    PRIMARY KEY (organization_id, vehicle_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE feed_pauses (
    organization_id TEXT NOT NULL,
    rooftop_id      TEXT NOT NULL,
    actor           TEXT NOT NULL,
    reason          TEXT,
    at_us           INTEGER NOT NULL,
    PRIMARY KEY (organization_id, rooftop_id)
) STRICT, WITHOUT ROWID;
