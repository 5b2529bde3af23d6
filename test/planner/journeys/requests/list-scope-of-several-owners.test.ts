import { describe, expect, it } from 'vitest';

import { decisive, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { notFound, ok } from '#test/small-store.ts';

const missing = { '404': { description: 'none' } };
const things = (path: string, members: string[], filters: string[] = []) => {
  const own = Object.fromEntries(members.map((name) => [name, text]));
  const shown = object({ id: text, ...own }, ['id', ...members]);
  return {
    [path]: {
      post: { ...takes(object(own, members)), responses: shows(shown, '201') },
      get: {
        parameters: filters.map((name) => ({ name, in: 'query', schema: text })),
        responses: shows({ type: 'array', items: shown }),
      },
    },
    [`${path}/{id}`]: {
      parameters: [param('id', text)],
      get: { responses: { ...shows(shown), ...missing } },
      delete: { responses: noBody },
    },
  };
};

/** A task is in a section, a section in a project, and so the task is in that, too. */
const document = spec({
  ...things('/tasks', ['name', 'section_id', 'project_id'], ['section_id', 'project_id']),
  ...things('/sections', ['title', 'project_id']),
  ...things('/projects', ['title']),
});

type List = (tasks: Fields[], query: URLSearchParams) => Told;

const matching: List = (tasks, query) =>
  ok(tasks.filter((task) => [...query].every(([name, value]) => task[name] === value)));
const atMostOne: List = (tasks, query) =>
  query.size <= 1 ? matching(tasks, query) : { status: 400, body: { error: 'give one of project_id, section_id' } };
const ofCurrentProject: List = (tasks, query) =>
  matching(tasks, new URLSearchParams({ project_id: 'current', ...Object.fromEntries(query) }));
const bySlug: List = (tasks, query) => (query.size > 0 ? { status: 404, body: { error: 'no such slug' } } : ok(tasks));
const none: List = (tasks, query) => ok(query.size > 0 ? [] : tasks);

function server(list: List): MakeServer {
  return () => {
    const store = (path: string, listed: List) => {
      const items = new Map<string, Fields>();
      return {
        [`POST ${path}`]: ({ body }: { body: Fields }) => {
          const made = { ...body, id: `${path.slice(1, 2)}${items.size + 1}` };
          items.set(made.id, made);
          return { status: 201, body: made };
        },
        [`GET ${path}`]: ({ query }: { query: URLSearchParams }) => listed([...items.values()], query),
        [`GET ${path}/{id}`]: ({ params: [id = ''] }: { params: string[] }) =>
          items.has(id) ? ok(items.get(id)) : notFound,
        [`DELETE ${path}/{id}`]: ({ params: [id = ''] }: { params: string[] }) =>
          items.delete(id) ? { status: 204 } : notFound,
      };
    };
    return { ...store('/tasks', list), ...store('/sections', matching), ...store('/projects', matching) };
  };
}

describe('a list that takes the ids of several things that an item is made for', () => {
  it('is asked for the one that the others are in', async () => {
    const { bundle } = await plan(document);
    const made = bundle.plans.find(({ kind, subject }) => kind === 'create-list' && subject === 'GET /tasks');
    const asked = made?.steps.findLast(({ path, method }) => path === '/tasks' && method === 'GET');
    expect(Object.keys(asked?.params.query ?? {})).toEqual(['project_id']);
  });

  it.each([
    ['takes at most one', atMostOne],
    ['shows the current project unless asked for another', ofCurrentProject],
    ['takes a name instead of an id', bySlug],
  ])('no sound server is accused: it %s', async (_how, list) => {
    expect(decisive(await verify(document, server(list)))).toEqual([]);
  });

  it('is looked into where it takes at most one', async () => {
    const { journeys } = await verify(document, server(atMostOne), 'create-list');
    expect(journeys.map(({ status }) => status)).toEqual(['pass', 'pass', 'pass']);
  });

  it('is told from one that lost the item by the whole list', async () => {
    expect(
      (await verify(document, server(none), 'create-list')).journeys.map(({ reasonCode }) => reasonCode),
    ).toContain('NOT_FILTERED');
    const lost = await verify(
      document,
      server(() => ok([])),
      'create-list',
    );
    expect(lost.journeys.map(({ reasonCode }) => reasonCode)).toContain('NOT_IN_LIST');
  });
});
