-- Records about credentials. Times are microseconds since the Unix epoch, in
-- UTC; lists are JSON lists of texts. No token and no key is kept here.

-- A group's permission for somebody to act at several rooftops.
CREATE TABLE delegations (
    id              TEXT PRIMARY KEY,
    issuer          TEXT NOT NULL,
    grantee         TEXT NOT NULL,
    organization_id TEXT NOT NULL,
    rooftop_ids     TEXT NOT NULL,
    scopes          TEXT NOT NULL,
    created_at_us   INTEGER NOT NULL,
    expires_at_us   INTEGER NOT NULL CHECK (expires_at_us > created_at_us),
    revoked_at_us   INTEGER
) STRICT;

-- One row per token of this gateway's own issuer: what it allows, never itself.
CREATE TABLE issued_tokens (
    jti             TEXT PRIMARY KEY,
    subject         TEXT NOT NULL,
    organization_id TEXT NOT NULL,
    -- NULL where a delegation names them.
    rooftop_ids     TEXT,
    delegation_id   TEXT REFERENCES delegations (id),
    scopes          TEXT NOT NULL,
    -- NULL where the token does not narrow them.
    profiles        TEXT,
    purposes        TEXT,
    audience        TEXT NOT NULL,
    issued_at_us    INTEGER NOT NULL,
    expires_at_us   INTEGER NOT NULL CHECK (expires_at_us > issued_at_us),
    revoked_at_us   INTEGER,
    revoked_reason  TEXT,
    CHECK ((rooftop_ids IS NULL) <> (delegation_id IS NULL)),
    CHECK (revoked_reason IS NULL OR revoked_at_us IS NOT NULL)
) STRICT;

CREATE INDEX issued_tokens_by_subject ON issued_tokens (subject);
CREATE INDEX issued_tokens_by_expiry ON issued_tokens (expires_at_us);
CREATE INDEX issued_tokens_by_delegation ON issued_tokens (delegation_id);

-- The only change is a revocation, and it is never taken back.
CREATE TRIGGER issued_tokens_are_only_revoked BEFORE UPDATE ON issued_tokens
WHEN OLD.revoked_at_us IS NOT NULL
    OR NEW.revoked_at_us IS NULL
    OR (NEW.jti, NEW.subject, NEW.organization_id, NEW.rooftop_ids, NEW.delegation_id, NEW.scopes, NEW.profiles,
        NEW.purposes, NEW.audience, NEW.issued_at_us, NEW.expires_at_us)
    IS NOT (OLD.jti, OLD.subject, OLD.organization_id, OLD.rooftop_ids, OLD.delegation_id, OLD.scopes, OLD.profiles,
        OLD.purposes, OLD.audience, OLD.issued_at_us, OLD.expires_at_us)
BEGIN
    SELECT raise(ABORT, 'a token record only changes by its revocation, once');
END;

-- Also stops INSERT OR REPLACE, which would drop a revocation.
CREATE TRIGGER issued_tokens_are_new BEFORE INSERT ON issued_tokens
WHEN EXISTS (SELECT 1 FROM issued_tokens WHERE jti = NEW.jti)
BEGIN
    SELECT raise(ABORT, 'that token is on record already');
END;

CREATE TRIGGER delegations_are_only_revoked BEFORE UPDATE ON delegations
WHEN OLD.revoked_at_us IS NOT NULL
    OR NEW.revoked_at_us IS NULL
    OR (NEW.id, NEW.issuer, NEW.grantee, NEW.organization_id, NEW.rooftop_ids, NEW.scopes, NEW.created_at_us,
        NEW.expires_at_us)
    IS NOT (OLD.id, OLD.issuer, OLD.grantee, OLD.organization_id, OLD.rooftop_ids, OLD.scopes, OLD.created_at_us,
        OLD.expires_at_us)
BEGIN
    SELECT raise(ABORT, 'a delegation only changes by its revocation, once');
END;

CREATE TRIGGER delegations_are_new BEFORE INSERT ON delegations
WHEN EXISTS (SELECT 1 FROM delegations WHERE id = NEW.id)
BEGIN
    SELECT raise(ABORT, 'that delegation is on record already');
END;

CREATE TRIGGER delegations_are_not_deleted BEFORE DELETE ON delegations
BEGIN
    SELECT raise(ABORT, 'delegations stay on record');
END;
