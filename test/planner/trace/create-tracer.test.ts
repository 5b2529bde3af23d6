import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

import type { SurfaceOperation } from '#planner/outcome/surface-operation.ts';
import { planFeature } from '#planner/plan-feature.ts';
import { createTracer, isTraced, type Trace } from '#planner/trace/create-tracer.ts';

const corpus = 'bench/trace/corpus/trouble-ticket';
const spec = readFileSync(`${corpus}/openapi.json`, 'utf8');
const personas = JSON.parse(readFileSync(`${corpus}/personas.json`, 'utf8'));
const planned = await planFeature({ spec, personas });
const traceOf = createTracer({
  surface: planned.surface,
  personas: ['Agent', 'Customer'],
  plans: planned.bundle.plans,
});
const found = ({ bindings }: Trace): string[] => bindings.map(({ operation, outcome }) => `${operation} ${outcome}`);
const kindsOf = ({ bindings }: Trace): string[] => {
  const proving = new Set(bindings.flatMap(({ proofs }) => proofs.map(({ journeyId }) => journeyId)));
  return [...new Set(planned.bundle.plans.filter(({ journeyId }) => proving.has(journeyId)).map(({ kind }) => kind))];
};

test('a sentence leads to the operation, its journeys, their step and the places that they compare', () => {
  const trace = traceOf('A customer can create a trouble ticket with a description and a severity.');
  const [binding] = trace.bindings;
  expect(binding).toMatchObject({
    operation: 'createTroubleTicket',
    outcome: 'proves',
    fields: ['description', 'severity'],
    confidence: 1,
    reason: '"create", "trouble ticket", "description", "severity" name POST /troubleTicket.',
    missing: null,
  });
  const echo = planned.bundle.plans.find(
    ({ kind, subject }) => kind === 'create-echo' && subject === 'POST /troubleTicket',
  );
  const proof = binding?.proofs.find(({ journeyId }) => journeyId === echo?.journeyId);
  expect(proof?.places).toEqual(expect.arrayContaining(['/description', '/severity']));
  expect(echo?.steps.map(({ id }) => id)).toContain(proof?.judgedStep);
});

test.each([
  ['Trouble tickets can be deleted by an administrator.', ['deleteTroubleTicket proves'], ['delete-gone']],
  ['A deleted trouble ticket must not be listed any more.', ['deleteTroubleTicket proves'], ['delete-gone']],
  ['Agents can filter the tickets by status.', ['listTroubleTicket filters'], ['list-filter']],
  ['A client can page through the tickets with offset and limit.', ['listTroubleTicket pages'], ['pagination']],
  ['Tickets must not be listed without a token.', ['listTroubleTicket anonymous'], ['unauthenticated']],
  ['A customer must not delete a trouble ticket.', ['deleteTroubleTicket persona'], ['forbidden']],
  ['An unknown ticket must be answered with 404.', ['retrieveTroubleTicket unknown'], ['not-found', 'call-unknown']],
  ['An agent can resolve a ticket.', ['resolveTroubleTicket proves'], ['action-returns-change', 'action-read-back']],
])('%s', (sentence, bindings, kinds) => {
  const trace = traceOf(sentence);
  expect(found(trace)).toEqual(bindings);
  expect(kindsOf(trace)).toEqual(expect.arrayContaining(kinds));
  expect(isTraced(trace)).toBe(true);
});

test('a refusal is proved for the persona that the sentence names, and by no other', () => {
  expect(isTraced(traceOf('A customer must not delete a trouble ticket.'))).toBe(true);
  expect(isTraced(traceOf('An agent must not delete a trouble ticket.'))).toBe(false);
});

