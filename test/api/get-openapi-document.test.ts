import { expect, test } from 'vitest';
import { openScenario } from '../support/scenario.ts';

const path = '/api/v1/openapi.json';
const scenario = await openScenario();

test('200: anyone may read the document', async () => {
  const { status, body, headers } = await scenario.nobody.get(path);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json');
  expect(body).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
  expect(Object.keys(body['paths'] as object)).toContain(path);
});

test('200: a broken token does no harm here', async () => {
  const answer = await scenario.nobody.send('GET', path, undefined, { authorization: 'Bearer nonsense' });
  expect(answer.status).toBe(200);
});
