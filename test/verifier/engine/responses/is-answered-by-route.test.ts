import { expect, test } from 'vitest';
import { isAnsweredByRoute } from '#verifier/engine/responses/is-answered-by-route.ts';
import type { Call } from '#verifier/engine/exchange/call.ts';

const told = (status: number, body: object, headers: Record<string, string> = {}) =>
  ({ answer: { status, headers, body: JSON.stringify(body) } }) as unknown as Call;
const asked = { method: 'GET', path: '/boards/{id}/teams' } as const;

test.each([
  ['what it lacks here', told(501, { detail: 'Active backend does not implement Node API' }), true],
  ['no more than that', told(501, { message: 'Not Implemented' }), false],
  ['that it will come', told(501, { error: 'Teams of boards are not implemented yet, coming soon' }), false],
])('501 that says %s', (_, call, isRoute) => {
  expect(isAnsweredByRoute(call, asked)).toBe(isRoute);
});

test.each([
  ['a reason of its own', told(405, { message: 'this board is not owned by an organization' }), true],
  ['that the method is allowed', told(405, {}, { allow: 'GET, PUT' }), true],
  ['that the method is not allowed', told(405, { message: 'Method Not Allowed' }), false],
  ['which method to use', told(405, { error: 'GET is not supported here, use POST instead' }), false],
  ['that there is no such method', told(405, { detail: "Request method 'GET' is not implemented" }), false],
])('405 that says %s', (_, call, isRoute) => {
  expect(isAnsweredByRoute(call, asked)).toBe(isRoute);
});