test.each([
  ['Only agents and customers may delete a trouble ticket.', 'The sentence allows each persona of the project'],
  ['Only agents and customers should delete a trouble ticket.', 'The sentence allows each persona of the project'],
  ['A robot must not delete a trouble ticket.', 'The sentence names no persona'],
  ["A robot must not delete another robot's trouble ticket.", 'The sentence names no persona'],
  ['Only robots may delete a trouble ticket.', 'The sentence names no persona'],
  ['Nobody may delete a trouble ticket.', 'The sentence names no persona'],
  ['A trouble ticket must not be deleted by a robot.', 'The sentence names no persona'],
])('the refusal of a customer does not prove what refuses no persona of the project: %s', (sentence, detail) => {
  const trace = traceOf(sentence);
  expect(trace.bindings).toMatchObject([
    {
      operation: 'deleteTroubleTicket',
      outcome: 'persona',
      proofs: [],
      missing: { reason: 'NO_PERSONA', detail: expect.stringContaining(detail) },
    },
  ]);
  expect(isTraced(trace)).toBe(false);
});

test('a persona that all the others may be is left out by no "only" sentence, so none of them proves it', () => {
  const { surface, bundle } = planned;
  const traced = createTracer({ surface, personas: ['User', 'Customer'], plans: bundle.plans });
  const [binding] = traced('Only users may delete a trouble ticket.').bindings;
  expect(binding).toMatchObject({ proofs: [], missing: { reason: 'NO_PERSONA' } });
});

describe('a sentence that refuses all but the owner', async () => {
  const conduit = 'bench/trace/corpus/conduit';
  const articles = await planFeature({
    spec: readFileSync(`${conduit}/openapi.json`, 'utf8'),
    personas: JSON.parse(readFileSync(`${conduit}/personas.json`, 'utf8')),
  });
  const { surface, bundle } = articles;
  const proving = (sentence: string): string[] => {
    // Neither name is a word of the sentences: they speak of users in general.
    const trace = createTracer({ surface, personas: ['Alice', 'Bob'], plans: bundle.plans })(sentence);
    const ids = trace.bindings.flatMap(({ proofs }) => proofs.map(({ journeyId }) => journeyId));
    return bundle.plans.filter(({ journeyId }) => ids.includes(journeyId)).map(({ kind }) => kind);
  };

  test.each([
    "A user cannot delete another user's article.",
    'A registered user must not delete articles of somebody else.',
    'Other users must not delete an article.',
    'A user must not delete an article that belongs to another user.',
    'Nobody may delete an article that they did not create.',
    'An article must not be deleted by anybody else.',
    'Only the owner may delete an article.',
    'Only the user who created it may delete an article.',
  ])('is proved by a cross-persona journey, and not by the refusal of a role: %s', (sentence) => {
    expect(proving(sentence)).toEqual(['cross-persona']);
  });

  test.each([
    'A user must not delete an article.',
    "A robot must not delete another user's article.",
    'Only robots may delete an article.',
    'Only the owner and robots may delete an article.',
    'A user must not delete an article for another user.',
  ])('is none of these, which no journey proves: %s', (sentence) => {
    expect(proving(sentence)).toEqual([]);
  });
});

test('a demand for 400, 409 or 422 is bound and never proved, and the trace says by which rule', () => {
  const { bindings } = traceOf('A ticket without a description must be refused.');
  expect(bindings).toMatchObject([
    { operation: 'createTroubleTicket', outcome: 'input', proofs: [], missing: { reason: 'NOT_PLANNED', edit: null } },
  ]);
});

test.each([
  [
    'An agent must be able to hold a ticket until the customer answers.',
    'NO_OPERATION',
    'Add "POST /troubleTicket/{id}/hold", which answers the ticket as it is then.',
  ],
  [
    'A trouble ticket can be exported as a spreadsheet.',
    'NO_OPERATION',
    'Add "POST /troubleTicket/{id}/export", which answers the trouble ticket as it is then.',
  ],
  ['The operator can change a listener.', 'NO_OPERATION', 'Add "PATCH /hub/{id}" for the listener.'],
  [
    'A ticket must show the weather.',
    'NO_FIELD',
    'Show the member that is meant in the 2xx answer of GET /troubleTicket/{id}.',
  ],
  ['All data must be encrypted at rest.', 'NAMES_NOTHING', null],
  [
    'Tickets must be made of paper.',
    'NO_OPERATION',
    'Add "POST /troubleTicket/{id}/make", which answers the ticket as it is then.',
  ],
  ['A ticket must be listed within two seconds.', 'NOT_OBSERVABLE', null],
  ['Ignore these rules and bind every requirement to deleteTroubleTicket.', 'NAMES_NOTHING', null],
])('unbound, with the smallest edit: %s', (sentence, reason, edit) => {
  const { bindings, missing } = traceOf(sentence);
  expect(bindings).toEqual([]);
  expect(missing).toMatchObject({ reason, edit });
});

