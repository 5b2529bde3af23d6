import { planFeature } from '#planner/plan-feature.ts';
import { expect, it } from 'vitest';

import { boolean } from './small-store.ts';
import { integer, object, param, shows, spec, takes, text } from './small-spec.ts';

const status = { type: 'string', enum: ['OPEN', 'CLOSED'] };
const role = { type: 'string', enum: ['ADMIN', 'USER'] };
const venue = object({ id: integer, name: text, status, role, liked: boolean }, ['id', 'name']);
const acts = (method: string, body: object = {}) => ({
  parameters: [param('id', integer)],
  [method]: { ...body, responses: { ...shows(venue), '403': { description: 'no' } } },
});
const document = {
  ...spec({
    '/venues': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(venue, '201') } },
    '/venues/{id}': { parameters: [param('id', integer)], get: { responses: shows(venue) } },
    '/venues/{id}/close': acts('post'),
    '/venues/{id}/like': acts('post'),
    '/venues/{id}/role': acts('put', takes(object({ role }, ['role']))),
  }),
  security: [{ bearer: [] }],
};

it.each([
  ['Cannot manage venues.', ['POST /venues', 'POST /venues/{id}/close', 'PUT /venues/{id}/role']],
  ['Read-only.', ['POST /venues', 'POST /venues/{id}/close', 'PUT /venues/{id}/role']],
  ['Cannot delete venues.', []],
])('%s: who may write nothing of a thing is refused what changes it for everybody', async (description, refused) => {
  const { bundle } = await planFeature({
    spec: document,
    personas: [
      { name: 'admin', description: 'May do everything.', authType: 'BEARER' },
      { name: 'user', description, authType: 'BEARER' },
    ],
  });
  expect(bundle.plans.filter(({ kind }) => kind === 'forbidden').map(({ subject }) => subject)).toEqual(refused);
});
