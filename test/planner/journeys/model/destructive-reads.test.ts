import { expect, test } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';

import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';

const done = object({ done: text });
const job = object({ id: integer, name: text }, ['id', 'name']);
const read = { get: { security: [{ bearer: [] }], responses: { ...shows(done), '401': { description: 'who?' } } } };

const server = spec({
  '/jobs': {
    post: { ...takes(object({ name: text }, ['name'])), responses: shows(job, '201') },
    get: { responses: shows({ type: 'array', items: job }) },
  },
  '/jobs/{id}': { parameters: [param('id', integer)], get: { responses: shows(job) } },
  '/admin/restart': read,
  '/admin/shutdown_server': read,
  '/admin/report': read,
  '/jobs/dequeue': read,
  '/jobs/claim-next': read,
  '/admin/claim-kinds': read,
});

test('a GET that ends what others are at is sent by nobody, also not to see it refused', async () => {
  const document = { ...server, components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } } };
  const personas = [
    { name: 'Admin', description: 'Can do everything.', authType: 'BEARER' as const },
    {
      name: 'Guest',
      description: 'Can do nothing but read jobs; has no access to the administration.',
      authType: 'BEARER' as const,
    },
  ];
  const { bundle } = await planFeature({ spec: document, personas });
  const called = new Set(bundle.plans.flatMap(({ steps }) => steps.map(({ path }) => path)));
  expect([...called].toSorted()).toEqual(['/admin/claim-kinds', '/admin/report', '/jobs', '/jobs/{id}']);
});
