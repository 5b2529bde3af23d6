import { planFeature } from '#planner/plan-feature.ts';
import { expect, it } from 'vitest';

import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing } from '#test/small-store.ts';

const denied = { '401': { description: 'who are you' }, '403': { description: 'no' } };
const scheme = object({ id: integer, title: text }, ['id', 'title']);
const invoice = object({ id: integer, plan_id: integer, total: integer }, ['id', 'plan_id', 'total']);
const document = {
  ...spec({
    '/plans': {
      post: { ...takes(object({ title: text }, ['title'])), responses: { ...shows(scheme, '201'), ...denied } },
    },
    '/plans/{id}': {
      parameters: [param('id', integer)],
      get: { responses: { ...shows(scheme), ...missing, ...denied } },
      delete: { responses: { '204': { description: 'gone' }, ...missing, ...denied } },
    },
    '/invoices': { get: { responses: { ...shows({ type: 'array', items: invoice }), ...denied } } },
    '/invoices/{id}': {
      parameters: [param('id', integer)],
      get: { responses: { ...shows(invoice), ...missing, ...denied } },
    },
  }),
  security: [{ bearer: [] }],
};
const personas = [
  { name: 'owner', description: 'May do everything.', authType: 'BEARER' as const },
  { name: 'stranger', description: 'An outsider.', authType: 'BEARER' as const },
];

it('what the service makes by itself is refused to others as its list showed it, once what it is made for is there', async () => {
  const { bundle } = await planFeature({ spec: document, personas });
  const refused = bundle.plans.filter(
    ({ kind, subject }) =>
      subject === 'GET /invoices/{id}' && ['unauthenticated', 'cross-persona', 'forbidden'].includes(kind),
  );
  // What the whole list shows first may be there for everybody who is signed in: only nobody is refused it.
  expect(refused.map(({ kind }) => kind)).toEqual(['unauthenticated']);
  for (const { steps, proof } of refused) {
    expect(steps.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /plans',
      'GET /invoices',
      'GET /invoices/{id}',
      'GET /invoices/{id}',
    ]);
    const [own, others] = steps.slice(-2);
    expect(others?.params.path).toEqual(own?.params.path);
    expect(proof.length).toBeGreaterThan(0);
  }
});

it('what is in the trash alone can be deleted is put there before others try to delete it', async () => {
  const trashedAt = { type: ['string', 'null'], format: 'date-time' };
  const page = object({ id: integer, title: text, trashedAt }, ['id', 'title', 'trashedAt']);
  const one = { parameters: [param('id', integer)] };
  const { bundle } = await planFeature({
    spec: {
      ...spec({
        '/pages': {
          post: { ...takes(object({ title: text }, ['title'])), responses: { ...shows(page, '201'), ...denied } },
        },
        '/pages/{id}': {
          ...one,
          get: { responses: { ...shows(page), ...missing, ...denied } },
          delete: {
            responses: {
              '204': { description: 'gone' },
              '409': { description: 'not in the trash' },
              ...missing,
              ...denied,
            },
          },
        },
        '/pages/{id}/trash': { ...one, post: { responses: { ...shows(page), ...missing, ...denied } } },
      }),
      security: [{ bearer: [] }],
    },
    personas,
  });
  const tried = bundle.plans.filter(
    ({ kind, subject }) => subject === 'DELETE /pages/{id}' && (kind === 'unauthenticated' || kind === 'cross-persona'),
  );
  expect(tried.length).toBe(2);
  for (const { steps } of tried)
    expect(steps.slice(-2).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /pages/{id}/trash',
      'DELETE /pages/{id}',
    ]);
});
