//! Two dealers behind one gateway: each site shows its own alone.
