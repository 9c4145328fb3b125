import { walkTest } from '../lib/run-walk.mjs';
import { MODES, openStdio } from '../lib/sdk2.mjs';
import { stdioDoors } from '../lib/target.mjs';

for (const door of stdioDoors()) {
  for (const { name, options, expected } of MODES) {
    walkTest(`TypeScript client 2.x, ${door.name}, ${name}`, {
      separator: door.separator,
      revision: expected,
      open: () => openStdio(door, options),
    });
  }
}
