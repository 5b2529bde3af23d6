import { expect, it } from 'vitest';

import { failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, store } from '#test/small-store.ts';

/** A model is known by an id of its own; what is sent as its model_id is what its provider calls it. */
const sent = object({ model_id: text, note: text }, ['model_id']);
const documentOf = (shown: string[], responses: object = {}) => {
  const model = object({ id: text, model_id: text, note: text }, shown);
  const { parameters: _parameters, ...there } = item(model);
  return spec({
    '/models': {
      post: { ...takes(sent), responses: { ...shows(model, '201'), ...responses } },
      get: { responses: shows({ type: 'array', items: model }) },
    },
    '/models/{model_id}': {
      parameters: [{ name: 'model_id', in: 'path', required: true, schema: text }],
      ...there,
      patch: { ...takes(object({ model_id: text, note: text })), responses: shows(model) },
    },
  });
};
const server: MakeServer = () => {
  const { on, routes } = store('/models', {}, (serial) => `m${serial}`);
  const byName = Object.entries(routes).map(([key, act]) => [key.replace('{id}', '{model_id}'), act] as const);
  return {
    ...Object.fromEntries(byName),
    'PATCH /models/{model_id}': on((one, body) => ({ status: 200, body: Object.assign(one, body) })),
  };
};

it('what a create always answers as the id of its own is the id, beside a member called like the parameter', async () => {
  const document = documentOf(['id', 'model_id']);
  const { plans } = (await plan(document)).bundle;
  expect(plans.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['create-read', 'update-read', 'delete-gone']));
  const bodies = plans.flatMap(({ steps }) => steps.flatMap(({ body }) => (body ? [JSON.stringify(body.value)] : [])));
  expect(bodies.filter((body) => body.includes('capture'))).toEqual([]);
  expect(failures(await verify(document, server))).toEqual([]);
});

it.each([
  ['it need not be shown', documentOf(['model_id'])],
  ['the create documents a conflict', documentOf(['id', 'model_id'], { '409': { description: 'taken' } })],
])('the member that is sent is the id where %s', async (_name, document) => {
  const { plans } = (await plan(document)).bundle;
  const reads = plans.find(({ kind }) => kind === 'create-read');
  expect(JSON.stringify(reads?.steps[0]?.captures)).toContain('/model_id');
});

it('a parameter {tag} means what is called tag_name rather than the name beside it', async () => {
  const Release = object({ id: integer, name: text, tag_name: text }, ['id', 'name', 'tag_name']);
  const release = { $ref: '#/components/schemas/Release' };
  const made = {
    ...takes(object({ name: text, tag_name: text }, ['name', 'tag_name'])),
    responses: shows(release, '201'),
  };
  const tagged = {
    parameters: [{ name: 'tag', in: 'path', required: true, schema: text }],
    get: { responses: { ...shows(release), '404': { description: 'none' } } },
  };
  const document = spec({ '/releases': { post: made }, '/releases/tags/{tag}': tagged }, { schemas: { Release } });
  const { plans } = (await plan(document)).bundle;
  const reads = plans.find(({ kind }) => kind === 'create-read');
  expect(JSON.stringify(reads?.steps[0]?.captures)).toContain('/tag_name');
});
