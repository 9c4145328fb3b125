// What a shopping agent does first, as subtests. Every client runs this same
// walk, so that a difference between two clients is the client's or the
// transport's, never the test's.
//
// A session is an object with
//   listTools()             -> tools
//   callTool(name, args)    -> tool result
//   listResources()         -> resources
//   readResource(uri)       -> read result
//   hidesProtocol           -> true when the client checks names itself and
//                              shows no JSON-RPC codes

import assert from 'node:assert/strict';

import { failure, protocolError, refused, sourced, success, TRACE_ID } from './expect.mjs';
import { otherSeparator, spell, TOOLS } from './tools.mjs';

const ORGANIZATION = 'example-ridge';
const ROOFTOPS = ['ridge-chicago', 'ridge-denver'];
const MANIFEST_URI = 'dealeragent://manifest';
const INVALID = 'dealeragent.validation.invalid';
const PAGE_SIZE = 10;

/** Runs the walk over one session; `separator` is how this door spells tool names. */
export async function walk(t, session, separator) {
  const call = (tool, args) => session.callTool(spell(tool, separator), args);

  await t.test('lists the seven tools', () => listing(session, separator));
  await t.test('gives one manifest as tool and as resource', () => manifest(session, call));
  await t.test('describes the dealer', () => dealer(call));

  let vehicle;
  await t.test('finds vehicles', async () => {
    vehicle = await firstVehicle(call);
  });
  // Without a vehicle the rest would only repeat the same failure.
  if (!vehicle) return;
  await t.test('searches by text', () => textSearch(call, vehicle));
  await t.test('turns the page', () => secondPage(call));
  await t.test('gives the vehicle found', () => sameVehicle(call, vehicle));
  await t.test('verifies its availability', () => availability(call, vehicle));
  await t.test('discloses a price', () => disclosure(call));
  await t.test('gives details of a used vehicle', () => usedDetails(call));
  await t.test('refuses bad arguments', () => badArguments(call, vehicle));
  if (session.hidesProtocol) return;
  await t.test('refuses an unknown resource', () => unknownResource(session));
  await t.test('accepts the other spelling', () => otherSpelling(session, separator, vehicle));
  await t.test('refuses an unknown tool', () =>
    protocolError(session.callTool('no_such_tool', {}), -32602));
}

