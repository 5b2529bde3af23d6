import type { Plan, Step } from '#verifier/plan/plan.ts';
import type { WireRequest, WireResponse } from '#verifier/transport/send.ts';
import { json, type Fault } from '#test/things-api.ts';
import { create, gone, list, plan, read, readUpdated, remove, request, step, update } from '#test/things-plans.ts';

export type Asked = Parameters<Fault>[0];

export const isItem = ({ path }: Asked): boolean => /^\/things\/\d+$/.test(path);
export const isRead = (r: Asked): boolean => r.method === 'GET' && isItem(r);
export const isList = (r: Asked): boolean => r.method === 'GET' && r.path === '/things';
export const isCreate = (r: Asked): boolean => r.method === 'POST' && r.path === '/things';
export const isUpdate = (r: Asked): boolean => r.method === 'PUT';
export const isDelete = (r: Asked): boolean => r.method === 'DELETE';
export const byGuest = ({ headers }: WireRequest): boolean => headers['authorization'] === 'Bearer tok-guest-5678';

export const answer = (when: (r: Asked) => boolean, response: WireResponse) => (): Fault => (r) =>
  when(r) ? response : undefined;
export const status = (when: (r: Asked) => boolean, code: number, body: object = { error: 'no' }) =>
  answer(when, json(code, body));
export const changed =
  (when: (r: Asked) => boolean, change: (body: Record<string, unknown>) => unknown) => (): Fault => (r, next) => {
    if (!when(r)) return undefined;
    const response = next();
    return response.status > 299
      ? response
      : { ...response, body: JSON.stringify(change(JSON.parse(response.body) as Record<string, unknown>)) };
  };
/** The clean API's own answer for the first `times` requests, then something else; or the other way round. */
export const firstTimes = (when: (r: Asked) => boolean, times: number, response: WireResponse) => (): Fault => {
  let seen = 0;
  return (r) => {
    if (!when(r)) return undefined;
    seen += 1;
    return seen <= times ? response : undefined;
  };
};

/** One response after the other to the requests that fit, then the API's own. */
export const inTurn = (when: (r: Asked) => boolean, responses: WireResponse[]) => (): Fault => {
  const left = [...responses];
  return (r) => (when(r) ? left.shift() : undefined);
};

export const createRead = (): Plan => plan('create-read', [create(), read()]);
export const createList = (): Plan => plan('create-list', [create(), list()]);
export const updateRead = (): Plan => plan('update-read', [create(), update(), readUpdated()]);
export const deleteGone = (): Plan => plan('delete-gone', [create(), remove(), gone()]);
export const refusal = (
  outcome: Step['expect']['outcome'],
  persona: string | null,
  method: 'GET' | 'PUT' = 'GET',
): Plan =>
  plan(
    outcome,
    [
      create(),
      step(
        'refused',
        request(method, '/things/{id}', {
          path: { id: { capture: 'id' } },
          ...(method === 'PUT' ? { body: { object: { size: { literal: 9 } } } } : {}),
        }),
        { persona, expect: { outcome, status: [404], responses: {} }, assert: [{ op: 'status' }] },
      ),
      ...(method === 'PUT'
        ? [
            read({
              id: 'check',
              effectOf: 'refused',
              assert: [
                { op: 'equals', pointer: '/size', value: { sent: 'create', pointer: '/body/size' }, compare: 'exact' },
              ],
            }),
          ]
        : []),
    ],
    { personas: ['admin', ...(persona === null ? [] : [persona])] },
  );
export const notFound = (): Plan =>
  plan('not-found', [
    step('missing', request('GET', '/things/{id}', { path: { id: { literal: 987654 } } }), {
      expect: { outcome: 'not-found', status: [404], responses: {} },
      assert: [{ op: 'status' }],
    }),
  ]);
export const carriedOnly = (): Plan =>
  plan('act', [create(), step('act', request('POST', '/things/{id}/act', { path: { id: { capture: 'id' } } }))]);
export const fromOutside = (env: string): Plan =>
  plan(
    `outside-${env}`,
    [read({ params: { path: { id: { input: 'thingId' } }, query: {}, header: {} }, assert: [] })],
    {
      inputs: { thingId: { env, onMissing: 'skip' } },
    },
  );
export const asPersona = (persona: string | null): Plan =>
  plan(`as-${persona}`, [create({ persona })], { personas: persona === null ? [] : [persona] });
export const untilDone = (): Plan =>
  plan('until', [
    create(),
    read({
      assert: [],
      until: { pointer: '/name', values: ['done'], terminal: ['failed'], intervalMs: 250, budgetMs: 600 },
    }),
  ]);
export const changing = (): Plan =>
  plan('changing', [
    create(),
    read({ id: 'before', captures: { old: { from: 'body', pointer: '/size' } } }),
    update(),
    readUpdated({ assert: [{ op: 'differs', pointer: '/size', value: { capture: 'old' } }] }),
  ]);
