-- The audit log. Times are microseconds since the Unix epoch, in UTC.

-- The log's random name, from which its first hash follows.
CREATE TABLE audit_log (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    log_id BLOB NOT NULL CHECK (length(log_id) = 16)
) STRICT;

INSERT INTO audit_log (id, log_id) VALUES (1, randomblob(16));

-- One row per call. Each hash covers all other columns of its row.
CREATE TABLE audit_entries (
    seq               INTEGER PRIMARY KEY,
    encoding          INTEGER NOT NULL,
    at_us             INTEGER NOT NULL,
    trace_id          TEXT NOT NULL,
    actor             TEXT NOT NULL,
    organization_id   TEXT,
    rooftop_ids       TEXT NOT NULL,
    rooftops_omitted  INTEGER NOT NULL,
    tool              TEXT NOT NULL,
    profile           TEXT NOT NULL,
    decision          TEXT NOT NULL,
    policy_version    TEXT NOT NULL,
    resource_ids      TEXT NOT NULL,
    resources_omitted INTEGER NOT NULL,
    outcome           TEXT,
    private_reason    TEXT,
    previous_hash     BLOB NOT NULL CHECK (length(previous_hash) = 32),
    hash              BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE INDEX audit_entries_by_trace ON audit_entries (trace_id);

-- What retention dropped, so that the rest can still be verified.
CREATE TABLE audit_anchors (
    number         INTEGER PRIMARY KEY,
    encoding       INTEGER NOT NULL,
    at_us          INTEGER NOT NULL,
    policy_name    TEXT NOT NULL,
    policy_version TEXT NOT NULL,
    first_seq      INTEGER NOT NULL,
    last_seq       INTEGER NOT NULL CHECK (last_seq >= first_seq),
    last_hash      BLOB NOT NULL CHECK (length(last_hash) = 32),
    previous_hash  BLOB NOT NULL CHECK (length(previous_hash) = 32),
    hash           BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- Where the writer tries whether the disk takes a commit again.
CREATE TABLE audit_probe (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    content BLOB NOT NULL
) STRICT;

-- An entry follows the one before it. Also stops INSERT OR REPLACE, which
-- would delete a row without its delete trigger.
CREATE TRIGGER audit_entries_are_appended BEFORE INSERT ON audit_entries
WHEN NEW.seq IS NOT 1 + coalesce(
        (SELECT max(seq) FROM audit_entries),
        (SELECT last_seq FROM audit_anchors ORDER BY number DESC LIMIT 1),
        0)
    OR NEW.previous_hash IS NOT coalesce(
        (SELECT hash FROM audit_entries ORDER BY seq DESC LIMIT 1),
        (SELECT last_hash FROM audit_anchors ORDER BY number DESC LIMIT 1),
        NEW.previous_hash)
BEGIN
    SELECT raise(ABORT, 'an audit entry must follow the last one');
END;

CREATE TRIGGER audit_entries_are_not_changed BEFORE UPDATE ON audit_entries
BEGIN
    SELECT raise(ABORT, 'audit entries are never changed');
END;

-- Only what the newest anchor accounts for may go; right after the retention
-- that wrote it nothing of that kind is left.
CREATE TRIGGER audit_entries_are_not_deleted BEFORE DELETE ON audit_entries
WHEN OLD.seq > coalesce((SELECT last_seq FROM audit_anchors ORDER BY number DESC LIMIT 1), 0)
BEGIN
    SELECT raise(ABORT, 'audit entries are only dropped by retention');
END;

-- An anchor stands for entries that are there: from the first one on, without
-- a gap, to one that bears the hash that it tells.
CREATE TRIGGER audit_anchors_are_appended BEFORE INSERT ON audit_anchors
WHEN NEW.number IS NOT 1 + coalesce((SELECT max(number) FROM audit_anchors), 0)
    OR NEW.first_seq IS NOT (SELECT min(seq) FROM audit_entries)
    OR NEW.last_hash IS NOT (SELECT hash FROM audit_entries WHERE seq = NEW.last_seq)
    OR NEW.last_seq - NEW.first_seq + 1 IS NOT (SELECT count(*) FROM audit_entries WHERE seq <= NEW.last_seq)
BEGIN
    SELECT raise(ABORT, 'an audit anchor must follow the last one and stand for entries that are there');
END;

CREATE TRIGGER audit_anchors_are_not_changed BEFORE UPDATE ON audit_anchors
BEGIN
    SELECT raise(ABORT, 'audit anchors are never changed');
END;

CREATE TRIGGER audit_anchors_are_not_deleted BEFORE DELETE ON audit_anchors
BEGIN
    SELECT raise(ABORT, 'audit anchors are never deleted');
END;

CREATE TRIGGER audit_log_is_one BEFORE INSERT ON audit_log
BEGIN
    SELECT raise(ABORT, 'the audit log has its name for good');
END;

CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE ON audit_log
BEGIN
    SELECT raise(ABORT, 'the audit log has its name for good');
END;

CREATE TRIGGER audit_log_is_not_deleted BEFORE DELETE ON audit_log
BEGIN
    SELECT raise(ABORT, 'the audit log has its name for good');
END;
