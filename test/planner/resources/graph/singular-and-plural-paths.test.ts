import { describe, expect, it } from 'vitest';

import { failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, notFound, ok } from '#test/small-store.ts';

const fields = { comment: text };
const silence = object({ id: text, ...fields }, ['id', 'comment']);
const create = { ...takes(object(fields, ['comment'])), responses: shows(object({ silenceID: text }, ['silenceID'])) };
const list = { responses: shows({ type: 'array', items: silence }) };
const single = { ...item(silence, text), parameters: [param('silenceID')] };

/** Items on a path in the singular; the list, and perhaps the create, on one in the plural. */
const styles = {
  '/silences lists and creates': spec({ '/silences': { get: list, post: create }, '/silence/{silenceID}': single }),
  '/silence creates, /silences lists': spec({
    '/silences': { get: list },
    '/silence': { post: create },
    '/silence/{silenceID}': single,
  }),
  'below a parent': spec({
    '/teams': {
      post: { ...takes(object({ title: text }, ['title'])), responses: shows(object({ id: text }, ['id']), '201') },
    },
    '/teams/{team}/silences': { parameters: [param('team')], get: list, post: create },
    '/teams/{teamId}/silence/{silenceID}': { ...single, parameters: [param('teamId'), param('silenceID')] },
  }),
};

const server: MakeServer = () => {
  const items = new Map<string, Fields & { team: string }>();
  let [teams, made] = [0, 0];
  const make = (team: string, body: Fields) => {
    const id = `s-${(made += 1)}-of-all`;
    items.set(id, { id, ...body, team });
    return ok({ silenceID: id });
  };
  const all = (team: string) => ok([...items.values()].filter((one) => one.team === team));
  const read = (team: string, id: string) => (items.get(id)?.team === team ? ok(items.get(id)) : notFound);
  const remove = (id: string) => (items.delete(id) ? { status: 204 } : notFound);
  return {
    'POST /teams': () => ({ status: 201, body: { id: `team-${(teams += 1)}` } }),
    'POST /silence': ({ body }) => make('', body),
    'POST /silences': ({ body }) => make('', body),
    'POST /teams/{t}/silences': ({ params: [team = ''], body }) => make(team, body),
    'GET /silences': () => all(''),
    'GET /teams/{t}/silences': ({ params: [team = ''] }) => all(team),
    'GET /silence/{id}': ({ params: [id = ''] }) => read('', id),
    'GET /teams/{t}/silence/{id}': ({ params: [team = '', id = ''] }) => read(team, id),
    'DELETE /silence/{id}': ({ params: [id = ''] }) => remove(id),
    'DELETE /teams/{t}/silence/{id}': ({ params: [, id = ''] }) => remove(id),
  };
};

describe.each(Object.entries(styles))('items beside their list: %s', (_name, document) => {
  it('are made, read, listed and deleted', async () => {
    const { bundle, operations } = await plan(document);
    expect(bundle.plans.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['create-read', 'create-list', 'delete-gone', 'not-found']),
    );
    expect(operations.filter(({ journeyIds }) => journeyIds.length === 0)).toEqual([]);
    expect(failures(await verify(document, server))).toEqual([]);
  });
});
