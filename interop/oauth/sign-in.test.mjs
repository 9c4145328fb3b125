// Signing in from nothing: the official client is told only the gateway's
// address, and finds the rest. The authorization server is a real one.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { ClientCredentialsProvider } from '@modelcontextprotocol/client';

import { failure, success } from '../lib/expect.mjs';
import { CANONICAL, COMPATIBLE, spell, TOOLS } from '../lib/tools.mjs';
import { INVENTORY, PARTNER, PRICING, startAuthorizationServer } from './authorization-server.mjs';
import { Keeper, SignedInClient } from './client.mjs';
import { CHICAGO, DENVER, ORGANIZATION, startGateway } from './gateway.mjs';

const ERAS = [
  { era: 'its default era', revision: '2025-11-25', options: {} },
  { era: '2026-07-28', revision: '2026-07-28', options: { versionNegotiation: { mode: { pin: '2026-07-28' } } } },
];
const DOORS = [
  { path: '/mcp', separator: CANONICAL },
  { path: '/mcp/compat', separator: COMPATIBLE },
];
const ELSEWHERE = 'https://another-dealer.example/mcp';

let server;
let gateway;
let strict;
let vehicle;

before(async () => {
  server = await startAuthorizationServer(new Set([ELSEWHERE]));
  gateway = await startGateway(server.issuer);
  strict = await startGateway(server.issuer, { requireSignIn: true });
  for (const { url } of [gateway, strict]) {
    for (const { path } of DOORS) server.resources.add(`${url}${path}`);
  }
  vehicle = await vehicleWithPrice();
});

after(async () => {
  await gateway?.stop();
  await strict?.stop();
  await server?.stop();
  assert.deepEqual(server?.faults, []);
});

for (const { path, separator } of DOORS) {
  for (const { era, revision, options } of ERAS) {
    const call = (client, tool, args) =>
      client.call(spell(tool, separator), { organization_id: ORGANIZATION, ...args });
    const named = () => ({ rooftop_id: vehicle.rooftop_id, vehicle_id: vehicle.vehicle_id });

    test(`${path}, ${era}: from a challenge to an answer`, async () => {
      const resource = `${gateway.url}${path}`;
      const keeper = new Keeper();
      const client = await new SignedInClient(resource, keeper, options).connect();
      assert.equal(client.revision, revision);
      assert.equal(keeper.visits.length, 0, 'the door is open to all, so connecting asks nobody to sign in');

      const found = success(await call(client, TOOLS.disclosure, named()));
      assert.equal(found.vehicle_id, vehicle.vehicle_id);

      const metadata = `${gateway.url}/.well-known/oauth-protected-resource${path}`;
      const refused = client.requests.findIndex(({ status }) => status === 401);
      // In the old era it also tries to open a stream, aside and at any time.
      const isStream = ({ method, url }) => method === 'GET' && url === resource;
      const trail = client.requests.slice(refused).filter((request) => !isStream(request));
      assert.deepEqual(trail.map(({ method, url, status }) => `${method} ${url} ${status}`), [
        `POST ${resource} 401`,
        `GET ${metadata} 200`,
        `GET ${server.issuer}/.well-known/oauth-authorization-server 200`,
        `POST ${server.issuer}/reg 201`,
        `POST ${server.issuer}/token 200`,
        `POST ${resource} 200`,
      ]);
      assert.equal(trail[0].challenge, `Bearer resource_metadata="${metadata}", scope="${PRICING}"`);

      const [visit] = keeper.visits.map((address) => address.searchParams);
      assert.equal(visit.get('code_challenge_method'), 'S256');
      assert.match(visit.get('code_challenge'), /^[\w-]{43}$/);
      assert.equal(visit.get('resource'), resource);
      assert.deepEqual(scopes(visit.get('scope')), [PRICING]);
      assert.equal(new URLSearchParams(trail[4].body).get('resource'), resource);

      const { header, claims } = unsealed(keeper.tokens().access_token);
      assert.equal(header.typ, 'at+jwt');
      assert.equal(claims.aud, resource);
      assert.equal(claims.scope, PRICING);
      await client.close();
    });

    test(`${path}, ${era}: a call that needs more asks for more`, async () => {
      const keeper = new Keeper();
      const client = await new SignedInClient(`${gateway.url}${path}`, keeper, options).connect();
      success(await call(client, TOOLS.disclosure, named()));

      const { vehicles } = success(await call(client, TOOLS.search, { page: { limit: 5 } }));
      assert.ok(vehicles.length > 0);
      const refused = client.requests.filter(({ status }) => status === 403);
      assert.equal(refused.length, 1);
      assert.match(refused[0].challenge, /^Bearer error="insufficient_scope", /);
      assert.match(refused[0].challenge, new RegExp(`scope="${INVENTORY}"`));
      assert.deepEqual(keeper.visits.map((visit) => scopes(visit.searchParams.get('scope'))), [
        [PRICING],
        [INVENTORY, PRICING],
      ]);

      // What it could do before, it still can, and nobody is asked again.
      success(await call(client, TOOLS.search, { rooftop_ids: [CHICAGO], page: { limit: 1 } }));
      success(await call(client, TOOLS.disclosure, named()));
      success(await call(client, TOOLS.availability, named()));
      assert.equal(keeper.visits.length, 2);
      await client.close();
    });

    test(`${path}, ${era}: a token that ended is renewed without the person`, async () => {
      const keeper = new Keeper();
      const client = await new SignedInClient(`${gateway.url}${path}`, keeper, options).connect();
      server.expireNext(1);
      success(await call(client, TOOLS.disclosure, named()));

      const refused = client.requests.filter(({ status }) => status === 401);
      assert.equal(refused.length, 2);
      assert.match(refused[1].challenge, /^Bearer error="invalid_token", /);
      const asked = client.requests.filter(({ url }) => url === `${server.issuer}/token`);
      const grants = asked.map(({ body }) => new URLSearchParams(body).get('grant_type'));
      assert.deepEqual(grants, ['authorization_code', 'refresh_token']);
      assert.equal(keeper.visits.length, 1);
      await client.close();
    });

    test(`${path}, ${era}: where everybody signs in, connecting already asks`, async () => {
      const keeper = new Keeper();
      const client = await new SignedInClient(`${strict.url}${path}`, keeper, options).connect();
      assert.equal(client.revision, revision);
      assert.equal(client.requests[0].status, 401);
      assert.deepEqual(scopes(keeper.visits[0].searchParams.get('scope')), [INVENTORY, PRICING]);
      success(await call(client, TOOLS.disclosure, named()));
      success(await call(client, TOOLS.search, { page: { limit: 1 } }));
      assert.equal(keeper.visits.length, 1);
      await client.close();
    });

    test(`${path}, ${era}: an agent without a person, for one rooftop`, async () => {
      const client = await partner(`${gateway.url}${path}`, options);
      const { vehicles } = success(await call(client, TOOLS.search, { page: { limit: 50 } }));
      assert.deepEqual([...new Set(vehicles.map(({ rooftop_id }) => rooftop_id))], [DENVER]);
      const elsewhere = await call(client, TOOLS.search, { rooftop_ids: [CHICAGO], page: { limit: 1 } });
      failure(elsewhere, 'dealeragent.resource.not_found');
      await client.close();
    });
  }
}

