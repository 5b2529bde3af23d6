import { describe, expect, it } from 'vitest';

import { decisive, type Fields, type MakeServer, plan, verify } from './small-server.ts';
import { integer, object, shows, spec, takes, text } from './small-spec.ts';
import { boolean, item, number, ok, store } from './small-store.ts';

describe('what is done to one item', () => {
  const own = { title: text, note: text, price: number, position: integer, primary: boolean };
  const card = object({ id: integer, ...own }, ['id', 'title']);
  const document = spec({
    '/cards': {
      post: { ...takes(object(own, ['title'])), responses: shows(card, '201') },
      get: { responses: shows({ type: 'array', items: card }) },
    },
    '/cards/{id}': { ...item(card), patch: { ...takes(object(own)), responses: shows(card) } },
  });
  type Store = ReturnType<typeof store>;
  const server =
    (
      change: (all: Store['items'], one: Fields, body: Fields) => void,
      remove?: (all: Store['items'], id: string) => void,
    ): MakeServer =>
    () => {
      const { items, on, routes } = store('/cards', {});
      routes['PATCH /cards/{id}'] = on((one, body) => {
        change(items, one, body);
        return ok(one);
      });
      if (remove)
        routes['DELETE /cards/{id}'] = ({ params: [id = ''] }) => {
          const isThere = items.has(id);
          if (isThere) remove(items, id);
          return isThere ? { status: 204 } : { status: 404, body: {} };
        };
      return routes;
    };
  const sound = (_all: unknown, one: Fields, body: Fields) => void Object.assign(one, body);
  const lost = 'FAIL_DECISIVE_PERSISTENCE ITEM_LOST';
  const altered = 'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED';

  it('accuses no sound server, whatever it moves or chooses by itself among the others', async () => {
    const moving = server(
      (all, one, body) => {
        Object.assign(one, body);
        for (const other of all.values()) {
          if (other !== one && body['primary'] === true) other['primary'] = false;
          if (other !== one && 'position' in body) other['position'] = Number(other['position'] ?? 0) + 1;
        }
      },
      (all, id) => {
        all.delete(id);
        for (const other of all.values()) other['position'] = 1;
      },
    );
    expect(decisive(await verify(document, moving))).toEqual([]);
  });

  it.each<[string, Parameters<typeof server>[0]]>([
    ['all', (all, _one, body) => void [...all.values()].forEach((other) => Object.assign(other, body))],
    [
      'all, in one field',
      (all, one, body) => {
        Object.assign(one, body);
        for (const other of all.values()) if ('title' in body) other['title'] = body['title'];
      },
    ],
  ])('is told where an update changes %s', async (_name, change) => {
    const { journeys } = await verify(document, server(change), 'update-read');
    const found = journeys.find(({ name }) => name === 'A card changed by PATCH is the only one that changes');
    expect(`${found?.verdict} ${found?.reasonCode}`).toBe(altered);
    expect(found?.details).toMatch(
      /^GET \/cards\/\{id\} shows another value at \/\w+ than POST \/cards sent, after PATCH/,
    );
  });

  it.each<[string, NonNullable<Parameters<typeof server>[1]>]>([
    ['all', (all) => all.clear()],
    [
      'the one after it, too',
      (all, id) => {
        for (const other of all.keys()) if (other[0] === id[0] || Number(other) === Number(id) + 1) all.delete(other);
      },
    ],
  ])('is told where a deletion takes %s', async (_name, remove) => {
    const { bundle } = await plan(document);
    const journey = bundle.plans.find(({ name }) => name === 'A deleted card is the only one that is gone');
    expect(journey?.steps.map(({ id }) => id)).toEqual([
      'create-card',
      'create-card-2',
      'read-card',
      'delete-card',
      'read-deleted-card',
      'read-card-2',
    ]);
    const found = decisive(await verify(document, server(sound, remove), 'delete-gone'));
    expect(found).toEqual([`${lost}: A deleted card is the only one that is gone`]);
  });
});
