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

it.each([
  ['May not change what Ada made.', ['POST /venues/{id}/close', 'PUT /venues/{id}/role']],
  ['Can read the venues of others, may not change them.', ['POST /venues/{id}/close', 'PUT /venues/{id}/role']],
  ['Can close venues, may not change what others made.', ['PUT /venues/{id}/role']],
  ['Can read everything.', []],
])(
  '%s: who may not change what is others’ is refused what changes it for everybody, but not what one does with it for oneself',
  async (description, refused) => {
    const { bundle } = await planFeature({
      spec: document,
      personas: [
        { name: 'admin', description: 'May do everything.', authType: 'BEARER' },
        { name: 'user', description, authType: 'BEARER' },
      ],
    });
    expect(bundle.plans.filter(({ kind }) => kind === 'cross-persona').map(({ subject }) => subject)).toEqual(refused);
  },
);

it('what has no access to a thing has none to what is made below it, wherever that stands', async () => {
  const card = { $ref: '#/components/schemas/Card' };
  const schemas = { Card: object({ id: integer, title: text }, ['id', 'title']) };
  const boards = {
    ...spec(
      {
        '/boards': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(venue, '201') } },
        '/boards/{id}': { parameters: [param('id', integer)], get: { responses: shows(venue) } },
        '/boards/{id}/cards': {
          parameters: [param('id', integer)],
          get: { responses: shows({ type: 'array', items: card }) },
          post: { ...takes(object({ title: text }, ['title'])), responses: shows(card, '201') },
        },
        '/cards/{cardId}': { parameters: [param('cardId', integer)], get: { responses: shows(card) } },
      },
      { schemas },
    ),
    security: [{ bearer: [] }],
  };
  const { bundle } = await planFeature({
    spec: boards,
    personas: [
      { name: 'Ines', description: 'Can do everything on her boards.', authType: 'BEARER' },
      { name: 'Tomas', description: 'Has no access to boards of Ines.', authType: 'BEARER' },
    ],
  });
  const refused = bundle.plans.filter(({ name }) => name.startsWith('Tomas is refused')).map(({ subject }) => subject);
  expect(refused.toSorted()).toEqual(['GET /boards/{id}', 'GET /cards/{cardId}', 'POST /boards/{id}/cards']);
});
