import type { Clock } from '#verifier/engine/context/clock.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import type { ReasonCode } from '#verifier/result/verdict.ts';
import { nodeTransport } from '#verifier/transport/node.ts';
import type { Send } from '#verifier/transport/send.ts';
import { documentOracle } from './document-oracle.ts';
import { failingOperation, isDefect } from './run-cell.ts';
import type { Subject } from './subject.ts';

/** A decisive verdict on the unchanged server. */
export type Decisive = {
  journey: string;
  operation: string;
  reasonCode: ReasonCode;
  details: string;
  /** True if a schema can show the reason, and another library found a response of the operation to break the spec. */
  isConfirmed: boolean;
  /** True if `Subject.defects` lists it. */
  isKnown: boolean;
};

export type JudgedRun = {
  result: ResultDocument;
  decisive: Decisive[];
  /** Operations ("METHOD /template") that succeeded, and those that succeed for anonymous callers too. */
  answered: Set<string>;
  open: Set<string>;
  /** Operations with a response that another library finds invalid by the spec. */
  broken: Set<string>;
  requests: number;
  seconds: number;
};

/** Reasons that spec and response alone can confirm. No schema shows that a value was lost. */
export const SHOWN_BY_A_SCHEMA: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'SCHEMA',
  'FIELD_MISSING',
  'UNEXPECTED_STATUS',
  'WRONG_MEDIA_TYPE',
  'SERVER_ERROR',
]);

/** Reads without path parameters that succeed for anonymous callers too. Empty if the subject needs no credentials. */
async function openTo(
  identity: string[],
  answered: Set<string>,
  ask: (method: 'GET', path: string) => Promise<number>,
): Promise<Set<string>> {
  const open = new Set<string>();
  for (const key of identity.length === 0 ? [] : answered) {
    const [method, path = ''] = key.split(' ');
    if (method === 'GET' && !path.includes('{') && (await ask(method, path)) < 300) open.add(key);
  }
  return open;
}

/** Runs all plans once on the unchanged server. Another library judges each response by the spec. */
export async function judgedRun(subject: Subject, seed: number, clock: Clock): Promise<JudgedRun> {
  const { bundle, env, spec } = subject;
  const server = await subject.open();
  const transport = nodeTransport();
  const oracle = documentOracle(spec);
  const identity = Object.keys((server.identities ?? subject.identities)?.owner ?? {});
  const broken = new Set<string>();
  let requests = 0;
  const send: Send = async (request) => {
    requests += 1;
    const answer = await transport.send(request);
    const surprise = oracle.judge({ ...request, url: request.url.replace(server.url, 'http://localhost') }, answer);
    if (surprise !== undefined) broken.add(surprise.slice(0, surprise.indexOf(': ')));
    return answer;
  };
  const started = performance.now();
  try {
    const given = { bundle, env: { ...env, ...server.env }, baseUrl: server.url, clock, seed };
    const result = await runPlans({ ...given, send, random: seededRandom(seed) });
    const open = await openTo(identity, oracle.walked, async (method, path) => {
      const url = server.url + bundle.basePath + path;
      return (await transport.send({ method, url, headers: {}, timeoutMs: 10_000 })).status;
    });
    const decisive = result.journeys
      .filter(({ status }) => status === 'fail')
      .map((journey) => {
        const operation = failingOperation(subject, journey) ?? '';
        return {
          journey: journey.name,
          operation,
          reasonCode: journey.reasonCode as ReasonCode,
          details: journey.details ?? '',
          isConfirmed: SHOWN_BY_A_SCHEMA.has(journey.reasonCode as ReasonCode) && broken.has(operation),
          isKnown: isDefect(subject, journey),
        };
      });
    return {
      result,
      decisive,
      answered: oracle.walked,
      open,
      broken,
      requests,
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    await transport.close();
    await server.close();
  }
}
