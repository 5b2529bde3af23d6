import { planFeature } from '#planner/plan-feature.ts';
import { instantClock, type Clock } from '#verifier/engine/context/clock.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import type { PlanKind } from '#verifier/plan/journey-kinds.ts';
import type { JourneyResult, ResultDocument } from '#verifier/result/result.ts';
import { memorySend } from '#verifier/transport/memory.ts';
import type { Persona } from '#planner/personas/persona.ts';
import type { PlannedFeature } from '#planner/outcome/planned-feature.ts';

export type Fields = Record<string, unknown>;
export type Asked = { params: string[]; body: Fields; query: URLSearchParams; headers: Record<string, string> };
export type Told = { status: number; body?: unknown; headers?: Record<string, string> };
/** "METHOD /path/{name}" → what the server does. */
export type Routes = Record<string, (asked: Asked) => Told>;

/** A server for one test, made anew for each run. */
export type MakeServer = (clock: Clock) => Routes;

export function handlerOf(routes: Routes) {
  const table = Object.entries(routes).map(([key, act]) => {
    const [method = '', path = ''] = key.split(' ');
    return { method, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/:]+)')}$`), act };
  });
  return memorySend(({ method, url, body, headers }) => {
    const { pathname, searchParams } = new URL(url);
    const here = table.filter(({ pattern }) => pattern.test(pathname));
    const found = here.find((one) => one.method === method);
    const told: Told = found
      ? found.act({
          params: (found.pattern.exec(pathname) ?? []).slice(1).map(decodeURIComponent),
          body: fieldsOf(body, headers),
          query: searchParams,
          headers,
        })
      : { status: here.length > 0 ? 405 : 404, body: { error: 'no such route' } };
    const json = told.body === undefined ? {} : { 'content-type': 'application/json' };
    return {
      status: told.status,
      headers: { ...json, ...told.headers },
      body: told.body === undefined ? '' : JSON.stringify(told.body),
    };
  });
}

/** What a body in JSON holds; a text as a whole is its `text`. */
function fieldsOf(body: string | undefined, headers: Record<string, string>): Fields {
  if (body === undefined || body === '') return {};
  const [, type = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  return type.startsWith('text/') ? { text: body } : (JSON.parse(body) as Fields);
}

const planned = new WeakMap<object, Promise<PlannedFeature>>();

/** Who has just this token: the credentials that `verify` knows. */
export function bearer(name: string, description: string): Persona {
  return { name, description, authType: 'BEARER', envVar: 'TOKEN' };
}

/** The plans of a document; made once, for the personas that it is first asked for. */
export function plan(document: object, personas: Persona[] = []): Promise<PlannedFeature> {
  const known = planned.get(document) ?? planFeature({ spec: document, personas });
  planned.set(document, known);
  return known;
}

/** What somebody of this description is refused beside one who may do everything, by the operations of the plans that try it. */
export async function subjectsRefused(document: object, description: string): Promise<string[]> {
  const { bundle } = await planFeature({
    spec: document,
    personas: [
      { name: 'Admin', description: 'May do everything.', authType: 'BEARER' },
      { name: 'Dana', description, authType: 'BEARER' },
    ],
  });
  const tried = bundle.plans.filter(({ kind }) => kind === 'forbidden' || kind === 'cross-persona');
  return tried.map(({ subject }) => subject);
}

/** Whose token is its name. */
export const OWNER: Persona = { name: 'owner', description: 'May do everything.', authType: 'BEARER' };

/** Runs every plan of the document, or those of one kind, against the server. */
export async function verify(
  document: object,
  server: MakeServer,
  kind?: PlanKind,
  personas: Persona[] = [],
): Promise<ResultDocument> {
  const { bundle } = await plan(document, personas);
  const clock = instantClock(Date.parse('2026-01-01T00:00:00Z'));
  return runPlans({
    bundle,
    plans: bundle.plans.filter((one) => kind === undefined || one.kind === kind),
    baseUrl: 'http://small.test',
    send: handlerOf(server(clock)),
    clock,
    random: seededRandom(7),
    env: {
      TOKEN: '{"token":"secret"}',
      ...Object.fromEntries(
        personas.map(({ name }) => [`AUTH_${name.toUpperCase()}`, JSON.stringify({ token: name })]),
      ),
    },
    seed: 1,
  });
}

/** What did not pass, one line each. */
export function failures({ journeys }: ResultDocument): string[] {
  return journeys.filter(({ status }) => status !== 'pass').map(describeJourney);
}

/** Decisive verdicts, one line each. */
export function decisive({ journeys }: ResultDocument): string[] {
  return journeys.filter(({ status }) => status === 'fail').map(describeJourney);
}

function describeJourney({ name, verdict, reasonCode }: JourneyResult): string {
  return `${verdict ?? ''} ${reasonCode ?? ''}: ${name}`;
}
