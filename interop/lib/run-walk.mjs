// One test per door: open a session, walk, close, and leave nothing behind.

import assert from 'node:assert/strict';
import test from 'node:test';

import { walk } from './walk.mjs';

// Generous, since one client starts a process per call. It only bounds a hang.
const TIMEOUT_MS = 180_000;

/**
 * Registers the test `name`. `open` connects and gives the session;
 * `revision`, where the client tells it, is the one they must agree on.
 */
export function walkTest(name, { separator, open, revision }) {
  test(name, { timeout: TIMEOUT_MS }, async (t) => {
    const session = await open();
    try {
      if (revision) assert.equal(session.protocolVersion, revision);
      await walk(t, session, separator);
      // What a client reports aside, such as a GET that was not answered with
      // 405, fails no call but fills its user's log.
      assert.deepEqual(session.problems, []);
    } finally {
      await session.close();
    }
  });
}
