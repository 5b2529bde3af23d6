import { planFeature } from '#planner/plan-feature.ts';
import { namespaceLimits } from '#planner/personas/namespace-limits.ts';
import { personaRoles } from '#planner/personas/persona-roles.ts';
import { instantClock } from '#verifier/engine/context/clock.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import { memorySend } from '#verifier/transport/memory.ts';
import { describe, expect, it } from 'vitest';

import { failures, type Fields } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing } from '#test/small-store.ts';

const thing = object({ id: text, title: text }, ['id', 'title']);
const answers = { ...missing, '403': { description: 'it may not' }, '401': { description: 'who is it' } };
const collection = (more: object = {}) => ({
  ...more,
  get: { responses: { ...shows({ type: 'array', items: thing }), ...answers } },
  post: { ...takes(object({ title: text }, ['title'])), responses: { ...shows(thing, '201'), ...answers } },
});
const one = (...names: string[]) => ({
  parameters: names.map((name) => param(name)),
  get: { responses: { ...shows(thing), ...answers } },
  patch: { ...takes(object({ title: text })), responses: { ...shows(thing), ...answers } },
  delete: { responses: { ...noBody, ...answers } },
});
const below = (name: string) => collection({ parameters: [param(name)] });
const document = {
  ...spec(
    {
      '/projects': collection(),
      '/projects/{id}': one('id'),
      '/projects/{projectId}/notes': below('projectId'),
      '/projects/{projectId}/notes/{noteId}': one('projectId', 'noteId'),
      '/projects/{projectId}/join-requests': below('projectId'),
    },
    { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  ),
  security: [{ bearer: [] }],
};
const BOUND = 'May see and change what is in the project Apollo only.';
const personasOf = (description: string) => [
  { name: 'Admin', description: 'May do everything.', authType: 'BEARER' as const },
  { name: 'Dana', description, authType: 'BEARER' as const },
];
const refusedOf = async (description: string, given: string[] = []) => {
  const { bundle } = await planFeature({
    spec: document,
    personas: personasOf(description),
    envProvidedParams: given,
  });
  return bundle.plans
    .filter(({ kind }) => kind === 'forbidden' || kind === 'cross-persona')
    .map(({ subject }) => subject)
    .toSorted();
};

describe('what a description binds to one place', () => {
  it.each([
    [BOUND, 'project'],
    ['May see and change what is in the namespace team-blue only.', 'namespace'],
    ['Sees only what is in the "blue" workspace.', 'workspace'],
    ['A guest. Can only read and edit things in the Apollo project.', 'project'],
    ['Reads, edits and deletes everything within the project Apollo only', 'project'],
  ])('%s', (description, kind) => {
    expect(namespaceLimits(description)).toMatchObject([{ scope: 'object', words: [kind], isInside: true }]);
  });

  it.each([
    'May see and change what is in the project Apollo.',
    'May see what is in the project list only.',
    'May change what is in the project Apollo only.',
    'May see and change what is in the project Apollo only when it is open.',
    'May see and change what is in the project Apollo only. Reads the notes of all.',
    'May see and change what is in the project Apollo only, and read everything.',
    'May not see and change what is in the project Apollo only.',
  ])('nothing: %s', (description) => {
    expect(namespaceLimits(description)).toEqual([]);
  });

  it('who is bound so acts where nobody may do more', () => {
    const [, dana = { name: '', description: '', authType: 'BEARER' as const }] = personasOf(BOUND);
    expect(personaRoles([dana]).actor?.name).toBe('Dana');
    expect(personaRoles(personasOf(BOUND)).actor?.name).toBe('Admin');
  });
});

describe('who is bound to one place', () => {
  it('is refused what is in another, and what changes that place; not to see that it is there, nor to ask to come in', async () => {
    expect(await refusedOf(BOUND)).toEqual([
      'DELETE /projects/{id}',
      'DELETE /projects/{projectId}/notes/{noteId}',
      'GET /projects/{projectId}/notes',
      'GET /projects/{projectId}/notes/{noteId}',
      'PATCH /projects/{id}',
      'PATCH /projects/{projectId}/notes/{noteId}',
      'POST /projects/{projectId}/notes',
    ]);
  });

  it('is refused nothing in a place that is given from outside: it may be that one', async () => {
    expect(await refusedOf(BOUND, ['projectId'])).toEqual([]);
  });

  it('is refused nothing where no such place is made', async () => {
    expect(await refusedOf('May see and change what is in the region EU only.')).toEqual([]);
  });
});

/** Whether Dana may do it with a project that is not hers. */
type Rule = (method: string, path: string) => number | undefined;

function send(rule: Rule) {
  const things = new Map<string, Fields>();
  let serial = 0;
  return memorySend(({ method, url, body, headers }) => {
    const { pathname } = new URL(url);
    const told = (status: number, shown?: unknown) => ({
      status,
      headers: shown === undefined ? {} : { 'content-type': 'application/json' },
      body: shown === undefined ? '' : JSON.stringify(shown),
    });
    const who = headers['authorization'];
    if (who === undefined) return told(401, { error: 'who is it' });
    if (!['Bearer admin', 'Bearer dana'].includes(who)) return told(401, { error: 'not known' });
    const parts = pathname.slice(1).split('/');
    const status = who === 'Bearer dana' ? rule(method, pathname) : undefined;
    if (status !== undefined && status !== 200) return told(status, { error: 'not for you' });
    if (parts.length > 1 && !things.has(`/projects/${parts[1]}`)) return told(404, { error: 'no such project' });
    const isCollection = parts.length % 2 === 1;
    const isOwn = status === undefined;
    if (method === 'GET' && isCollection) {
      const held = [...things].filter(
        ([at]) => at.startsWith(`${pathname}/`) && !at.slice(pathname.length + 1).includes('/'),
      );
      return told(200, isOwn ? held.map(([, value]) => value) : []);
    }
    const sent = body === undefined || body === '' ? {} : (JSON.parse(body) as Fields);
    if (method === 'POST') {
      const made = { ...sent, id: `t${(serial += 1)}` };
      things.set(`${pathname}/${made.id}`, made);
      return told(201, made);
    }
    const held = things.get(pathname);
    if (!held) return told(404, { error: 'no such thing' });
    if (method === 'PATCH') Object.assign(held, sent);
    if (method === 'DELETE')
      for (const at of things.keys()) if (at === pathname || at.startsWith(`${pathname}/`)) things.delete(at);
    return method === 'DELETE' ? told(204) : told(200, held);
  });
}

async function run(rule: Rule) {
  const { bundle } = await planFeature({ spec: document, personas: personasOf(BOUND) });
  return runPlans({
    bundle,
    plans: bundle.plans,
    baseUrl: 'http://small.test',
    send: send(rule),
    clock: instantClock(Date.parse('2026-01-01T00:00:00Z')),
    random: seededRandom(7),
    env: { AUTH_ADMIN: '{"token":"admin"}', AUTH_DANA: '{"token":"dana"}' },
    seed: 1,
  });
}

const isInside = (path: string) => path.split('/').length > 3;
const isWay = (path: string) => path.endsWith('/join-requests');

describe('a sound server', () => {
  it.each<[string, Rule]>([
    ['that refuses all but what is hers', () => 403],
    ['that hides what is not hers', () => 404],
    [
      'that lists places, and shows empty lists of what is in them',
      (method, path) =>
        path === '/projects' && method !== 'POST' ? undefined : method === 'GET' && !/t\d+$/.test(path) ? 200 : 404,
    ],
    [
      'that shows what places there are, lets her make some and ask to come in',
      (method, path) => (isWay(path) || (!isInside(path) && ['GET', 'POST'].includes(method)) ? undefined : 403),
    ],
  ])('%s passes', async (_, rule) => {
    expect(failures(await run(rule))).toEqual([]);
  });
});

it('a server that lets her into every place is told', async () => {
  const told = failures(await run(() => undefined)).join();
  expect(told).toContain('AUTHZ_OBJECT: Dana is refused another');
  expect(told).toContain('AUTHZ_FUNCTION: Dana is refused POST /projects/{projectId}/notes');
});