test('a token for another resource of the same issuer is refused', async () => {
  const token = await partnerToken(ELSEWHERE);
  assert.equal(unsealed(token).claims.aud, ELSEWHERE);
  const response = await listTools(token);
  assert.equal(response.status, 401);
  assert.match(response.headers.get('www-authenticate'), /^Bearer error="invalid_token"/);
});

test('a token whose claims were changed is refused', async () => {
  const token = await partnerToken(`${gateway.url}/mcp`);
  assert.equal((await listTools(token)).status, 200);
  const [header, claims, signature] = token.split('.');
  const more = { ...unsealed(token).claims, client_id: 'somebody-else' };
  const changed = Buffer.from(JSON.stringify(more)).toString('base64url');
  assert.notEqual(changed, claims);
  assert.equal((await listTools([header, changed, signature].join('.'))).status, 401);
});

/** A vehicle that has a price, as the partner finds it. */
async function vehicleWithPrice() {
  const client = await partner(`${gateway.url}/mcp`, {});
  const args = { organization_id: ORGANIZATION, page: { limit: 1 } };
  const { vehicles } = success(await client.call(TOOLS.search, args));
  await client.close();
  assert.ok(vehicles[0], 'the search finds nothing');
  return vehicles[0];
}

function partner(url, options) {
  const provider = new ClientCredentialsProvider({
    clientId: PARTNER.id,
    clientSecret: PARTNER.secret,
    expectedIssuer: server.issuer,
  });
  return new SignedInClient(url, provider, options).connect();
}

async function partnerToken(resource) {
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: INVENTORY, resource });
  const secret = Buffer.from(`${PARTNER.id}:${PARTNER.secret}`).toString('base64');
  const headers = { authorization: `Basic ${secret}` };
  const response = await fetch(`${server.issuer}/token`, { method: 'POST', headers, body });
  assert.equal(response.status, 200);
  return (await response.json()).access_token;
}

function listTools(token) {
  return fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
}

/** The protocol's scopes, in order; what else a client asks for is between it and its server. */
function scopes(text) {
  return text.split(' ').filter((scope) => scope.startsWith('dealeragent:')).sort();
}

function unsealed(token) {
  const [header, claims] = token.split('.', 2).map((part) => JSON.parse(Buffer.from(part, 'base64url')));
  return { header, claims };
}
