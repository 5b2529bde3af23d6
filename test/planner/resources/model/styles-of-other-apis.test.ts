import { expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';
import type { Plan, Step } from '#verifier/plan/plan.ts';

import { integer, noBody, object, param, pins, shows, spec, takes, text, thingSpec } from '#test/small-spec.ts';

/** What other teams' APIs needed that ours had not. */
async function plansOf(document: object): Promise<Plan[]> {
  return (await planFeature({ spec: document, personas: [] })).bundle.plans;
}

function bodyOf(plan: Plan | undefined, stepId: string): Step['body'] {
  return plan?.steps.find(({ id }) => id === stepId)?.body;
}

const book = object({ id: integer, title: text }, ['id', 'title']);
const copy = object({ number: integer, shelf: text }, ['number', 'shelf']);
const loan = object({ id: integer, copy_number: integer, book_id: integer }, ['id', 'copy_number', 'book_id']);
const library = spec({
  '/books': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(book, '201') } },
  '/books/{book_id}': { parameters: [param('book_id', integer)], get: { responses: shows(book) } },
  '/books/{book_id}/copies': {
    parameters: [param('book_id', integer)],
    post: { ...takes(object({ shelf: text }, ['shelf'])), responses: shows(copy, '201') },
  },
  '/books/{book_id}/copies/{number}': {
    parameters: [param('book_id', integer), param('number', integer)],
    get: { responses: shows(copy) },
  },
  '/loans': {
    post: {
      ...takes(object({ book_id: integer, copy_number: integer }, ['book_id', 'copy_number'])),
      responses: shows(loan, '201'),
    },
  },
  '/loans/{loan_id}': { parameters: [param('loan_id', integer)], get: { responses: shows(loan) } },
});

it('a field that names another thing by its number, not by an id, gets one that was made, of the same parent', async () => {
  const plan = (await plansOf(library)).find(({ kind, name }) => kind === 'create-read' && name.includes('loan'));
  const captures = Object.fromEntries(
    (plan?.steps ?? []).flatMap(({ id, captures: own }) => Object.keys(own).map((name) => [name, id])),
  );
  const body = bodyOf(plan, 'create-loan')?.value;
  const referred = body && 'object' in body ? body.object : {};
  const makerOf = (name: string) => {
    const value = referred[name];
    return value && 'capture' in value ? captures[value.capture] : value;
  };
  expect([makerOf('copy_number'), makerOf('book_id')]).toEqual(['create-copy', 'create-book']);
  const below = plan?.steps.find(({ id }) => id === 'create-copy')?.params.path['book_id'];
  expect(below).toEqual(referred['book_id']);
});

const seat = object({ attendee: text, answer: text }, ['attendee', 'answer']);
const party = (more: object = {}) =>
  spec({
    '/events': {
      post: { ...takes(object({ title: text }, ['title'])), responses: shows(object({ id: integer }, ['id']), '201') },
    },
    '/events/{id}': { parameters: [param('id', integer)], delete: { responses: noBody } },
    '/events/{id}/seats/{attendee}': {
      parameters: [param('id', integer), param('attendee')],
      put: { ...takes(object({ answer: text }, ['answer'])), responses: { ...shows(seat), ...more } },
      get: { responses: shows(seat) },
    },
  });

it('a PUT below an item of this run makes what nothing else makes, unless it documents 404', async () => {
  const kinds = (plans: Plan[]) => plans.filter(({ name }) => name.includes('seat')).map(({ kind }) => kind);
  expect(kinds(await plansOf(party()))).toEqual(expect.arrayContaining(['create-echo', 'create-read', 'update-read']));
  expect(kinds(await plansOf(spec({ ...party({ '404': { description: 'none' } }).paths, ...pins })))).toEqual([
    'call-unknown',
  ]);
});

it('a number that is shown as text is planned, and proved', async () => {
  const document = thingSpec({ price: { anyOf: [{ type: 'number' }, { type: 'string' }] } });
  const shown = object({ id: integer, price: text }, ['id', 'price']);
  const paths = document.paths as Record<string, { post?: { responses: object } }>;
  paths['/things']!.post!.responses = shows(shown, '201');
  const plan = (await plansOf(document)).find(({ kind }) => kind === 'create-echo');
  expect(plan?.steps[0]?.assert).toMatchObject([{ op: 'equals', pointer: '/price', compare: 'number' }]);
  expect(plan?.proof.length).toBeGreaterThan(0);
});

const board = { id: integer, name: text, kind: { type: 'string', enum: ['kanban', 'scrum'] } };
const boards = spec({
  '/boards': {
    post: {
      ...takes(object({ name: text, kind: board.kind }, ['name', 'kind'])),
      responses: shows(object(board, ['id']), '201'),
    },
    get: {
      parameters: [
        { name: 'kind', in: 'query', schema: board.kind },
        { name: 'offset', in: 'query', schema: { type: 'number', minimum: 0 } },
        { name: 'limit', in: 'query', schema: { type: 'number', minimum: 1, maximum: 50 } },
      ],
      responses: shows({ type: 'array', items: object(board, ['id', 'name', 'kind']) }),
    },
  },
  '/boards/{id}': { parameters: [param('id', integer)], get: { responses: shows(object(board, ['id'])) } },
});

it('a filter by the sort of thing has two sorts of things to tell apart', async () => {
  const plan = (await plansOf(boards)).find(({ kind }) => kind === 'list-filter');
  const kinds = plan?.steps
    .map(({ body }) => body && 'object' in body.value && body.value.object['kind'])
    .filter(Boolean);
  expect(kinds).toEqual([{ literal: 'kanban' }, { literal: 'scrum' }]);
});

it('pages whose size is a number, as languages with one type of number say, are walked', async () => {
  expect((await plansOf(boards)).map(({ kind }) => kind)).toContain('pagination');
});

it('a parameter of one letter and "id" is the id of what begins with it', async () => {
  const comment = object({ id: text, body: text }, ['id', 'body']);
  const plans = await plansOf(
    spec({
      '/comments': { post: { ...takes(object({ body: text }, ['body'])), responses: shows(comment, '201') } },
      '/comments/{cid}': { parameters: [param('cid')], get: { responses: shows(comment) } },
    }),
  );
  expect(plans.map(({ kind }) => kind)).toContain('create-read');
});

it('a flag that is called like what sets it shows that it was set', async () => {
  const photo = object({ id: text, title: text, favourite: { type: 'boolean' } }, ['id', 'title']);
  const plans = await plansOf(
    spec({
      '/photos': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(photo, '201') } },
      '/photos/{id}': { parameters: [param('id')], get: { responses: shows(photo) } },
      '/photos/{id}/favourite': { parameters: [param('id')], put: { responses: noBody } },
    }),
  );
  expect(plans.find(({ kind }) => kind === 'action-read-back')?.steps.at(-1)?.assert).toContainEqual(
    expect.objectContaining({ op: 'differs', pointer: '/favourite' }),
  );
});
