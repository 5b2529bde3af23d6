import { expect, test } from 'vitest';
import { openScenario } from '../support/scenario.ts';

const { nobody } = await openScenario();

test('404: a path without route is answered with a problem, not by the gateway', async () => {
  const { status, headers, body } = await nobody.get('/api/v1/nowhere');
  expect([status, body.code, headers['content-type']]).toEqual([404, 'ROUTE_NOT_FOUND', 'application/problem+json']);
});

test('405: a path with another method names those that it answers', async () => {
  const { status, headers, body } = await nobody.put('/api/v1/me', {});
  expect([status, body.code, headers['allow']]).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET, DELETE']);
});
