import { planFeature } from '#planner/plan-feature.ts';
import { expect, it } from 'vitest';

import { boolean } from '#test/small-store.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';

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

it.each([
  ['Has no access to the halls of the admin.', ['DELETE', 'GET', 'GET notes', 'POST move', 'POST notes', 'PUT']],
  ['Has no access to what the admin keeps.', ['DELETE', 'GET', 'GET notes', 'POST move', 'POST notes', 'PUT']],
  ['Can see halls, may not change what the admin keeps.', ['DELETE', 'PUT']],
])('%s: what is made below what is hidden is hidden, too, wherever it stands', async (description, refused) => {
  const seat = { $ref: '#/components/schemas/Seat' };
  const note = object({ id: integer, comment: text }, ['id', 'comment']);
  const hall = object({ id: integer, name: text }, ['id', 'name']);
  const draft = takes(object({ row: text }, ['row']));
  const parameters = [param('seatId', integer)];
  const no = { '404': { description: 'none' } };
  const paths = {
    '/halls': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(hall, '201') } },
    '/halls/{hallId}': { parameters: [param('hallId', integer)], get: { responses: shows(hall) } },
    '/halls/{hallId}/seats': {
      parameters: [param('hallId', integer)],
      get: { responses: shows({ type: 'array', items: seat }) },
      post: { ...draft, responses: shows(seat, '201') },
    },
    '/seats/{seatId}': {
      parameters,
      get: { responses: { ...shows(seat), ...no } },
      put: { ...draft, responses: { ...shows(seat), ...no } },
      delete: { responses: { '204': { description: 'done' }, ...no } },
    },
    '/seats/{seatId}/move': { parameters, post: { ...draft, responses: { ...shows(seat), ...no } } },
    '/seats/{seatId}/notes': {
      parameters,
      get: { responses: { ...shows({ type: 'array', items: note }), ...no } },
      post: { ...takes(object({ comment: text }, ['comment'])), responses: { ...shows(note, '201'), ...no } },
    },
  };
  const schemas = { Seat: object({ id: integer, row: text }, ['id', 'row']) };
  const { bundle } = await planFeature({
    spec: { ...spec(paths, { schemas }), security: [{ bearer: [] }] },
    personas: [
      { name: 'admin', description: 'May do everything.', authType: 'BEARER' },
      { name: 'user', description, authType: 'BEARER' },
    ],
  });
  const tried = bundle.plans.filter(({ name }) => name.startsWith('user '));
  const subjects = tried.flatMap(({ subject }) =>
    subject.includes('/seats/') ? [subject.replace(/\/seats\/\{seatId\}\/?/, '').trim()] : [],
  );
  expect(subjects.toSorted()).toEqual(refused);
});

it('an action that asks which version is meant is refused to others with the one that is there', async () => {
  const etag = { ETag: { schema: text } };
  const shown = { '200': { ...shows(venue)['200'], headers: etag } };
  const paths = {
    '/venues': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(venue, '201') } },
    '/venues/{id}': { parameters: [param('id', integer)], get: { responses: shown } },
    '/venues/{id}/role': {
      parameters: [param('id', integer), { name: 'If-Match', in: 'header', schema: text }],
      put: { ...takes(object({ role }, ['role'])), responses: { ...shown, '428': { description: 'which?' } } },
    },
  };
  const { bundle } = await planFeature({
    spec: { ...spec(paths), security: [{ bearer: [] }] },
    personas: [
      { name: 'admin', description: 'May do everything.', authType: 'BEARER' },
      { name: 'user', description: 'Has no access to what the admin made.', authType: 'BEARER' },
    ],
  });
  const tried = bundle.plans.filter(({ subject }) => subject === 'PUT /venues/{id}/role');
  const last = tried.flatMap(({ kind, steps }) => {
    const step = steps.findLast(({ expect: { outcome } }) => outcome !== 'success');
    return step && kind !== 'call-unknown' ? [[kind, Object.keys(step.params.header)]] : [];
  });
  expect(last).toEqual([
    ['unauthenticated', ['If-Match']],
    ['forbidden', ['If-Match']],
  ]);
});
