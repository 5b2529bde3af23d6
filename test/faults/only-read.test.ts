import { expect, test } from 'vitest';
import { faultNamed } from '../../bench/detect/faults/faults.ts';
import { type JsonObject, proxyOperations } from '../../bench/detect/proxy/operations.ts';

const text = { type: 'string' };
const hook = { type: 'object', required: ['id', 'url'], properties: { id: text, url: text, note: text } };
const shows = (schema: JsonObject, status = '200') => ({
  [status]: { description: 'done', content: { 'application/json': { schema } } },
});
const specOf = (read: JsonObject): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Hooks', version: '1' },
  paths: {
    '/hooks': {
      get: { responses: shows({ type: 'array', items: hook }) },
      post: {
        requestBody: { required: true, content: { 'application/json': { schema: hook } } },
        responses: shows(hook, '201'),
      },
    },
    ...read,
  },
});
const READ = { '/hooks/{id}': { get: { responses: shows(hook) } } };

test.each([
  ['GET /hooks', {}, true],
  ['POST /hooks', {}, false],
  ['GET /hooks', READ, false],
  ['GET /hooks/{id}', READ, false],
])('an optional member lost at %s beside %j may be told as a lost value: %s', (key, read, isSo) => {
  const all = proxyOperations(specOf(read));
  const operation = all.find((one) => one.key === key);
  if (!operation) throw new Error(`no ${key}`);
  const labels = faultNamed('optional field dropped').alsoNamed?.(operation, all) ?? [];
  expect(labels.some(({ reasonCodes }) => reasonCodes.includes('VALUE_LOST'))).toBe(isSo);
});
