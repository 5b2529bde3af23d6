import { planFeature } from '#planner/plan-feature.ts';
import type { Clock } from '#verifier/engine/context/clock.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import type { PlanKind } from '#verifier/plan/journey-kinds.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import { nodeTransport } from '#verifier/transport/node.ts';
import type { WireResponse } from '#verifier/transport/send.ts';

import { serveHandler } from './serve-handler.ts';
import type { Persona } from '#planner/personas/persona.ts';

/** What a route of a small server gets: path parameters in order, the query, the JSON body and which persona asks ("" = nobody). */
export type Asked = { params: string[]; query: URLSearchParams; body: Record<string, unknown>; caller: string };
export type Answered = { status: number; body?: unknown; headers?: Record<string, string> };
/** By "METHOD /path/:param". */
export type Routes = Record<string, (asked: Asked) => Answered>;

/** Waiting takes no time. */
const impatientClock: Clock = { now: Date.now, sleep: async () => undefined };

function answerOf(
  routes: Routes,
  known: string[],
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: string,
): WireResponse {
  const { pathname, searchParams: query } = new URL(url);
  for (const [key, route] of Object.entries(routes)) {
    const [wanted, path = ''] = key.split(' ');
    const found = wanted === method && new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`).exec(pathname);
    if (!found) continue;
    const params = found.slice(1).map(decodeURIComponent);
    const token = /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? '';
    const caller = known.includes(token) ? token : '';
    const sent = body === undefined ? {} : (JSON.parse(body) as Record<string, unknown>);
    const answer = route({ params, query, body: sent, caller });
    const text = answer.body === undefined ? '' : JSON.stringify(answer.body);
    return { status: answer.status, headers: { 'content-type': 'application/json', ...answer.headers }, body: text };
  }
  return { status: 404, headers: { 'content-type': 'application/json' }, body: '{"error":"no such route"}' };
}

/** Plans a spec and runs its journeys of some kinds over a real socket against a small server made for each run. */
export async function verifyServer(
  spec: object,
  routes: () => Routes,
  { kinds, personas = [] }: { kinds: PlanKind[]; personas?: Persona[] },
): Promise<ResultDocument & { plans: Plan[] }> {
  const { bundle } = await planFeature({ spec, personas });
  const plans = bundle.plans.filter(({ kind }) => kinds.includes(kind));
  const made = routes();
  const known = bundle.personas.map(({ name }) => name);
  const server = await serveHandler(({ method, url, headers, body }) =>
    answerOf(made, known, method, url, headers, body),
  );
  const transport = nodeTransport();
  try {
    const result = await runPlans({
      bundle,
      plans,
      baseUrl: server.url,
      env: Object.fromEntries(bundle.personas.map(({ envVar, name }) => [envVar, JSON.stringify({ token: name })])),
      clock: impatientClock,
      seed: 1,
      send: transport.send,
      random: seededRandom(1),
    });
    return { ...result, plans };
  } finally {
    await transport.close();
    await server.close();
  }
}

/** Verdict and reason of every journey that failed decisively, each once. */
export function decisive({ journeys }: ResultDocument): string[] {
  const failed = journeys.filter(({ status }) => status === 'fail');
  return [...new Set(failed.map(({ verdict, reasonCode }) => `${verdict} ${reasonCode}`))].sort();
}
