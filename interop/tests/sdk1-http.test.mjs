import { walkTest } from '../lib/run-walk.mjs';
import { EXPECTED, openHttp } from '../lib/sdk1.mjs';
import { httpDoors } from '../lib/target.mjs';

for (const { path, url, separator } of httpDoors()) {
  walkTest(`TypeScript SDK 1.x, ${path}`, {
    separator,
    revision: EXPECTED,
    open: () => openHttp(url),
  });
}