async function listing(session, separator) {
  const tools = await session.listTools();
  const expected = Object.values(TOOLS).map((name) => spell(name, separator));
  assert.deepEqual(tools.map((tool) => tool.name).sort(), expected.sort());
  for (const tool of tools) {
    assert.ok(tool.description, `${tool.name} has no description`);
    assert.equal(tool.inputSchema.type, 'object', tool.name);
    assert.equal(tool.outputSchema?.type, 'object', tool.name);
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations ?? {};
    assert.deepEqual(
      { readOnlyHint, destructiveHint, idempotentHint, openWorldHint },
      { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      tool.name,
    );
  }
}

async function manifest(session, call) {
  const resources = await session.listResources();
  assert.ok(resources.some((resource) => resource.uri === MANIFEST_URI), 'manifest is not listed');

  const { contents } = await session.readResource(MANIFEST_URI);
  assert.equal(contents.length, 1);
  assert.equal(contents[0].uri, MANIFEST_URI);
  const resource = JSON.parse(contents[0].text);
  assert.equal(resource.standard, 'dealer-agent-protocol');
  assert.equal(resource.standard_version, '0.1');
  assert.equal(resource.mcp_revision, '2026-07-28');
  assert.ok(resource.organization_ids.includes(ORGANIZATION));
  assert.deepEqual([...resource.rooftop_ids].sort(), ROOFTOPS);
  const declared = resource.capabilities.flatMap((capability) => capability.tools);
  assert.deepEqual([...new Set(declared)].sort(), Object.values(TOOLS).sort());

  const tool = success(await call(TOOLS.manifest, { organization_id: ORGANIZATION }));
  assert.deepEqual(tool, resource);
}

async function dealer(call) {
  const found = success(await call(TOOLS.dealer, { organization_id: ORGANIZATION }));
  assert.equal(found.organization_id, ORGANIZATION);
  assert.deepEqual(found.rooftops.map((rooftop) => rooftop.rooftop_id).sort(), ROOFTOPS);
  sourced(found);
}

async function search(call, request) {
  const found = success(await call(TOOLS.search, { organization_id: ORGANIZATION, ...request }));
  assert.ok(found.vehicles.length > 0, 'no vehicles');
  assert.equal(typeof found.page.has_more, 'boolean');
  assert.match(found.trace_id, TRACE_ID);
  sourced(found);
  return found;
}

async function firstVehicle(call) {
  const { vehicles } = await search(call, {
    filters: { condition: ['new', 'used', 'certified'] },
    page: { limit: PAGE_SIZE },
  });
  for (const vehicle of vehicles) {
    assert.equal(vehicle.organization_id, ORGANIZATION);
    assert.ok(ROOFTOPS.includes(vehicle.rooftop_id), vehicle.rooftop_id);
    sourced(vehicle);
  }
  return vehicles[0];
}

async function textSearch(call, vehicle) {
  const { vehicles } = await search(call, { query: `${vehicle.year} ${vehicle.model}` });
  assert.ok(vehicles.some((found) => found.model === vehicle.model));
}

async function secondPage(call) {
  const request = { filters: { condition: ['new', 'used', 'certified'] } };
  const first = await search(call, { ...request, page: { limit: 1 } });
  assert.equal(first.page.has_more, true);
  const cursor = first.page.next_cursor;
  const second = await search(call, { ...request, page: { limit: 1, cursor } });
  assert.notEqual(second.vehicles[0].vehicle_id, first.vehicles[0].vehicle_id);
}

async function sameVehicle(call, vehicle) {
  const found = success(await call(TOOLS.vehicle, byId(vehicle)));
  assert.equal(found.vehicle_id, vehicle.vehicle_id);
  assert.equal(found.vin, vehicle.vin);
  sourced(found);
}

async function availability(call, vehicle) {
  const request = { ...byId(vehicle), purpose: 'shopping_assistance' };
  const found = success(await call(TOOLS.availability, request));
  assert.equal(found.vehicle_id, vehicle.vehicle_id);
  assert.equal(typeof found.availability.status, 'string');
  assert.match(found.trace_id, TRACE_ID);
}

async function disclosure(call) {
  const { vehicles } = await search(call, { page: { limit: PAGE_SIZE } });
  const { vehicle, found } = await firstSuccess(
    call, TOOLS.disclosure, vehicles, 'dealeragent.pricing.incomplete');
  assert.equal(found.vehicle_id, vehicle.vehicle_id);
  assert.ok(Number.isInteger(found.advertised_price.amount.amount_minor));
  assert.ok(Array.isArray(found.required_dealer_charges));
  assert.equal(typeof found.disclosure_completeness.score, 'number');
  sourced(found);
}

async function usedDetails(call) {
  const { vehicles } = await search(call, {
    filters: { condition: ['used', 'certified'] },
    page: { limit: PAGE_SIZE },
  });
  const { vehicle, found } = await firstSuccess(
    call, TOOLS.usedDetails, vehicles, 'dealeragent.resource.not_found');
  assert.equal(found.vehicle_id, vehicle.vehicle_id);
  assert.match(found.trace_id, TRACE_ID);
}

/** Some units may lack the facts that a tool needs; one of a page must have them. */
async function firstSuccess(call, tool, vehicles, excuse) {
  for (const vehicle of vehicles) {
    const result = await call(tool, byId(vehicle));
    if (!refused(result, excuse)) return { vehicle, found: success(result) };
  }
  assert.fail(`${tool} answered ${excuse} for every vehicle of the page`);
}

async function badArguments(call, vehicle) {
  const unit = { organization_id: vehicle.organization_id, rooftop_id: vehicle.rooftop_id };
  const requests = [
    { ...unit, vin: '1HGCM82633A004352', stock_number: 'A1' },
    { ...byId(vehicle), colour: 'red' },
    { rooftop_id: unit.rooftop_id, vehicle_id: vehicle.vehicle_id },
  ];
  for (const request of requests) failure(await call(TOOLS.vehicle, request), INVALID);
}

function unknownResource(session) {
  return protocolError(session.readResource('dealeragent://no-such-thing'), -32602);
}

async function otherSpelling(session, separator, vehicle) {
  const name = spell(TOOLS.vehicle, otherSeparator(separator));
  const found = success(await session.callTool(name, byId(vehicle)));
  assert.equal(found.vehicle_id, vehicle.vehicle_id);
}

function byId({ organization_id, rooftop_id, vehicle_id }) {
  return { organization_id, rooftop_id, vehicle_id };
}
