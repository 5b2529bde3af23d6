import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const priority = { type: 'string', enum: ['low', 'high'] };
const tags = { type: 'array', items: { ...text, examples: ['red', 'blue'] } };
const own = { title: text, priority, tags };
const task = object({ id: integer, ...own }, ['id', 'title', 'priority', 'tags']);
const asked = (name: string, schema: object = text) => ({ name, in: 'query', schema });
const documentOf = (...parameters: object[]) =>
  spec({
    '/tasks': {
      post: { ...takes(object(own, ['title', 'priority', 'tags'])), responses: shows(task, '201') },
      get: { parameters, responses: shows({ type: 'array', items: task }) },
    },
    '/tasks/{id}': item(task),
  });

/** `looksAt`: which of the parameters that a list is asked by it looks at. */
const server =
  (looksAt: (names: string[]) => string[]): MakeServer =>
  () => {
    const { items, routes } = store('/tasks', {});
    const fits: Record<string, (one: Fields, value: string) => boolean> = {
      priority: (one, value) => one['priority'] === value,
      tag: (one, value) => (one['tags'] as string[]).includes(value),
      q: (one, value) =>
        String(one['title'])
          .split('-')
          .some((word) => value.includes(word)),
    };
    routes['GET /tasks'] = ({ query }) => {
      const names = looksAt([...query.keys()]);
      const isShown = (one: Fields) => names.every((name) => fits[name]?.(one, query.get(name) ?? '') ?? true);
      return ok([...items.values()].filter(isShown));
    };
    return routes;
  };
const sound = server((names) => names);
/** Looks at the second only where the first is not there. */
const forgetful = (first: string, second: string) =>
  server((names) => names.filter((name) => !(name === second && names.includes(first))));

describe('a list that is asked by two parameters', () => {
  const document = documentOf(asked('priority', priority), asked('tag'), asked('q'));

  it('shows neither of two things of which each has one value', async () => {
    expect(failures(await verify(document, sound))).toEqual([]);
  });

  it.each([
    ['priority', 'tag', 'priority'],
    ['tag', 'priority', 'priority'],
    ['q', 'priority', 'priority'],
    ['q', 'tag', 'tag'],
  ])('is found where %s makes it forget %s', async (first, second, named) => {
    expect(decisive(await verify(document, forgetful(first, second)))).toEqual([
      `FAIL_DECISIVE_CONTRACT NOT_FILTERED: The list filtered by ${named} shows each task that matches and no other`,
    ]);
  });

  it('is not asked by two names, of which it may show what has one', async () => {
    const named = { name: text, email: { ...text, format: 'email' } };
    const user = object({ id: integer, ...named }, ['id', 'name', 'email']);
    const { bundle } = await plan(
      spec({
        '/users': {
          post: { ...takes(object(named, ['name', 'email'])), responses: shows(user, '201') },
          get: { parameters: [asked('name'), asked('email')], responses: shows({ type: 'array', items: user }) },
        },
        '/users/{id}': item(user),
      }),
    );
    const lists = bundle.plans.flatMap(({ kind, steps }) => (kind === 'list-filter' ? steps : []));
    const counts = lists.filter(({ method }) => method === 'GET').map(({ params }) => Object.keys(params.query).length);
    expect(new Set(counts)).toEqual(new Set([1]));
  });
});
