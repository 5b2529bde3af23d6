import { expect, test } from 'vitest';
import { faultNamed } from '../../bench/detect/faults/faults.ts';
import { type JsonObject, proxyOperations } from '../../bench/detect/proxy/operations.ts';
import { object, shows, spec, takes, text } from '../support/small-spec.ts';

const hook = object({ id: text, url: text, note: text }, ['id', 'url']);
const hooks = {
  get: { responses: shows({ type: 'array', items: hook }) },
  post: { ...takes(hook), responses: shows(hook, '201') },
};
const READ = { '/hooks/{id}': { get: { responses: shows(hook) } } };

test.each([
  ['GET /hooks', {}, true],
  ['POST /hooks', {}, false],
  ['GET /hooks', READ, false],
  ['GET /hooks/{id}', READ, false],
])('an optional member lost at %s beside %j may be told as a lost value: %s', (key, read, isSo) => {
  const all = proxyOperations(spec({ '/hooks': hooks, ...read }) as JsonObject);
  const operation = all.find((one) => one.key === key);
  if (!operation) throw new Error(`no ${key}`);
  const labels = faultNamed('optional field dropped').alsoNamed?.(operation, all) ?? [];
  expect(labels.some(({ reasonCodes }) => reasonCodes.includes('VALUE_LOST'))).toBe(isSo);
});
