import { planFeature } from '#planner/plan-feature.ts';
import { describe, expect, it } from 'vitest';

import { callerOf, type Others, ownedStore } from '#test/owned-store.ts';
import { decisive, failures, OWNER, verify } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing } from '#test/small-store.ts';
import type { Persona } from '#planner/personas/persona.ts';

const NO_ACCESS = 'Another customer: has no access to the accounts of the owner.';
const answers = { ...missing, '403': { description: 'it may not' } };
const account = object({ id: text, title: text }, ['id', 'title']);
const tag = object({ id: text, title: text }, ['id', 'title']);
type Schemas = Parameters<typeof object>[0];
type Schema = ReturnType<typeof object>;

/** What the summaries say, and what else a payment must name. */
type Said = { list?: string; create?: string; tags?: string; names?: Schemas };
function documentOf({ list = 'List your payments', create = 'Pay', tags = 'List your tags', names = {} }: Said = {}) {
  const fields: Schemas = { title: text, fromAccountId: text, toAccountId: text, ...names };
  const payment = object({ id: text, ...fields }, ['id', ...Object.keys(fields)]);
  const collection = (summaries: [string, string], sent: Schemas, shown: Schema) => ({
    get: { summary: summaries[0], responses: shows({ type: 'array', items: shown }) },
    post: { summary: summaries[1], ...takes(object(sent, Object.keys(sent))), responses: shows(shown, '201') },
  });
  const item = (sent: Schemas, shown: Schema) => ({
    parameters: [param('id')],
    get: { responses: { ...shows(shown), ...answers } },
    patch: { ...takes(object(sent)), responses: { ...shows(shown), ...answers } },
    delete: { responses: { ...noBody, ...answers } },
  });
  return {
    ...spec({
      '/accounts': collection(['List your accounts', 'Open an account'], { title: text }, account),
      '/accounts/{id}': item({ title: text }, account),
      '/people': collection(['List people', 'Add one'], { title: text }, account),
      '/shelves': collection(['List shelves', 'Add one'], { title: text }, account),
      '/payments': collection([list, create], fields, payment),
      '/payments/{id}': item({ title: text }, payment),
      '/tags': collection([tags, 'Add a tag'], { title: text }, tag),
    }),
    security: [{ bearer: [] }],
  };
}
const personasOf = (description: string): Persona[] => [OWNER, { name: 'bruno', description, authType: 'BEARER' }];
const refusedOf = async (document: object, description = NO_ACCESS) => {
  const { bundle } = await planFeature({ spec: document, personas: personasOf(description) });
  const kinds = ['forbidden', 'cross-persona'];
  // That a payment cannot be made from another's account is hidden by the accounts: create-on-anothers.test.ts.
  const refused = bundle.plans.filter(
    ({ kind, name }) => kinds.includes(kind) && !name.endsWith("for what is another's"),
  );
  return refused
    .map(({ subject }) => subject)
    .filter((subject) => !subject.includes('/accounts'))
    .toSorted();
};
const ITEMS = ['DELETE /payments/{id}', 'GET /payments/{id}', 'PATCH /payments/{id}'];

describe('what a document calls the caller’s own', () => {
  it('is hidden from another customer: the list, and what is made of hidden things alone', async () => {
    expect(await refusedOf(documentOf())).toEqual([...ITEMS, 'GET /payments', 'GET /tags'].toSorted());
  });

  it('is no more than what is listed where it is made of anything else', async () => {
    expect(await refusedOf(documentOf({ names: { shelfId: text } }))).toEqual(['GET /payments', 'GET /tags']);
  });

  it('is no more than what is listed where others may be looking for it', async () => {
    const document = JSON.parse(JSON.stringify(documentOf()).replaceAll('payments', 'rides')) as object;
    expect(await refusedOf(document)).toEqual(['GET /rides', 'GET /tags']);
  });

  it('is not claimed where it is made for somebody, who may see it', async () => {
    expect(await refusedOf(documentOf({ names: { personId: text } }))).toEqual(['GET /tags']);
  });

  it.each([
    [
      'a list of all that there are',
      { list: 'List payments', create: 'Pay from one of your accounts', tags: 'List tags' },
    ],
    ['one that others offer', { list: 'Pay with your next payments', tags: 'Find your next tag' }],
    ['what there is besides', { list: 'List all payments, not only your payments', tags: 'List your tags and others' }],
    ['what is its team’s', { list: 'List your team payments', tags: 'List your company tags' }],
    ['a list of something else', { list: 'List payments in your region', tags: 'List tags of your shop' }],
  ])('is not %s', async (_, said) => {
    expect(await refusedOf(documentOf(said))).toEqual([]);
  });

  it.each([
    'Another user: has no access to the accounts of the owner.',
    'Another customer support agent: has no access to the accounts of the owner.',
    'Another account manager: has no access to the accounts of the owner.',
    'Another account of the owner: has no access to the accounts of the owner.',
    'Another customer of the same company: has no access to the accounts of the owner.',
    'Another customer. Is an admin. Has no access to the accounts of the owner.',
    'Another customer: has no access to the accounts of the owner, sees their payments and tags.',
    'Another customer: has no access to the accounts of the owner, sees everything else.',
    'Another customer: cannot delete the accounts of the owner.',
    'Accountant: has no access to the accounts of the owner.',
    'Another customer: sees payments and tags; has no access to the accounts of the owner.',
  ])('%s: that one may see it', async (description) => {
    expect(await refusedOf(documentOf(), description)).toEqual([]);
  });
});

it.each([
  ['Another account. Has no access to what the owner owns.', true],
  ['Another user. Has no access to what the owner owns.', false],
])('%s: what only a list shows is hidden as well: %s', async (description, isHidden) => {
  const refused = await refusedOf(documentOf({ list: 'List payments', tags: 'List tags' }), description);
  expect(refused.includes('GET /tags')).toBe(isHidden);
  expect(refused).toEqual(expect.arrayContaining(ITEMS));
});

describe('payments between hidden accounts', () => {
  const document = documentOf();
  const server = (others: Others, listed: Others) => () => {
    const owners = new Map<unknown, string>();
    const accounts = ownedStore('/accounts', { others: 'hidden' });
    const open = accounts.routes['POST /accounts'];
    accounts.routes['POST /accounts'] = (asked) => {
      const told = open?.(asked) ?? { status: 500 };
      owners.set((told.body as { id: string }).id, callerOf(asked));
      return told;
    };
    const payments = ownedStore('/payments', {
      others,
      listed,
      mayMake: (asked) => owners.get(asked.body['fromAccountId']) === callerOf(asked),
    });
    const rest = ['/people', '/shelves', '/tags'].map((base) => ownedStore(base, { others: 'hidden', listed }).routes);
    return Object.assign({}, accounts.routes, payments.routes, ...rest) as typeof accounts.routes;
  };
  const run = (others: Others, listed: Others = 'hidden') =>
    verify(document, server(others, listed), 'cross-persona', personasOf(NO_ACCESS));

  it.each(['hidden', 'forbidden'] as const)('are no alarm where they are %s', async (others) => {
    expect(failures(await run(others))).toEqual([]);
  });

  it('are told where another sees or changes one, and what a list shows of them', async () => {
    expect(decisive(await run('allowed'))).toHaveLength(3);
    const told = decisive(await run('hidden', 'allowed')).join();
    for (const noun of ['payment', 'tag']) expect(told).toContain(`does not see another's ${noun} in the list`);
  });
});
