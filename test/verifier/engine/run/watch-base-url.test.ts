import { expect, test } from 'vitest';
import { WrongBaseUrl } from '#verifier/engine/run/watch-base-url.ts';
import { runInMemory } from '#test/run-in-memory.ts';
import { json, thingsApi } from '#test/things-api.ts';
import { create, list, plan, request, step } from '#test/things-plans.ts';

const others = plan('others', [step('others', request('GET', '/others'))]);
const listed = plan('listed', [create(), list()], { kind: 'create-list' });
const missing = ({ method, path }: { method: string; path: string }) =>
  json(404, { error: `no route for ${method} ${path}` });

test('a base URL that serves no operation ends the run', async () => {
  await expect(runInMemory([listed, others], thingsApi(missing).handler)).rejects.toThrow(WrongBaseUrl);
});

test('a base URL that takes a write is right, though it serves none of the reads', async () => {
  const api = thingsApi((asked) => (asked.method === 'GET' ? missing(asked) : undefined));
  const { journeys, exitCode } = await runInMemory([listed, others], api.handler);
  expect([exitCode, journeys[0]?.verdict]).toEqual([1, 'FAIL_DECISIVE_ROUTE_MISSING']);
});

test('reads that are missing end no run before a write is missing, too', async () => {
  const writes: string[] = [];
  const api = thingsApi((asked) => {
    if (asked.method !== 'GET') writes.push(asked.path);
    return missing(asked);
  });
  await expect(runInMemory([others, listed], api.handler)).rejects.toThrow(WrongBaseUrl);
  expect(writes).toEqual(['/things']);
  const more = plan('more', [step('more', request('GET', '/more'))]);
  await expect(runInMemory([others, more], thingsApi(missing).handler)).rejects.toThrow(WrongBaseUrl);
});
