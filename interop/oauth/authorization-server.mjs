// A real authorization server (oidc-provider) on loopback, set up as an operator
// would set one up for a gateway: JWT access tokens (RFC 9068) for the resource
// that a client names (RFC 8707), registration of clients (RFC 7591), PKCE.
//
// As a program it prints `issuer ADDRESS` and takes orders from its standard input,
// one a line: `resource ADDRESS` and `expire COUNT`. It repeats each when it is
// done, and ends with the input.

import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import Provider from 'oidc-provider';

export const INVENTORY = 'dealeragent:inventory:read';
export const PRICING = 'dealeragent:pricing:read';

/** An agent without a person, known to the server from before. */
export const PARTNER = { id: 'partner-fleet', secret: 'only-for-this-test' };

const LIFETIME = 300;
const ALGORITHM = 'ES256';

/** Starts one on a free port. `resources` may be added to while it runs. */
export async function startAuthorizationServer(resources = new Set()) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const born = { expired: 0 };
  const provider = new Provider(issuer, configuration(resources, born));
  const faults = [];
  provider.on('server_error', (_, error) => faults.push(error));
  server.on('request', provider.callback());
  return {
    issuer,
    resources,
    /** What went wrong inside of it. */
    faults,
    /** The next `count` access tokens ended an hour ago. */
    expireNext: (count) => {
      born.expired = count;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function configuration(resources, born) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: ALGORITHM, use: 'sig' }] },
    clientDefaults: { id_token_signed_response_alg: ALGORITHM },
    clients: [
      {
        client_id: PARTNER.id,
        client_secret: PARTNER.secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    // Whoever registered for renewal gets it; not all clients send the prompt that
    // `offline_access` wants.
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    // A client registers with the scopes of its first challenge and may need more
    // later, so registration must not pin it to those; consent decides.
    extraClientMetadata: {
      properties: ['scope'],
      validator: (_, __, ___, metadata) => {
        delete metadata.scope;
      },
    },
    cookies: { keys: ['only-for-this-test'] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    ttl: {
      AccessToken: LIFETIME,
      ClientCredentials: LIFETIME,
      Grant: LIFETIME,
      IdToken: LIFETIME,
      Interaction: LIFETIME,
      RefreshToken: LIFETIME,
      Session: LIFETIME,
    },
    features: {
      clientCredentials: { enabled: true },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_, resource) => resourceServer(resources, resource),
      },
    },
    formats: {
      customizers: { jwt: (_, __, token) => aged(token, born) },
    },
  };
}

function resourceServer(resources, resource) {
  if (!resources.has(resource)) throw new Error(`${resource} is no resource of this server`);
  return {
    scope: `${INVENTORY} ${PRICING}`,
    audience: resource,
    accessTokenFormat: 'jwt',
    accessTokenTTL: LIFETIME,
    jwt: { sign: { alg: ALGORITHM } },
  };
}

/** Nobody waits for a token to end: one that shall have ended is made so. */
function aged(token, born) {
  if (born.expired === 0) return;
  born.expired -= 1;
  token.payload.iat -= 3600;
  token.payload.exp -= 3600;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { issuer, resources, expireNext, stop } = await startAuthorizationServer();
  const orders = { resource: (address) => resources.add(address), expire: (count) => expireNext(Number(count)) };
  console.log(`issuer ${issuer}`);
  for await (const line of createInterface({ input: process.stdin })) {
    const [order, value] = line.split(' ');
    orders[order](value);
    console.log(line);
  }
  await stop();
}
