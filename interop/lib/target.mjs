// Where the server under test is. It is started by the caller, never from here,
// except over stdio, where the client itself owns the process.

import { CANONICAL, COMPATIBLE } from './tools.mjs';

function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; see interop/README.md`);
  return value;
}

/** Both HTTP doors, each with the separator that its listing uses. */
export function httpDoors() {
  const base = required('DEALERAGENT_URL').replace(/\/+$/, '');
  return [
    { path: '/mcp', url: `${base}/mcp`, separator: CANONICAL },
    { path: '/mcp/compat', url: `${base}/mcp/compat`, separator: COMPATIBLE },
  ];
}

/** Both ways to start the server over stdio. */
export function stdioDoors() {
  const command = required('DEALERAGENT_BIN');
  const args = ['serve', '--stdio', ...extraArguments()];
  return [
    { name: 'serve --stdio', command, args, separator: COMPATIBLE },
    {
      name: 'serve --stdio --canonical-names',
      command,
      args: [...args, '--canonical-names'],
      separator: CANONICAL,
    },
  ];
}

/** What else the server needs on its command line, such as a configuration file. */
function extraArguments() {
  return (process.env.DEALERAGENT_STDIO_ARGS ?? '').split(/\s+/).filter(Boolean);
}

/**
 * Clients hand only a safe part of the environment to the server that they
 * start, so the server's own variables have to be passed explicitly.
 */
export function serverEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name.startsWith('DEALERAGENT_')),
  );
}
