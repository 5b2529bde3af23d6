import { describe, expect, it } from 'vitest';

import { failures, type Fields, type MakeServer, plan, type Routes, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, store } from '#test/small-store.ts';

/** Teams and people share one set of names; a seat is somebody's in a team. */
const named = object({ id: integer, name: text }, ['id', 'name']);
const makes = { ...takes(object({ name: text }, ['name'])), responses: shows(named, '201') };
const seat = { teamId: integer, personId: integer, note: text };
const shownSeat = object({ id: integer, ...seat }, ['id', ...Object.keys(seat)]);
const document = spec({
  '/teams': { post: makes },
  '/teams/{id}': item(named),
  '/people': { post: makes },
  '/people/{id}': item(named),
  '/seats': { post: { ...takes(object(seat, Object.keys(seat))), responses: shows(shownSeat, '201') } },
  '/seats/{id}': item(shownSeat),
});

const server: MakeServer = () => {
  const kinds = [store('/teams', {}), store('/people', {})];
  const isTaken = ({ name }: Fields) =>
    kinds.some(({ items }) => [...items.values()].some((one) => one['name'] === name));
  const routes: Routes = Object.assign({}, store('/seats', {}).routes, ...kinds.map((kind) => kind.routes));
  for (const key of ['POST /teams', 'POST /people']) {
    const make = routes[key]!;
    routes[key] = (asked) =>
      isTaken(asked.body) ? { status: 409, body: { error: 'something of this name exists' } } : make(asked);
  }
  return routes;
};

describe('things of two kinds that share one set of names', () => {
  it('are made by one journey: the second gets another name once the first one is taken', async () => {
    const result = await verify(document, server);
    expect(failures(result)).toEqual([]);
    const note = expect.stringMatching(/^create-(team|person): 409 with \/name; went on with another value$/);
    expect(result.journeys.filter(({ notes = [] }) => notes.some((one) => note.asymmetricMatch(one)))).not.toEqual([]);
  });

  it('what is sent alone is not prepared to be sent otherwise', async () => {
    const { plans } = (await plan(document)).bundle;
    const alone = plans.filter(({ steps }) => steps.filter(({ method }) => method === 'POST').length === 1);
    expect(alone.flatMap(({ steps }) => steps.flatMap(({ renewed = {} }) => Object.keys(renewed)))).toEqual([]);
  });
});
