import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, item, notFound, number, ok, store, time } from '#test/small-store.ts';

const STATUS = { type: 'string', enum: ['active', 'canceled'] };

/** Contracts with actions on one of them; `more` is shown beside their title and status. */
function contracts(more: Fields, actions: string[], amount: Fields = {}) {
  const all = { id: integer, title: text, status: STATUS, ...more } as Record<string, Fields>;
  const contract = object(all, Object.keys(all));
  return spec({
    '/contracts': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(contract, '201') } },
    '/contracts/{id}': item(contract),
    ...Object.fromEntries(
      actions.map((name) => [
        `/contracts/{id}/${name}`,
        { parameters: [param('id', integer)], post: { ...amount, responses: shows(contract) } },
      ]),
    ),
  });
}

/** A server that does to a contract what is said of each action. */
function server(initial: Fields, acts: Record<string, Fields>): MakeServer {
  return () => {
    const { on, routes } = store('/contracts', { status: 'active', ...initial });
    for (const [name, change] of Object.entries(acts))
      routes[`POST /contracts/{id}/${name}`] = on((one) => ok(Object.assign(one, change)));
    return routes;
  };
}

describe('what ends only later', () => {
  const document = contracts({ cancel_at_period_end: boolean }, ['cancel']);

  it('goes on until then, on a sound server', async () => {
    const cancelling = server({ cancel_at_period_end: false }, { cancel: { cancel_at_period_end: true } });
    expect(failures(await verify(document, cancelling))).toEqual([]);
  });

  it('ends at once where no field says otherwise', async () => {
    const { bundle } = await plan(contracts({ canceled_at: time }, ['cancel']));
    expect(bundle.plans.map(({ kind }) => kind)).toContain('action-read-back');
    const idle = server({ canceled_at: null }, { cancel: {} });
    expect(decisive(await verify(contracts({ canceled_at: time }, ['cancel']), idle))).not.toEqual([]);
  });
});

it('a restore beside an unarchive is for what was deleted', async () => {
  const document = contracts({ archived: boolean, status: text }, ['archive', 'unarchive', 'restore']);
  const sound = { archive: { archived: true }, unarchive: { archived: false }, restore: {} };
  expect(failures(await verify(document, server({ archived: false }, sound)))).toEqual([]);
  const stuck = { ...sound, unarchive: {} };
  expect(decisive(await verify(document, server({ archived: false }, stuck)))).not.toEqual([]);
});

it('a restore beside an archive may be for what was deleted, and not find what is there', async () => {
  const document = contracts({ archived: boolean }, ['archive', 'restore']);
  const acts = server({ archived: false }, { archive: { archived: true } });
  const sound: MakeServer = (clock) => ({ ...acts(clock), 'POST /contracts/{id}/restore': () => notFound });
  const results = await verify(document, sound);
  expect(decisive(results)).toEqual([]);
  expect(failures(results)[0]).toMatch(/^INCONCLUSIVE_SETUP_REQUIRED STATE_CONFLICT/);
  expect(decisive(await verify(document, acts))).toEqual([expect.stringMatching(/^FAIL_DECISIVE_ROUTE_MISSING/)]);
});

it('a deposit may be pending where there is another balance', async () => {
  const amount = takes(object({ amount: { ...number, minimum: 1 } }, ['amount']));
  const pending = server({ balance: 0, pendingBalance: 0 }, { deposit: { pendingBalance: 5 } });
  const document = contracts({ balance: number, pendingBalance: number }, ['deposit'], amount);
  expect(decisive(await verify(document, pending))).toEqual([]);
});
