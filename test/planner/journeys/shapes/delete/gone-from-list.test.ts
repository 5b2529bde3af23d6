import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, notFound, ok, store } from '#test/small-store.ts';

describe('what was deleted', () => {
  const note = object({ id: integer, title: text, status: text }, ['id', 'title']);
  const document = spec({
    '/notes': {
      post: { ...takes(object({ title: text }, ['title'])), responses: shows(note, '201') },
      get: { responses: shows({ type: 'array', items: note }) },
    },
    '/notes/{id}': item(note),
  });
  /** `listed`: how the list shows what was deleted; `read`: how its own read does. */
  const server = (listed: (one: Fields) => Fields | undefined, read?: (one: Fields) => Fields): MakeServer => {
    return () => {
      const { items, on, routes } = store('/notes', { status: 'open' });
      const gone = new Set<Fields>();
      routes['GET /notes'] = () =>
        ok([...items.values()].flatMap((one) => (gone.has(one) ? (listed(one) ?? []) : one)));
      routes['GET /notes/{id}'] = on((one) => (gone.has(one) ? (read ? ok(read(one)) : notFound) : ok(one)));
      routes['DELETE /notes/{id}'] = on((one) => (gone.add(one), { status: 204 }));
      return routes;
    };
  };
  /** Shows the newest five alone, and does not say so. */
  const short: MakeServer = () => {
    const { items, routes } = store('/notes', { status: 'open' });
    for (let id = 901; id <= 905; id += 1) items.set(String(id), { id, title: `note ${id}` });
    return { ...routes, 'GET /notes': () => ok([...items.values()].slice(-5)) };
  };
  const marked = (one: Fields) => ({ ...one, status: 'deleted' });

  it('is found in a list that still shows it, though its own read says that it is gone', async () => {
    expect(
      decisive(
        await verify(
          document,
          server((one) => one),
        ),
      ),
    ).toEqual(['FAIL_DECISIVE_PERSISTENCE NOT_DELETED: A deleted note is not in the list']);
  });

  it.each<[string, MakeServer]>([
    ['no list shows it', server(() => undefined)],
    ['the list shows it with a mark', server(marked)],
    ['the list is cut', short],
    ['its own read shows it with a mark, and the list without', server((one) => ({ ...one }), marked)],
  ])('is no fault where %s', async (_how, sound) => {
    expect(failures(await verify(document, sound))).toEqual([]);
  });
});
