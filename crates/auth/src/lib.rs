//! Bearer tokens to grants.
