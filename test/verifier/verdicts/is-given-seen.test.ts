import { describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';
import { instantClock } from '#verifier/engine/context/clock.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import { memorySend } from '#verifier/transport/memory.ts';

import { decisive, failures } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';

const missing = { '404': { description: 'Not Found' } };
const note = object({ id: text, title: text }, ['id', 'title']);

/** Notes of a team that is given from outside; any 404 is in the same words. */
const documentOf = (sent: object) =>
  spec({
    '/teams/{team}/notes': {
      parameters: [param('team')],
      get: { responses: { ...shows(object({ notes: { type: 'array', items: note } }, ['notes'])), ...missing } },
      post: { ...takes(sent as never), responses: { ...shows(note, '201'), ...missing } },
    },
    '/teams/{team}/notes/{id}': {
      parameters: [param('team'), param('id')],
      get: { responses: { ...shows(note), ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
  });
const document = documentOf(object({ title: text }, ['title']));
const withTeams = {
  ...document,
  paths: {
    ...(document as { paths: object }).paths,
    '/teams/{team}': { parameters: [param('team')], get: { responses: { ...shows(note), ...missing } } },
  },
};

type Note = { id: string; title: string };
type Options = {
  team?: string;
  /** What a create is answered anyhow. */
  creates?: { status: number; body: unknown };
  /** What a write below a team that is not there is answered. */
  unknown?: { status: number; body: unknown };
  /** What is answered 404. */
  refuses?: (method: string, path: string, notes: Note[], sinceLastMs: number) => boolean;
  words?: string;
};

async function verify(of: object, options: Options = {}): Promise<ResultDocument> {
  const { team = 'red', refuses = () => false, words = 'Not Found', unknown, creates } = options;
  const { bundle } = await planFeature({ spec: of, personas: [], envProvidedParams: ['team'] });
  const clock = instantClock(Date.parse('2026-01-01T00:00:00Z'));
  const notes = new Map<string, Note>();
  let serial = 0;
  let madeAtMs = 0;
  const answer = (status: number, body?: unknown) => ({
    status,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? '' : JSON.stringify(body),
  });
  const notFound = answer(404, { message: 'Not Found' });
  const send = memorySend(({ method, url, body }) => {
    const { pathname } = new URL(url);
    const [, base, asked = '', kind, id] = pathname.split('/');
    if (base === 'teams' && asked === team && kind === undefined) return answer(200, { id: team, title: 'the team' });
    if (base === 'teams' && asked !== team && kind === 'notes' && method === 'POST' && unknown)
      return answer(unknown.status, unknown.body);
    if (base !== 'teams' || asked !== team || kind !== 'notes') return notFound;
    const sinceLastMs = clock.now() - madeAtMs;
    if (refuses(method, id === undefined ? 'list' : 'item', [...notes.values()], sinceLastMs))
      return answer(404, { message: words });
    if (id !== undefined) {
      const found = notes.get(id);
      if (!found) return notFound;
      if (method === 'DELETE') notes.delete(id);
      return method === 'DELETE' ? answer(204) : answer(200, found);
    }
    if (method === 'GET') return answer(200, { notes: [...notes.values()] });
    if (creates) return answer(creates.status, creates.body);
    serial += 1;
    madeAtMs = clock.now();
    const made = { ...(JSON.parse(body as string) as Note), id: `n${serial}` };
    notes.set(made.id, made);
    return answer(201, made);
  });
  const env = { APITEST_PARAM_TEAM: 'red' };
  const random = seededRandom(7);
  return runPlans({ bundle, baseUrl: 'http://small.test', send, clock, random, env, seed: 1 });
}

const isList = (method: string, path: string) => method === 'GET' && path === 'list';
const isCreate = (method: string) => method === 'POST';

describe('a path that names only what was given from outside', () => {
  it('passes on a sound server', async () => {
    expect(failures(await verify(document))).toEqual([]);
  });

  it('a list that is not served is told where something was made for it', async () => {
    const found = decisive(await verify(document, { refuses: isList }));
    expect(found.join()).toContain('FAIL_DECISIVE_ROUTE_MISSING ROUTE_NOT_SERVED: A deleted note is not in the list');
  });

  it('a create is not: who reads the list may not be let write', async () => {
    const found = decisive(await verify(document, { refuses: isCreate }));
    expect(found).toEqual([]);
  });

  it('not where what was given is not there', async () => {
    const run = await verify(document, { team: 'blue' });
    expect(decisive(run)).toEqual([]);
    expect(failures(run).join()).toContain('PREREQUISITE_NOT_FOUND: A created note is in the list');
  });

  it.each([
    ['404 in words of its own', { status: 404, body: { message: 'no team is called so' } }],
    ['422 that names it', { status: 422, body: { errors: { team: 'is invalid' } } }],
    ['400 that says no more', { status: 400, body: { message: 'bad request' } }],
  ])('what was given and is not there is no refused input: a create says %s', async (_name, unknown) => {
    const run = await verify(withTeams, { team: 'blue', unknown });
    expect(decisive(run)).toEqual([]);
    expect(failures(run).join()).not.toContain('INPUT_CONSTRAINT');
    expect(failures(run).join()).toContain('PREREQUISITE_NOT_FOUND');
  });

  it('a create that is refused below what is there is refused for its input', async () => {
    const refused = await verify(withTeams, { refuses: isCreate, words: 'x' });
    expect(decisive(refused)).toEqual([]);
    const run = await verify(withTeams, {
      team: 'red',
      creates: { status: 422, body: { errors: { title: 'too plain' } } },
    });
    expect(failures(run).join()).toContain('INPUT_CONSTRAINT');
  });

  it('not where a list is answered so as long as there is nothing in it', async () => {
    const refuses = (method: string, path: string, notes: Note[]) => isList(method, path) && notes.length === 0;
    expect(decisive(await verify(document, { refuses }))).toEqual([]);
  });

  it('nor as long as it does not know yet what was made', async () => {
    const refuses = (method: string, path: string, _notes: Note[], sinceLastMs: number) =>
      isList(method, path) && sinceLastMs < 500;
    const run = await verify(document, { refuses });
    expect(decisive(run)).toEqual([]);
    expect(failures(run).join()).toContain('EVENTUALLY_CONSISTENT');
  });

  it('not where the refusal says more than that, or the create may name something that is not there', async () => {
    const words = 'The billing account of this team was closed';
    expect(decisive(await verify(document, { refuses: isCreate, words }))).toEqual([]);
    const choice = { type: 'string', enum: ['plain', 'rich'] };
    const named = documentOf(object({ title: text, template: choice }, ['title', 'template']));
    expect(decisive(await verify(named, { refuses: isCreate }))).toEqual([]);
  });
});
