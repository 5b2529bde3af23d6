import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const own = { title: text, note: text, comment: text, reason: text };
const card = { $ref: '#/components/schemas/Card' };
const document = spec(
  {
    '/cards': {
      post: { ...takes(object(own, ['title'])), responses: shows(card, '201') },
      get: { responses: shows({ type: 'array', items: card }) },
    },
    '/cards/{id}': item(card),
  },
  { schemas: { Card: object({ id: integer, ...own }, ['id']) } },
);
const listing =
  (shown: (one: Fields) => Fields): MakeServer =>
  () => {
    const { items, routes } = store('/cards', {});
    return { ...routes, 'GET /cards': () => ok([...items.values()].map(shown)) };
  };

it('a list that shows less of its items than their own read is no fault, one that lacks a single field is', async () => {
  expect((await plan(document)).bundle.plans.map(({ kind }) => kind)).toContain('create-list');
  expect(
    failures(
      await verify(
        document,
        listing(({ id, title }) => ({ id, title })),
      ),
    ),
  ).toEqual([]);
  const lost = await verify(
    document,
    listing(({ note: _note, ...rest }) => rest),
  );
  expect(decisive(lost)).toEqual(['FAIL_DECISIVE_CONTRACT FIELD_MISSING: A created card is in the list']);
  const altered = await verify(
    document,
    listing(({ id }) => ({ id, title: 'another' })),
  );
  expect(decisive(altered)).toEqual(['FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A created card is in the list']);
});

it('a list that lacks one member of those that are compared, and others that are shown, is short, too', async () => {
  const made = object({ title: text, note: text }, ['title']);
  const seen = { title: text, note: text, method: text, checkedAt: text };
  const watch = { $ref: '#/components/schemas/Watch' };
  const watches = spec(
    {
      '/watches': {
        post: { ...takes(made), responses: shows(watch, '201') },
        get: { responses: shows({ type: 'object', additionalProperties: watch }) },
      },
      '/watches/{id}': item(watch),
    },
    { schemas: { Watch: object({ id: integer, ...seen }, ['id']) } },
  );
  const showing =
    (shown: (one: Fields) => Fields): MakeServer =>
    () => {
      const { items, routes } = store('/watches', { method: 'GET', checkedAt: 'today' });
      return {
        ...routes,
        'GET /watches': () => ok(Object.fromEntries([...items].map(([id, one]) => [id, shown(one)]))),
      };
    };
  const without = (...names: string[]) =>
    showing((one) => Object.fromEntries(Object.entries(one).filter(([name]) => !names.includes(name))));
  expect(failures(await verify(watches, without('note', 'method')))).toEqual([]);
  const lost = await verify(watches, without('note'));
  expect(decisive(lost)).toEqual(['FAIL_DECISIVE_CONTRACT FIELD_MISSING: A created watch is in the list']);
  const altered = showing(({ id }) => ({ id, title: 'another' }));
  expect(decisive(await verify(watches, altered))).toEqual([
    'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A created watch is in the list',
  ]);
});
