import { expect, it } from 'vitest';
import { planFeature } from '#planner/plan-feature.ts';

import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item } from '#test/small-store.ts';

it('what a service lists by itself below a thing need not be there before somebody without an identity asks for it', async () => {
  const board = object({ id: integer, title: text }, ['id', 'title']);
  const file = object({ name: text }, ['name']);
  const document = {
    ...spec({
      '/boards': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(board, '201') } },
      '/boards/{id}': item(board),
      '/boards/{id}/files': {
        parameters: [param('id', integer)],
        get: { responses: { ...shows({ type: 'array', items: file }), '401': { description: 'who are you' } } },
      },
      '/boards/{id}/files/{name}': {
        parameters: [param('id', integer), param('name')],
        get: { responses: shows(file) },
        delete: { responses: noBody },
      },
    }),
    security: [{ key: [] }],
  };
  const key = { type: 'http', scheme: 'bearer' };
  const { bundle } = await planFeature({
    spec: { ...document, components: { securitySchemes: { key } } },
    personas: [{ name: 'admin', description: 'May do everything', authType: 'BEARER' }],
  });
  const found = bundle.plans.find(({ name }) => name === 'Without an identity, GET /boards/{id}/files is refused');
  const shown = found?.steps.filter(({ path, persona }) => path === '/boards/{id}/files' && persona !== null);
  expect(found?.steps.map(({ path }) => path)).toContain('/boards/{id}/files');
  expect(shown?.map(({ mayBeAbsent }) => mayBeAbsent)).toEqual([true]);
});
