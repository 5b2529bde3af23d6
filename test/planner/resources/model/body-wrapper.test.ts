import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, item, notFound, ok, store } from '#test/small-store.ts';

const visibility = { type: 'string', enum: ['public', 'private'] };
const own = { title: text, note: text, visibility, auth: object({ username: text }) };

describe('a thing that a body holds beside single values that say how it is made', () => {
  const board = object({ id: integer, ...own }, ['id', 'title']);
  const sent = { team: { anyOf: [text, { type: 'null' }] }, visibility, board: object(own, ['title']) };
  const document = spec({
    '/boards': {
      post: { ...takes(object(sent, ['board'])), responses: shows(board, '201') },
      get: { responses: shows({ type: 'array', items: board }) },
    },
    '/boards/{id}': item(board),
  });
  /** What stands beside the thing goes before its own, and half an access is none. */
  const server =
    (keep: (board: Fields) => Fields = (one) => one): MakeServer =>
    () => {
      const { items, routes } = store('/boards', {});
      const make = routes['POST /boards'];
      routes['POST /boards'] = (asked) => {
        const visible = asked.body['visibility'] ?? 'private';
        const body = { ...keep(asked.body['board'] as Fields), visibility: visible, auth: {} };
        return make?.({ ...asked, body }) ?? notFound;
      };
      routes['GET /boards'] = () => ok([...items.values()]);
      return routes;
    };

  it('is sent alone', async () => {
    const { bundle } = await plan(document);
    const bodies = bundle.plans.flatMap(({ steps }) => steps).flatMap(({ body }) => body?.value ?? []);
    expect(new Set(bodies.map((body) => ('object' in body ? Object.keys(body.object).join() : '')))).toEqual(
      new Set(['board']),
    );
  });

  it('passes on a server that keeps it', async () => {
    expect(failures(await verify(document, server()))).toEqual([]);
  });

  it('is claimed as it was sent', async () => {
    const ran = await verify(
      document,
      server((one) => ({ ...one, note: 'lost' })),
    );
    expect(decisive(ran)).toContain('FAIL_DECISIVE_PERSISTENCE VALUE_ALTERED: Creating a board answers what was sent');
  });
});

describe('members that take what is made out of sight', () => {
  const shown = object({ id: integer, title: text, is_active: boolean, owner_email: text }, ['id', 'title']);
  const made = object({ title: text, is_active: boolean, owner_email: text }, ['title']);
  const document = spec({
    '/boards': {
      post: { ...takes(made), responses: shows(shown, '201') },
      get: {
        parameters: ['limit', 'offset'].map((name) => ({ name, in: 'query', schema: integer })),
        responses: shows({ type: 'array', items: shown }),
      },
    },
    '/boards/{id}': item(shown),
  });
  const sound: MakeServer = () => {
    const { items, routes } = store('/boards', { is_active: true });
    const mine = () => [...items.values()].filter((one) => one['owner_email'] === undefined);
    routes['GET /boards/{id}'] = ({ params }) => {
      const found = mine().find(({ id }) => String(id) === params[0]);
      return found ? ok(found) : notFound;
    };
    routes['GET /boards'] = ({ query }) => {
      const listed = mine().filter((one) => one['is_active'] !== false);
      const from = Number(query.get('offset') ?? 0);
      return ok(listed.slice(from, from + Number(query.get('limit') ?? 10)));
    };
    return routes;
  };

  it('are not sent, or keep it in sight', async () => {
    const ran = await verify(document, sound);
    expect(ran.journeys.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['create-read', 'pagination']));
    expect(failures(ran)).toEqual([]);
  });
});
