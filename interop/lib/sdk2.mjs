// The official TypeScript client, 2.x.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { CLIENT_INFO, connect } from './session.mjs';
import { serverEnvironment } from './target.mjs';

const MODERN = '2026-07-28';
const LEGACY = '2025-11-25';
const OLDEST = '2025-06-18';

/** Each way in which this client agrees on a revision, and the revision that must result. */
export const MODES = [
  { name: 'legacy', options: { versionNegotiation: { mode: 'legacy' } }, expected: LEGACY },
  {
    name: `legacy, offering only ${OLDEST}`,
    options: { versionNegotiation: { mode: 'legacy' }, supportedProtocolVersions: [OLDEST] },
    expected: OLDEST,
  },
  { name: 'auto', options: { versionNegotiation: { mode: 'auto' } }, expected: MODERN },
  { name: 'pinned', options: { versionNegotiation: { mode: { pin: MODERN } } }, expected: MODERN },
];

export function openHttp(url, options) {
  return open(new StreamableHTTPClientTransport(new URL(url)), options);
}

export function openStdio({ command, args }, options) {
  return open(new StdioClientTransport({ command, args, env: serverEnvironment() }), options);
}

async function open(transport, options) {
  const client = new Client(CLIENT_INFO, options);
  const session = await connect(client, transport);
  return { ...session, protocolVersion: client.getNegotiatedProtocolVersion() };
}
