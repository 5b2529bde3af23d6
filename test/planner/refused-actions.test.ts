import { planFeature } from '#planner/plan-feature.ts';
import { expect, it } from 'vitest';

import { boolean } from './small-store.ts';
import { integer, object, param, shows, spec, takes, text } from './small-spec.ts';

const status = { type: 'string', enum: ['OPEN', 'CLOSED'] };
const role = { type: 'string', enum: ['ADMIN', 'USER'] };
const venue = object({ id: integer, name: text, status, role, liked: boolean, archived: boolean }, ['id', 'name']);
const acts = (method: string, body: object = {}) => ({
  parameters: [param('id', integer)],
  [method]: { ...body, responses: { ...shows(venue), '403': { description: 'no' } } },
});
const document = {
  ...spec({
    '/venues': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(venue, '201') } },
    '/venues/{id}': { parameters: [param('id', integer)], get: { responses: shows(venue) } },
    '/venues/{id}/close': acts('post'),
    '/venues/{id}/archive': acts('post'),
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
  ['May not change what the admin made.', ['POST /venues/{id}/archive']],
  ['Can read the venues of others, may not change them.', ['POST /venues/{id}/archive']],
  ['Archives venues, may not change what others made.', []],
  ['Can edit venues, may not change what guests booked.', []],
  ['Can read everything.', []],
])(
  '%s: who may not change what is others’ is refused what only its owner does, and nothing that others may do to it',
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

it.each([
  ['Cannot view, edit or delete other users.', []],
  ['Cannot view, edit or delete boards of others.', ['GET /boards/{id}/notes']],
])('%s: what stands below people may be there for all to see', async (description, refused) => {
  const note = object({ id: integer, text }, ['id', 'text']);
  const list = { parameters: [param('id', integer)], get: { responses: shows({ type: 'array', items: note }) } };
  const made = { post: { ...takes(object({ name: text }, ['name'])), responses: shows(venue, '201') } };
  const item = { parameters: [param('id', integer)], get: { responses: shows(venue) } };
  const { bundle } = await planFeature({
    spec: {
      ...spec({
        '/users': made,
        '/users/{id}': item,
        '/users/{id}/notes': list,
        '/boards': made,
        '/boards/{id}': item,
        '/boards/{id}/notes': list,
      }),
      security: [{ bearer: [] }],
    },
    personas: [
      { name: 'admin', description: 'May do everything.', authType: 'BEARER' },
      { name: 'reader', description, authType: 'BEARER' },
    ],
  });
  const tried = bundle.plans.filter(({ name }) => name.startsWith('reader is refused'));
  expect(tried.map(({ subject }) => subject).filter((subject) => subject.endsWith('/notes'))).toEqual(refused);
});
