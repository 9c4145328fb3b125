// The MCP Inspector's command line: one process, one connection, one request.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { node22 } from './node22.mjs';

const CLI = fileURLToPath(
  new URL('../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url),
);
const TIMEOUT_MS = 30_000;
const EXIT_TOOL_ERROR = 5;

export const ERAS = ['legacy', 'modern'];

/** A session that starts the command line for every request. */
export async function openInspector(url, era) {
  // A home of its own: the Inspector reads catalogues and tokens from there.
  const home = await mkdtemp(join(tmpdir(), 'dealeragent-inspector-'));
  const run = (...args) => inspect(home, url, era, args);
  return {
    hidesProtocol: true,
    problems: [],
    listTools: async () => answer(await run('--method', 'tools/list')).tools,
    callTool: async (name, args) =>
      answer(await run(
        '--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args)),
      [0, EXIT_TOOL_ERROR]),
    listResources: async () => answer(await run('--method', 'resources/list')).resources,
    readResource: async (uri) => answer(await run('--method', 'resources/read', '--uri', uri)),
    /** Its check of the tool schemas against what hosts and models can read. */
    lint: () => run('--method', 'tools/list', '--strict'),
    close: () => rm(home, { recursive: true, force: true }),
  };
}

function inspect(home, url, era, args) {
  // The transport is named because the Inspector knows it by the path for /mcp only.
  const line = [CLI, '--cli', url, '--transport', 'http', '--protocol-era', era, '--format', 'json', ...args];
  const options = { env: { ...process.env, HOME: home }, timeout: TIMEOUT_MS, maxBuffer: 1 << 26 };
  return new Promise((resolve) => {
    execFile(node22(), line, options, (error, stdout, stderr) => {
      resolve({ status: error ? error.code ?? error.signal : 0, stdout, stderr });
    });
  });
}

function answer({ status, stdout, stderr }, accepted = [0]) {
  assert.ok(accepted.includes(status), `exit ${status}: ${stderr}`);
  return JSON.parse(stdout).result;
}
