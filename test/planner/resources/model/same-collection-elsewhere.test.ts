import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Routes, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok, store } from '#test/small-store.ts';

const team = object({ id: text, title: text }, ['id', 'title']);
const board = object({ id: text, title: text }, ['id', 'title']);
const below = (collection: string, name: string) => {
  const path = `/boards/v1/${collection}/{${name}}/boards`;
  return spec({
    '/core/v1/teams': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(team, '201') } },
    '/core/v1/teams/{id}': item(team, text),
    [path]: {
      parameters: [param(name)],
      get: { responses: { ...shows({ type: 'array', items: board }), ...missing } },
      post: {
        ...takes(object({ title: text }, ['title'])),
        responses: { ...shows(board, '201'), ...missing },
      },
    },
    [`${path}/{id}`]: {
      parameters: [param(name), param('id')],
      get: { responses: { ...shows(board), ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
  });
};
const document = below('teams', 'team');

const server =
  (keep: (boards: Fields[], made: Fields) => void, isKnown = true): MakeServer =>
  () => {
    const { items, routes } = store('/core/v1/teams', {}, (serial) => `t${serial}`);
    const boards = new Map<string, Fields[]>();
    let serial = 0;
    const within = (act: (here: Fields[], asked: Parameters<Routes[string]>[0]) => ReturnType<Routes[string]>) => {
      const answer: Routes[string] = (asked) => {
        const [id = ''] = asked.params;
        if (!isKnown || !items.has(id)) return notFound;
        const here = boards.get(id) ?? [];
        boards.set(id, here);
        return act(here, asked);
      };
      return answer;
    };
    const path = '/boards/v1/teams/{team}/boards';
    const find = (here: Fields[], id = '') => here.findIndex((one) => one['id'] === id);
    routes[`GET ${path}`] = within((here) => ok(here));
    routes[`POST ${path}`] = within((here, { body }) => {
      const made = { ...body, id: `b${(serial += 1)}` };
      keep(here, made);
      return { status: 201, body: made };
    });
    routes[`GET ${path}/{id}`] = within((here, { params }) => {
      const found = here[find(here, params[1])];
      return found ? ok(found) : notFound;
    });
    routes[`DELETE ${path}/{id}`] = within((here, { params }) => {
      const at = find(here, params[1]);
      if (at < 0) return notFound;
      here.splice(at, 1);
      return { status: 204 };
    });
    return routes;
  };

describe('things below what is made under another prefix', () => {
  it('are made there, and pass on a sound server', async () => {
    const { bundle } = await plan(document);
    expect(bundle.plans.map(({ name }) => name)).toContain('A created board can be read back');
    const result = await verify(
      document,
      server((here, made) => here.push(made)),
    );
    expect(failures(result)).toEqual([]);
    expect(result.residue).toEqual([]);
  });

  it('what is lost there is told', async () => {
    const told = decisive(
      await verify(
        document,
        server(() => undefined),
      ),
    ).join();
    expect(told).toContain('ITEM_LOST: A created board can be read back');
  });

  it('are undecided where what is made under the other prefix is not known', async () => {
    const result = await verify(
      document,
      server((here, made) => here.push(made), false),
    );
    expect(decisive(result)).toEqual([]);
    expect(failures(result).join()).toContain('PREREQUISITE_NOT_FOUND: A created board can be read back');
  });

  it.each([
    ['the parameter is called otherwise', below('teams', 'owner')],
    ['the collection is', below('groups', 'team')],
  ])('are not made where %s', async (_, other) => {
    const { bundle } = await plan(other);
    expect(bundle.plans.map(({ name }) => name)).not.toContain('A created board can be read back');
  });
});

describe('things that are known by a member within another', () => {
  const meta = object({ name: { type: 'string', maxLength: 60 } }, ['name']);
  const job = object({ metadata: meta, size: integer }, ['metadata', 'size']);
  const example = { metadata: { name: 'nightly', labels: { tier: 'front' } }, size: 2 };
  const sent = (told: object | undefined) => ({
    requestBody: {
      required: true,
      content: { 'application/json': { schema: job, ...(told && { example: told }) } },
    },
  });
  const jobs = spec({
    '/jobs': {
      post: { ...sent(example), responses: { ...shows(job, '201'), '409': { description: 'the name is taken' } } },
      get: { responses: shows({ type: 'array', items: job }) },
    },
    '/jobs/{name}': {
      parameters: [param('name')],
      get: { responses: { ...shows(job), ...missing } },
      put: { ...sent(undefined), responses: { ...shows(job), ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
  });
  const nameOf = ({ metadata }: Fields) => String((metadata as Fields | undefined)?.['name']);
  const keeping =
    (
      change: (one: Fields, body: Fields) => void,
      remove = (items: Map<string, Fields>, name: string): void => void items.delete(name),
    ): MakeServer =>
    () => {
      const items = new Map<string, Fields>();
      return {
        'POST /jobs': ({ body }) => {
          if (items.has(nameOf(body))) return { status: 409, body: { error: `${nameOf(body)} is taken` } };
          items.set(nameOf(body), body);
          return { status: 201, body };
        },
        'GET /jobs': () => ok([...items.values()]),
        'GET /jobs/{name}': ({ params: [name = ''] }) => (items.has(name) ? ok(items.get(name)) : notFound),
        'PUT /jobs/{name}': ({ params: [name = ''], body }) => {
          const one = items.get(name);
          if (!one) return notFound;
          if (nameOf(body) !== name) return { status: 400, body: { error: 'not the name on the URL' } };
          change(one, body);
          return ok({ ...one, ...body });
        },
        'DELETE /jobs/{name}': ({ params: [name = ''] }) => {
          if (!items.has(name)) return notFound;
          remove(items, name);
          return { status: 204 };
        },
      };
    };

  it('have names of their own, in spite of an example, and keep them', async () => {
    const { bundle } = await plan(jobs);
    const names = bundle.plans.map(({ name }) => name);
    expect(names).toContain('Deleting a job removes no other job');
    expect(names).toContain('A job changed by PUT shows the change');
    expect(
      failures(
        await verify(
          jobs,
          keeping((one, body) => Object.assign(one, body)),
        ),
      ),
    ).toEqual([]);
  });

  it('keep the rest of the example', async () => {
    const { bundle } = await plan(jobs);
    const made = bundle.plans.flatMap(({ steps }) => steps).find(({ method }) => method === 'POST');
    expect(made?.body?.value).toMatchObject({
      object: { metadata: { object: { labels: { literal: { tier: 'front' } }, name: { unique: {} } } } },
    });
  });

  it('a deletion that takes what was made beside it is told', async () => {
    const runOf = (name: string) => name.split('-').at(-1);
    const clearing = keeping(
      () => undefined,
      (items, name) => items.keys().forEach((one) => runOf(one) === runOf(name) && items.delete(one)),
    );
    expect(decisive(await verify(jobs, clearing, 'delete-gone')).join()).toContain(
      'ITEM_LOST: Deleting a job removes no other job',
    );
  });
});
