import { walkTest } from '../lib/run-walk.mjs';
import { MODES, openHttp } from '../lib/sdk2.mjs';
import { httpDoors } from '../lib/target.mjs';

for (const { path, url, separator } of httpDoors()) {
  for (const { name, options, expected } of MODES) {
    walkTest(`TypeScript client 2.x, ${path}, ${name}`, {
      separator,
      revision: expected,
      open: () => openHttp(url, options),
    });
  }
}
