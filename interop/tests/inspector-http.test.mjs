import assert from 'node:assert/strict';
import test from 'node:test';

import { ERAS, openInspector } from '../lib/inspector.mjs';
import { walkTest } from '../lib/run-walk.mjs';
import { httpDoors } from '../lib/target.mjs';

for (const { path, url, separator } of httpDoors()) {
  for (const era of ERAS) {
    walkTest(`Inspector command line, ${path}, ${era}`, {
      separator,
      open: () => openInspector(url, era),
    });
  }

  test(`Inspector finds no portability error in the tool schemas of ${path}`, async () => {
    const session = await openInspector(url, 'legacy');
    try {
      const { status, stderr } = await session.lint();
      assert.equal(status, 0, stderr);
    } finally {
      await session.close();
    }
  });
}
