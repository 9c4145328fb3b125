// What the front page gives to paste, pasted.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { fileURLToPath } from 'node:url';

import { node22 } from '../lib/node22.mjs';
import { openHttp } from '../lib/sdk1.mjs';
import { httpDoors } from '../lib/target.mjs';

const INTEROP = fileURLToPath(new URL('..', import.meta.url));
const INSPECTOR = join(INTEROP, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const SAFE_DOOR = httpDoors().find(({ path }) => path === '/mcp/compat').url;
const TIMEOUT_MS = 60_000;

const pasted = new Map();

before(async () => {
  const base = SAFE_DOOR.slice(0, -'/mcp/compat'.length);
  const page = await (await fetch(`${base}/`, { headers: { accept: 'text/html' } })).text();
  for (const [, id, text] of page.matchAll(/<code id="paste-([a-z-]+)">([^<]*)<\/code>/g)) {
    pasted.set(id, text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))));
  }
});

/** Runs a program in this folder and gives what it prints. */
function run(program, args, environment = {}) {
  const options = { cwd: INTEROP, timeout: TIMEOUT_MS, env: { ...process.env, ...environment } };
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${program}: ${error.message}\n${stderr}`));
      else resolve(stdout);
    });
  });
}

test('curl gets the manifest', async (t) => {
  try {
    await run('curl', ['--version']);
  } catch {
    return t.skip('curl is not installed');
  }
  const reply = JSON.parse(await run('bash', ['-c', pasted.get('curl')]));
  assert.equal(reply.result.structuredContent.standard, 'dealer-agent-protocol');
});

test('TypeScript gets the manifest', async () => {
  const said = await run(process.execPath, ['--input-type=module', '--eval', pasted.get('typescript')]);
  assert.match(said, /dealer-agent-protocol/);
});

test('Python gets the manifest', async () => {
  const said = await run(join(INTEROP, '.venv/bin/python'), ['-c', pasted.get('python')]);
  assert.match(said, /dealer-agent-protocol/);
});

test('the Inspector lists the tools', async () => {
  const [npx, name, ...args] = pasted.get('inspector').split(' ');
  assert.deepEqual([npx, name], ['npx', '@modelcontextprotocol/inspector']);
  const home = await mkdtemp(join(tmpdir(), 'dealeragent-inspector-'));
  try {
    const said = await run(node22(), [INSPECTOR, ...args], { HOME: home });
    assert.match(said, /dealeragent_inventory_search/);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});

test('configuration files are JSON and name an address that answers', async () => {
  const addresses = [
    JSON.parse(pasted.get('vscode')).servers.dealer.url,
    JSON.parse(pasted.get('cursor')).mcpServers.dealer.url,
    pasted.get('claude'),
    pasted.get('chatgpt'),
    pasted.get('claude-code').split(' ').at(-1),
    pasted.get('gemini-cli').split(' ').at(-1),
  ];
  assert.deepEqual(new Set(addresses), new Set([SAFE_DOOR]));
  const session = await openHttp(addresses[0]);
  try {
    const tools = await session.listTools();
    assert.ok(tools.length > 0);
    // A host that refuses dots would refuse the whole server for one of them.
    assert.deepEqual(tools.map((tool) => tool.name).filter((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name)), []);
  } finally {
    await session.close();
  }
});
