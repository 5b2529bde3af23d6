import { expect, it } from 'vitest';

import { type Asked, decisive, failures, type Fields, type MakeServer, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, store } from '#test/small-store.ts';
import { valueFor } from '#test/value-for.ts';

const own = { title: text, note: text, tags: { type: 'array', items: text } };
const card = object({ id: integer, ...own }, ['id', 'title']);
const document = spec({
  '/cards': { post: { ...takes(object(own, ['title'])), responses: shows(card, '201') } },
  '/cards/{id}': item(card),
});
const keeping =
  (keep: (sent: Fields) => Fields): MakeServer =>
  () => {
    const { routes } = store('/cards', {});
    const create = routes['POST /cards'];
    return { ...routes, 'POST /cards': (asked) => create?.({ ...asked, body: keep(asked.body) }) ?? { status: 500 } };
  };
const tagsOf = ({ tags = [] }: Fields) => tags as string[];
const noteOf = ({ note }: Fields) => String(note);

it('a list that is kept in an order of the server, or a text in capitals, is no fault', async () => {
  expect(
    failures(
      await verify(
        document,
        keeping((sent) => sent),
      ),
    ),
  ).toEqual([]);
  expect(
    failures(
      await verify(
        document,
        keeping((sent) => ({ ...sent, tags: tagsOf(sent).toSorted() })),
      ),
    ),
  ).toEqual([]);
  const inCapitals = keeping((sent) => ({ ...sent, note: noteOf(sent).toUpperCase() }));
  expect(decisive(await verify(document, inCapitals))).toEqual([]);
});

it.each<[string, (sent: Fields) => Fields]>([
  ['the last of several entries', (sent) => ({ ...sent, tags: tagsOf(sent).slice(0, 1) })],
  ['letters beyond English ones', (sent) => ({ ...sent, note: noteOf(sent).replaceAll(/[^\x20-\x7e]/g, '?') })],
])('a server that loses %s is found', async (_, keep) => {
  expect(decisive(await verify(document, keeping(keep), 'create-read'))).toEqual([
    'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A created card can be read back',
  ]);
});

it.each<[string, object, unknown]>([
  ['has two entries', {}, ['sample-tags', 'further-tags']],
  ['has one where no more fit', { maxItems: 1 }, ['sample-tags']],
  ['has the last of three choices too', { items: { enum: ['a', 'b', 'c'] } }, ['a', 'c']],
  ['has one where a choice holds another', { items: { enum: ['repo', 'repo:status', 'user'] } }, ['repo']],
  ['has one where a choice is all', { items: { enum: ['a', 'b', 'all'] } }, ['a']],
  ['has one of two, as the other one is the next value', { items: { enum: ['a', 'b'] } }, ['a']],
  ['has one where an entry may be no text of its own', { items: { type: 'string', format: 'uri' } }, undefined],
])('a list that %s', (_, more, expected) => {
  const tags = { type: 'array', items: { type: 'string' }, ...more };
  const sent = valueFor({ type: 'object', properties: { tags } }, 'body') as Record<string, unknown>;
  expect(sent['tags']).toEqual(expected);
  const next = valueFor({ type: 'object', properties: { tags } }, 'body', { turn: 1 }) as Record<string, unknown>;
  for (const one of (next['tags'] ?? []) as unknown[]) expect(expected).not.toContain(one);
});

it('prose has letters beyond English ones, as far as there is room', () => {
  expect(valueFor({ type: 'string' }, 'description')).toMatch(/ü|é|ö/u);
  expect(valueFor({ type: 'string', maxLength: 12 }, 'note')).toBe('sample-notex');
  expect(valueFor({ type: 'string', pattern: '^[a-z-]+$' }, 'note')).toBe('sample-note');
  expect(valueFor({ type: 'string' }, 'note', { turn: 1 })).toBe('changed-note');
  expect(valueFor({ type: 'string' }, 'title')).toBe('sample-title');
});

it('next values are others than those that the item holds', () => {
  const guests = { type: 'integer', minimum: 1, maximum: 8 };
  const schema = {
    type: 'object',
    properties: { guests, smoking: { type: 'boolean' } },
    required: ['guests', 'smoking'],
  };
  expect(valueFor(schema, 'body', { turn: 1 })).toEqual({ guests: 2, smoking: false });
  const before = { guests: 2, smoking: false };
  expect(valueFor(schema, 'body', { turn: 1, before })).toEqual({ guests: 3, smoking: true });
  const one = { type: 'object', properties: { guests: { const: 2 } }, required: ['guests'] };
  expect(valueFor(one, 'body', { turn: 1, before })).toEqual({ guests: 2 });
});

it('prose that must be the run’s own has letters beyond English ones, too', async () => {
  const conflict = { '409': { description: 'taken' } };
  const create = { ...takes(object(own, ['title'])), responses: { ...shows(card, '201'), ...conflict } };
  const unique = spec({ '/cards': { post: create }, '/cards/{id}': item(card) });
  const plain = (sent: Fields) => ({ ...sent, note: noteOf(sent).replaceAll(/[^\x20-\x7e]/g, '?') });
  expect(decisive(await verify(unique, keeping(plain), 'create-read'))).toEqual([
    'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A created card can be read back',
  ]);
});

it('a list of objects that a create can do without is sent, unless an entry names another thing or a secret', async () => {
  const hours = { type: 'array', items: object({ day: { enum: ['mon', 'tue'] }, opens: text }, ['day']) };
  const others = { type: 'array', items: object({ cardId: integer }, ['cardId']) };
  const members = { title: text, hours, others, credentials: { type: 'array', items: object({ note: text }) } };
  const shop = object({ id: integer, ...members }, ['id', 'title']);
  const shops = spec({
    '/shops': { post: { ...takes(object(members, ['title'])), responses: shows(shop, '201') } },
    '/shops/{id}': item(shop),
  });
  const losing =
    (lost: object): MakeServer =>
    () => {
      const { routes } = store('/shops', {});
      const create = routes['POST /shops'];
      const kept = (asked: Asked) => create?.({ ...asked, body: { ...asked.body, ...lost } }) ?? { status: 500 };
      return { ...routes, 'POST /shops': kept };
    };
  expect(failures(await verify(shops, losing({})))).toEqual([]);
  expect(failures(await verify(shops, losing({ others: [], credentials: [] })))).toEqual([]);
  expect(decisive(await verify(shops, losing({ hours: [] }), 'create-read'))).toEqual([
    'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A created shop can be read back',
  ]);
});
