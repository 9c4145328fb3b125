// A gateway that takes the tokens of one issuer, as a process of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { PARTNER } from './authorization-server.mjs';

export const ORGANIZATION = 'example-ridge';
export const DENVER = 'ridge-denver';
export const CHICAGO = 'ridge-chicago';

const EXPORTS = fileURLToPath(new URL('../../examples/demo/', import.meta.url));
const ADDRESS = /^MCP endpoint +(http:\/\/\S+)\/mcp$/;

/** Starts one on a free port. Nothing but the manifest and the dealer is public. */
export async function startGateway(issuer, { requireSignIn = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'dealeragent-oauth-'));
  const file = join(folder, 'dealeragent.toml');
  await writeFile(file, configuration(issuer, requireSignIn));
  const args = ['--log', 'info', 'serve', '--config', file];
  const child = spawn(command(), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const log = [];
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill();
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  const url = await address(child, log);
  if (!url) {
    await stop();
    throw new Error(`the gateway did not start:\n${log.join('\n')}`);
  }
  return { url, log, stop };
}

function command() {
  const value = process.env.DEALERAGENT_BIN;
  if (!value) throw new Error('DEALERAGENT_BIN is not set; see interop/README.md');
  return value;
}

/** The address in the banner; nothing, when the gateway ends without one. */
function address(child, log) {
  return new Promise((resolve) => {
    const lines = createInterface({ input: child.stderr });
    lines.on('line', (line) => {
      log.push(line);
      const found = ADDRESS.exec(line)?.[1];
      if (found) resolve(found);
    });
    lines.on('close', () => resolve(undefined));
  });
}

// People's clients register themselves, so their names are not known before:
// they get the second line. The first is for one agent, and for one rooftop.
function configuration(issuer, requireSignIn) {
  return `
[server]
listen = "127.0.0.1:0"
data_dir = "data"
require_sign_in = ${requireSignIn}

[[issuers]]
issuer = "${issuer}"
algorithms = ["ES256"]
clock_skew_seconds = 0

[[issuers.grants]]
client = "${PARTNER.id}"
organization = "${ORGANIZATION}"
rooftops = ["${DENVER}"]

[[issuers.grants]]
organization = "${ORGANIZATION}"
rooftops = ["${DENVER}", "${CHICAGO}"]

# The authorization server of this test is on this machine and without TLS.
[egress]
allow_hosts = ["127.0.0.1"]
allow_plain_http = ["127.0.0.1"]

[operator]
name = "Example Ridge Auto Group (demonstration)"

[[organizations]]
id = "${ORGANIZATION}"
name = "Example Ridge Auto Group (demonstration)"
synthetic = true
access = { dealer = "public", inventory = "authenticated", availability = "authenticated", pricing = "authenticated", used_vehicles = "authenticated" }
${rooftop(DENVER, 'Denver', 'America/Denver', 'CO')}
${rooftop(CHICAGO, 'Chicago', 'America/Chicago', 'IL')}
${feed(DENVER, 'vauto', 'denver-vauto.csv', 'Price')}
${feed(CHICAGO, 'homenet', 'chicago-homenet.csv', 'Internet_Price')}
`;
}

function rooftop(id, city, timezone, region) {
  return `
[[organizations.rooftops]]
id = "${id}"
name = "Example Ridge ${city}"
timezone = "${timezone}"
address = { lines = ["1 Example Street"], locality = "${city}", region = "${region}", postal_code = "60601", country = "US" }
departments = ["sales"]
charges = []`;
}

function feed(rooftop, profile, path, price) {
  return `
[[feeds]]
id = "${rooftop}"
organization = "${ORGANIZATION}"
rooftop = "${rooftop}"
profile = "${profile}"
path = ${JSON.stringify(join(EXPORTS, path))}
currency = "USD"
odometer_unit = "mi"
price_column = "${price}"
price_includes_required_charges = true
listing_url_template = "https://ridge.example/vehicle/{stock}"`;
}
