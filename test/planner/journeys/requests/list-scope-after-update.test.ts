import { expect, it } from 'vitest';

import { failures, type MakeServer, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const project = object({ id: integer, name: text }, ['id', 'name']);
const model = object({ id: integer, title: text, project: integer }, ['id', 'title', 'project']);
const changed = takes(object({ title: text }, ['title']));
const document = spec({
  '/projects': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(project, '201') } },
  '/projects/{id}': item(project),
  '/models': {
    post: {
      ...takes(object({ title: text, project: integer }, ['title', 'project'])),
      responses: shows(model, '201'),
    },
    get: {
      parameters: [{ name: 'project', in: 'query', schema: integer }],
      responses: shows({ type: 'array', items: model }),
    },
  },
  '/models/{id}': { ...item(model), put: { ...changed, responses: shows(model) } },
});

/** Not asked for a project, it lists those of the default one alone. */
const server: MakeServer = () => {
  const { items, on, routes } = store('/models', {});
  return {
    ...store('/projects', {}, (serial) => serial + 40).routes,
    ...routes,
    'GET /models': ({ query }) =>
      ok([...items.values()].filter((one) => String(one['project']) === (query.get('project') ?? '1'))),
    'PUT /models/{id}': on((one, body) => ok(Object.assign(one, body))),
  };
};

it('a list is asked after an update for what the update does not take, as it was before', async () => {
  const result = await verify(document, server, 'update-read');
  expect(result.journeys.map(({ name }) => name)).toContain('The list shows a model as PUT changed it');
  expect(failures(result)).toEqual([]);
});
