import { expect, test } from 'vitest';

import { json, thingsApi } from '#test/things-api.ts';
import { create, list, plan } from '#test/things-plans.ts';
import { runOne } from '#test/run-in-memory.ts';

test('a link to the next page is followed at the host that was asked, whatever host it names', async () => {
  const hosts = new Set<string>();
  const api = thingsApi((r, _next, { things }) => {
    if (r.path !== '/things' || r.method !== 'GET') return undefined;
    hosts.add(new URL(r.url).host);
    if (r.query.get('after') === 'c2') return json(200, { data: [...things.values()] });
    return json(200, { data: [{ id: 900 }] }, { link: '<https://behind.example/things?after=c2>; rel="next"' });
  });
  const paged = plan('paged', [create(), list({ paging: { style: 'link' } })]);
  expect(await runOne(paged, api.handler)).toMatchObject({ status: 'pass' });
  expect(hosts.size).toBe(1);
});

test('where the host that was asked serves no such page, nothing is said about what is absent', async () => {
  const api = thingsApi((r) => {
    if (r.path !== '/things' || r.method !== 'GET') return undefined;
    if (r.query.has('after')) return json(404, { error: 'no such page' });
    return json(200, { data: [{ id: 900 }] }, { link: '<https://behind.example/things?after=c2>; rel="next"' });
  });
  const paged = plan('paged', [create(), list({ paging: { style: 'link' } })]);
  expect(await runOne(paged, api.handler)).toMatchObject({ reasonCode: 'LIST_NOT_EXHAUSTED' });
});

test.each([
  ['another path', 'https://behind.example/hings?after=c2', 'LIST_NOT_EXHAUSTED'],
  ['the root of a service behind it', 'https://behind.example/?after=c2', 'LIST_NOT_EXHAUSTED'],
])('a next page at %s is not asked for elsewhere', async (_name, link, reasonCode) => {
  const asked = new Set<string>();
  const api = thingsApi((r) => {
    asked.add(r.path);
    if (r.path !== '/things' || r.method !== 'GET') return undefined;
    return json(200, { data: [{ id: 900 }] }, { link: `<${link}>; rel="next"` });
  });
  const paged = plan('paged', [create(), list({ paging: { style: 'link' } })]);
  expect(await runOne(paged, api.handler)).toMatchObject({ reasonCode });
  expect(asked.has(new URL(link).pathname)).toBe(false);
});
