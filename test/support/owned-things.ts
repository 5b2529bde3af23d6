import type { PersonaBinding, Plan, Step } from '#verifier/plan/plan.ts';
import type { MemoryHandler } from '#verifier/transport/memory.ts';
import type { WireRequest } from '#verifier/transport/send.ts';
import { json } from './things-api.ts';
import { create, NAME, plan, request, step } from './things-plans.ts';

/** How a service answers who has no part in a thing. */
export type ToOthers = (method: string, id: number, owner: string) => ReturnType<typeof json>;

/** Who a request comes from; undefined = nobody that the service knows. */
export type Authenticate = (headers: Record<string, string>) => string | undefined;

/** Things that only their owner sees, known by whatever the service takes for an identity. */
export function ownedThings(authenticate: Authenticate, toOthers: ToOthers = () => json(404, {})) {
  const things = new Map<number, { id: number; name: string; owner: string }>();
  const log: WireRequest[] = [];
  let nextId = 1;
  const handler: MemoryHandler = (asked) => {
    log.push(asked);
    const user = authenticate(asked.headers);
    const { pathname } = new URL(asked.url);
    if (!pathname.startsWith('/things')) return json(404, {});
    if (user === undefined) return json(401, { error: 'who are you' });
    const body = JSON.parse(asked.body ?? '{}') as { name: string };
    if (pathname === '/things' && asked.method === 'GET')
      return json(200, { data: [...things.values()].filter(({ owner }) => owner === user) });
    if (pathname === '/things') {
      const thing = { ...body, id: nextId++, owner: user };
      things.set(thing.id, thing);
      return json(201, thing);
    }
    const thing = things.get(Number(pathname.slice('/things/'.length)));
    if (thing?.owner !== user) return toOthers(asked.method, thing?.id ?? 0, user);
    if (asked.method === 'DELETE') things.delete(thing.id);
    else if (asked.method === 'PUT') Object.assign(thing, body);
    return json(200, thing);
  };
  return { handler, log, things };
}

const REFUSED = {
  persona: null,
  madeUp: 'admin',
  expect: { outcome: 'unauthenticated' as const, status: [401], responses: {} },
  assert: [{ op: 'status' as const }],
};
export const byId = { path: { id: { capture: 'id' } } };
export const refused = (template: Parameters<typeof step>[1], more: Partial<Step> = {}): Step =>
  step('refused', template, { ...REFUSED, ...more });
export const journey = (name: string, steps: Step[], undone: string): Plan => ({
  ...plan(name, steps, {
    kind: 'unauthenticated',
    personas: [],
    teardown: [{ ...request('DELETE', '/things/{id}', byId), forStep: undone, persona: 'admin' }],
  }),
});
export const reads = journey('read', [create(), refused(request('GET', '/things/{id}', byId))], 'create');
export const updates = journey(
  'update',
  [create(), refused(request('PUT', '/things/{id}', { ...byId, body: { object: { name: NAME } } }))],
  'create',
);
export const persona = (authType: PersonaBinding['authType'], credentials: object) => ({
  bundle: { personas: [{ name: 'admin', description: 'may do all', authType, envVar: 'AUTH_ADMIN' }] },
  env: { AUTH_ADMIN: JSON.stringify(credentials) },
});
export const OPAQUE = persona('BEARER', { token: 'tok-ann-58c1d07b2e' });
export const USER = persona('BASIC', { username: 'ann', password: 'correct-horse' });
export const basicOf = (headers: Record<string, string>) =>
  Buffer.from((headers['authorization'] ?? '').slice('Basic '.length), 'base64')
    .toString()
    .split(':');
export const tokenOf = (headers: Record<string, string>) => /^Bearer (.*)$/.exec(headers['authorization'] ?? '')?.[1];
