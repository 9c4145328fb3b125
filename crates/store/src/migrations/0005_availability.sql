-- What dealers' own systems, and people at the desk, reported about units. One row
-- per unit: the latest word by the source's own time.

CREATE TABLE availability_reports (
    organization_id TEXT NOT NULL,
    rooftop_id      TEXT NOT NULL,
    vin             TEXT NOT NULL,
    status          TEXT NOT NULL,
    -- Microseconds since the Unix epoch, in UTC: when the source saw it.
    observed_at_us  INTEGER NOT NULL,
    reason          TEXT,
    reported_by     TEXT NOT NULL,
    -- When it came here.
    received_at_us  INTEGER NOT NULL,
    PRIMARY KEY (organization_id, rooftop_id, vin)
) STRICT, WITHOUT ROWID;

-- Until when a rooftop's system says that everything it reported still holds.
CREATE TABLE availability_confirmations (
    organization_id TEXT NOT NULL,
    rooftop_id      TEXT NOT NULL,
    as_of_us        INTEGER NOT NULL,
    reported_by     TEXT NOT NULL,
    received_at_us  INTEGER NOT NULL,
    PRIMARY KEY (organization_id, rooftop_id)
) STRICT, WITHOUT ROWID;
