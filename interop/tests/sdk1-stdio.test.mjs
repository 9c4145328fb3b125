import { walkTest } from '../lib/run-walk.mjs';
import { openStdio } from '../lib/sdk1.mjs';
import { stdioDoors } from '../lib/target.mjs';

for (const door of stdioDoors()) {
  walkTest(`TypeScript SDK 1.x, ${door.name}`, {
    separator: door.separator,
    open: () => openStdio(door),
  });
}
