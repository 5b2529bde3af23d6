import type { Assertion, Plan, Step, Template, ValueReference } from '#verifier/plan/plan.ts';
import { json, type Fault, type Thing } from '#test/things-api.ts';
import { create, list, plan, request } from '#test/things-plans.ts';
import { CONTRACT } from '#test/verdict-case.ts';
import type { VerdictJourney } from './verdict-journeys.ts';

const another = (id: string): Step =>
  create({
    ...request('POST', '/things', { body: { object: { name: { literal: id }, size: { literal: 4 } } } }),
    id,
    captures: { [id]: { from: 'body', pointer: '/id' } },
    assert: [],
  });
const byId = (capture: string): { pointer: string; value: { capture: string } }[] => [
  { pointer: '/id', value: { capture } },
];

/** Three things, then a list asked with a query. */
function listed(name: string, query: Record<string, Template>, assert: Assertion[]): Plan {
  const { effectOf: _none, ...asked } = list({ id: 'asked', assert });
  const steps = [create(), another('second'), another('third')];
  return plan(name, [...steps, { ...asked, params: { path: {}, query, header: {} } }]);
}

const filtered = (): Plan =>
  listed('filtered', { size: { sent: 'create', pointer: '/body/size' } }, [
    { op: 'listContains', list: '/data', match: byId('id') },
    { op: 'listOnly', list: '/data', pointer: '/size', value: { sent: 'asked', pointer: '/query/size' } },
  ]);
const size: ValueReference = { sent: 'asked', pointer: '/query/size' };
const each = [byId('id'), byId('second'), byId('third')];
const paged = (): Plan => listed('paged', { size: { literal: 2 } }, [{ op: 'listPages', list: '/data', size, each }]);

const listing =
  (shown: (all: Thing[], asked: { page: number; size: number }) => Thing[], said: object = {}) =>
  (): Fault =>
  (r, _next, { things }) => {
    if (r.method !== 'GET' || r.path !== '/things') return undefined;
    const asked = { page: Number(r.query.get('page') ?? 1), size: Number(r.query.get('size')) };
    return json(200, { ...said, data: shown([...things.values()], asked) });
  };

/** A list that says which page it shows. */
const echoed = (): Plan =>
  listed('echoed', { size: { literal: 2 } }, [
    { op: 'equals', pointer: '/size', value: size, compare: 'number' },
    { op: 'listPages', list: '/data', size, each },
  ]);

/** A list that says how many things there are. */
const counted = (): Plan =>
  listed('counted', { size: { literal: 2 } }, [{ op: 'listPages', list: '/data', size, each, total: '/total' }]);

/** A list that is asked for the things in the order in which they were made. */
const sorted = (): Plan =>
  listed('sorted', { sort: { literal: 'made' } }, [{ op: 'listPages', list: '/data', each, inOrder: true }]);

/** What a list can do wrong with what it was asked for: rows 28 and 29. */
export const listJourneys: VerdictJourney[] = [
  { name: 'a list is paged as it says', plan: paged() },
  {
    name: 'a filter keeps what it should not',
    plan: filtered(),
    fault: listing((all, { page }) => (page === 1 ? all : [])),
    verdict: CONTRACT,
    reasonCode: 'NOT_FILTERED',
  },
  {
    name: 'a list shows the same item twice',
    plan: listed('twice', {}, [{ op: 'listContains', list: '/data', match: byId('second') }]),
    fault: listing((all) => all.flatMap((one) => [one, one])),
    verdict: CONTRACT,
    reasonCode: 'ITEM_REPEATED',
  },
  {
    name: 'a list answers more than a page',
    plan: paged(),
    fault: listing((all) => all),
    verdict: CONTRACT,
    reasonCode: 'PAGE_SIZE_IGNORED',
  },
  {
    name: 'a list answers the same page again',
    plan: paged(),
    fault: listing((all, { size }) => all.slice(0, size)),
    verdict: CONTRACT,
    reasonCode: 'PAGE_REPEATED',
  },
  {
    name: 'a list says that another page was asked for',
    plan: echoed(),
    fault: listing((all, { page, size }) => all.slice((page - 1) * size, page * size), { size: 50 }),
    verdict: CONTRACT,
    reasonCode: 'PAGE_MISSTATED',
  },
  {
    name: 'a list shows its things the other way round',
    plan: sorted(),
    fault: listing((all, { page }) => (page === 1 ? all.toReversed() : [])),
    verdict: CONTRACT,
    reasonCode: 'NOT_SORTED',
  },
  {
    name: 'a list says that there are fewer things than it shows',
    plan: counted(),
    fault: listing((all, { page, size }) => all.slice((page - 1) * size, page * size), { total: 2 }),
    verdict: CONTRACT,
    reasonCode: 'TOTAL_MISSTATED',
  },
];
