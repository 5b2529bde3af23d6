import { expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, ok, store } from '#test/small-store.ts';

const time = { type: 'string', format: 'date-time' };
const own = object({ title: text }, ['title']);
const documentOf = (card: object, sent: object = own) =>
  spec({
    '/cards': { post: { ...takes(sent as never), responses: shows(card as never, '201') } },
    '/cards/{id}': {
      parameters: [param('id', integer)],
      get: { responses: { ...shows(card as never), ...missing } },
      put: { ...takes(sent as never), responses: shows(card as never) },
    },
  });
const card = object({ id: integer, title: text, createdAt: time }, ['id', 'title', 'createdAt']);
const document = documentOf(card);

/** Cards that were made at a time; `after`: what an update makes of that. */
const server =
  (after: (createdAt: unknown) => unknown): MakeServer =>
  () => {
    const { on, routes } = store('/cards', { createdAt: '2026-01-01T00:00:00Z' });
    delete routes['GET /cards'];
    const change = on((one, body) => ok(Object.assign(one, body, { createdAt: after(one['createdAt']) })));
    return { ...routes, 'PUT /cards/{id}': change };
  };

it.each<[string, (createdAt: unknown) => unknown]>([
  ['stays', (createdAt) => createdAt],
  ['is written otherwise', () => '2026-01-01T01:00:00.000+01:00'],
])('when a thing was made %s', async (_, after) => {
  expect(failures(await verify(document, server(after)))).toEqual([]);
});

it('a change that makes the thing anew is found, and proved by a fault of its own', async () => {
  const { bundle } = await plan(document);
  expect(bundle.plans.flatMap(({ proof }) => proof)).toContain('made-anew PUT /cards/{id}');
  expect(
    decisive(
      await verify(
        document,
        server(() => '2026-02-01T00:00:00Z'),
      ),
    ),
  ).toEqual(['FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A card changed by PUT shows the change']);
});

it.each<[string, object]>([
  ['need not be shown', documentOf(object({ id: integer, title: text, createdAt: time }, ['id', 'title']))],
  ['is sent', documentOf(card, object({ title: text, createdAt: time }, ['title']))],
  ['is another', documentOf(object({ id: integer, title: text, updatedAt: time }, ['id', 'title', 'updatedAt']))],
])('nothing is asserted of a time that %s', async (_, other) => {
  const { bundle } = await plan(other);
  const captures = bundle.plans.flatMap(({ steps }) => steps.flatMap((step) => Object.keys(step.captures)));
  expect(captures.filter((name) => name.endsWith('edAt'))).toEqual([]);
});
