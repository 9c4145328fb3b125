// The TypeScript SDK, 1.x: what many hosts are built on. It checks
// structuredContent against outputSchema in error results as well.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { CLIENT_INFO, connect } from './session.mjs';
import { serverEnvironment } from './target.mjs';

export const EXPECTED = '2025-11-25';

export async function openHttp(url) {
  const transport = new StreamableHTTPClientTransport(new URL(url));
  const session = await connect(new Client(CLIENT_INFO), transport);
  return { ...session, protocolVersion: transport.protocolVersion };
}

export function openStdio({ command, args }) {
  const transport = new StdioClientTransport({ command, args, env: serverEnvironment() });
  return connect(new Client(CLIENT_INFO), transport);
}