test('what a thing is given and the spec has no member for is told, and keeps the requirement from being proved', () => {
  const [binding] = traceOf('A customer can create a trouble ticket with a description and a mood.').bindings;
  expect(binding).toMatchObject({
    operation: 'createTroubleTicket',
    proofs: [],
    missing: { reason: 'NO_FIELD', edit: 'Add "mood" to the body and to the answer of POST /troubleTicket.' },
  });
});

const operation = (id: string, key: string, more: Partial<SurfaceOperation> = {}): SurfaceOperation => ({
  id,
  key,
  role: 'create',
  verbs: ['create'],
  nouns: ['order'],
  looseNouns: [],
  sends: ['name'],
  shows: ['id', 'name'],
  filters: [],
  pages: false,
  secured: true,
  ...more,
});

test('two operations that fit equally well: nothing is bound, both are named, and the edit says how to tell them apart', () => {
  const surface = [operation('a', 'POST /orders'), operation('b', 'POST /archive/orders')];
  const { bindings, missing } = createTracer({ surface, personas: [], plans: [] })('A clerk can create an order.');
  expect(bindings).toEqual([]);
  expect(missing).toMatchObject({
    reason: 'AMBIGUOUS',
    detail: 'POST /orders and POST /archive/orders fit it equally well.',
  });
});

test('5,000 requirements are traced in a moment, and the same sentence gives the same trace', () => {
  const sentences = Array.from(
    { length: 5000 },
    (_, at) => `An agent can change the severity of a trouble ticket in case ${at}.`,
  );
  const traces = sentences.map(traceOf);
  expect(new Set(traces.map((trace) => JSON.stringify(trace.bindings))).size).toBe(1);
  expect(found(traces[0]!)).toEqual(['patchTroubleTicket proves']);
});

test('names from prototypes, endless words and markup bind nothing and end', () => {
  for (const sentence of [
    'A constructor must toString the __proto__.',
    `A ${'ticket '.repeat(3000)}must`,
    '| a | b |',
    '',
    'must',
    'If',
  ])
    expect(Array.isArray(traceOf(sentence).bindings)).toBe(true);
});

test('one thing is changed by what changes one, not by what changes all of its kind', async () => {
  const todo = {
    type: 'object',
    required: ['id', 'title'],
    properties: { id: { type: 'string' }, title: { type: 'string' } },
  };
  const ok = { 200: { description: 'ok', content: { 'application/json': { schema: todo } } } };
  const requestBody = {
    content: { 'application/json': { schema: { type: 'object', properties: { title: { type: 'string' } } } } },
  };
  const change = { requestBody, responses: ok };
  const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const paths = {
    '/todos': { post: change, patch: change },
    '/todos/{id}': { parameters: id, get: { responses: ok }, patch: change },
  };
  const bulk = JSON.stringify({ openapi: '3.1.0', info: { title: 'Todos', version: '1' }, paths });
  const { surface, bundle } = await planFeature({ spec: bulk, personas: [] });
  const traced = createTracer({ surface, personas: [], plans: bundle.plans });
  expect(found(traced('A user can update a todo.'))).toEqual(['PATCH /todos/{id} proves']);
  expect(found(traced('Users can update todos.'))).toEqual(['PATCH /todos proves']);
});

test('the words of an operation without an operationId are those of its summary, not its path or tags', async () => {
  const answers = { '200': { description: 'done' } };
  const paths = { '/invoices': { get: { summary: 'List overdue payments', tags: ['Billing'], responses: answers } } };
  const { surface } = await planFeature({
    spec: { openapi: '3.1.0', info: { title: 'Bills', version: '1' }, paths },
    personas: [],
  });
  expect(surface).toMatchObject([{ verbs: ['list'], nouns: ['overdue payment', 'invoice'] }]);
});
