import { expect, it } from 'vitest';

import { decisive, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

/** Things with a state, which only their list shows beside their create. */
function document(noun: string, states: string[]) {
  const shown = object({ id: integer, text, status: { ...text, enum: states } }, ['id', 'text', 'status']);
  return spec({
    [`/${noun}`]: {
      post: { ...takes(object({ text }, ['text'])), responses: shows(shown, '201') },
      get: { responses: shows({ type: 'array', items: shown }) },
    },
    [`/${noun}/{id}`]: item(shown),
  });
}

const approvedAlone: MakeServer = () => {
  const { items, routes } = store('/reviews', { status: 'pending' });
  return { ...routes, 'GET /reviews': () => ok([...items.values()].filter(({ status }) => status === 'approved')) };
};

it('what is shown once it is approved is not looked for in its list, but by itself', async () => {
  const reviews = document('reviews', ['pending', 'approved', 'rejected']);
  const { bundle, dropped } = await plan(reviews);
  expect(bundle.plans.map(({ kind }) => kind)).toContain('create-read');
  expect(dropped).toContainEqual(expect.objectContaining({ kind: 'create-list', reason: 'OUTCOME_NOT_SHOWN' }));
  expect(decisive(await verify(reviews, approvedAlone))).toEqual([]);
});

it.each([
  ['reviews', ['open', 'closed']],
  ['requests', ['pending', 'approved']],
])('%s that are %j are in their list', async (noun, states) => {
  const { bundle } = await plan(document(noun, states));
  expect(bundle.plans.map(({ kind }) => kind)).toContain('create-list');
});
