// Assertions on answers, whatever client brought them.

import assert from 'node:assert/strict';

export const TRACE_ID = /^[A-Za-z0-9._:-]{8,128}$/;
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The structured content of a call that went well. */
export function success(result) {
  assert.notEqual(result.isError, true, `unexpected error: ${JSON.stringify(result.structuredContent)}`);
  return structured(result);
}

/** The error payload of a refused call; it is a result, not a protocol error. */
export function failure(result, code) {
  assert.equal(result.isError, true, 'the call must be refused with isError');
  const payload = structured(result);
  assert.equal(payload.code, code);
  assert.equal(typeof payload.error_id, 'string');
  assert.ok(payload.message.length > 0 && payload.message.length <= 500, 'message length');
  assert.equal(typeof payload.retryable, 'boolean');
  assert.match(payload.trace_id, TRACE_ID);
  assert.match(payload.created_at, RFC_3339);
  return payload;
}

/** True for a refused call with this code; any other outcome but success fails. */
export function refused(result, code) {
  if (result.isError !== true) return false;
  failure(result, code);
  return true;
}

function structured(result) {
  const { content, structuredContent } = result;
  assert.ok(structuredContent && typeof structuredContent === 'object', 'structuredContent is missing');
  assert.ok(Array.isArray(content) && content.length > 0, 'content is empty');
  assert.equal(content[0].type, 'text');
  assert.ok(content[0].text.length > 0, 'the summary is empty');
  // The JSON twin may be left out for size; where it is there it says the same.
  if (content.length > 1) assert.deepEqual(JSON.parse(content[1].text), structuredContent);
  return structuredContent;
}

/** What every fact about inventory carries. */
export function sourced(value) {
  assert.ok(value.provenance?.sources?.length > 0, 'provenance.sources is empty');
  assert.equal(typeof value.freshness?.state, 'string', 'freshness.state is missing');
}

/** A request that has to fail in the protocol, not in the tool. */
export async function protocolError(promise, code) {
  await assert.rejects(promise, (error) => {
    assert.equal(error.code, code, `${error.name}: ${error.message}`);
    return true;
  });
}
