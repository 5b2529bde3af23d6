import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { Plan } from '#verifier/plan/plan.ts';
import type { JourneyResult, ResultDocument } from '#verifier/result/result.ts';
import { thingsApi } from '#test/things-api.ts';
import { bundle } from '#test/things-plans.ts';
import { expectResultDocument } from '#test/result-schema.ts';
import type { Ended, VerifierRunner } from './runners.ts';
import { serve, thingsListener, type Listener } from './servers.ts';
import { verdictJourneys, type VerdictJourney } from './verdict-journeys.ts';

/** Reasons that need a run of their own, or several journeys: `bad-input.ts`, `contract.ts` and the engine's own tests. */
const ELSEWHERE = ['NO_EVIDENCE', 'UNPROVEN', 'LOCATION_MISLEADS', 'TARGET_UNREACHABLE', 'TLS_UNTRUSTED', 'CAUSED_BY'];
/** A pass with a note. */
const NOTES = ['SOFT_DELETED'];

const jwt = (claims: object): string => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;
export const personas = ['admin', 'guest', 'expired', 'nobody'].map((name) => ({
  name,
  description: `is ${name}`,
  authType: 'BEARER' as const,
  envVar: `AUTH_${name.toUpperCase()}`,
}));
const env = {
  AUTH_ADMIN: '{"token":"tok-admin-1234"}',
  AUTH_GUEST: '{"token":"tok-guest-5678"}',
  AUTH_EXPIRED: JSON.stringify({ token: jwt({ exp: 1_700_000_000 }) }),
  APITEST_PARAM_THING_ID: '424242',
};

/** Each journey talks to an API of its own, below `/c<index>`: one run, no cause shared. */
export function below(index: number, plan: Plan): Plan {
  const text = JSON.stringify(plan).replaceAll('"path":"/', `"path":"/c${index}/`);
  return { ...(JSON.parse(text) as Plan), journeyId: journeyId(index), subject: plan.subject };
}

const journeyId = (index: number): string => `00000000-0000-5000-9000-${String(index).padStart(12, '0')}`;

export function listenerOf({ fault, socket }: VerdictJourney): Listener {
  const api = thingsApi(fault?.());
  const things = thingsListener(api);
  return (request, response) => {
    const isItem = request.method === 'GET' && /^\/things\/\d+$/.test(request.url ?? '');
    if (isItem && socket === 'RESET') return request.socket.resetAndDestroy();
    return isItem && socket === 'SILENCE' ? undefined : things(request, response);
  };
}

/** One run over all faults: each must get its own verdict, and nothing else may. */
export function testVerdicts(open: () => VerifierRunner): void {
  let ended: Ended;
  let document: ResultDocument;
  beforeAll(async () => {
    const apis = verdictJourneys.map(listenerOf);
    const url = await serve((request, response) => {
      const [, index, path] = /^\/c(\d+)(\/.*)$/.exec(request.url ?? '') ?? [];
      request.url = path ?? '/';
      return (apis[Number(index)] ?? (() => response.writeHead(404).end()))(request, response);
    });
    const carried = bundle(
      verdictJourneys.map(({ plan }, index) => below(index, plan)),
      { personas },
    );
    const flags = ['--base-url', url, '--json', '--concurrency', '64', '--timeout', '10'];
    ended = await open().run(carried, ['run', '--all', ...flags], { env });
    document = JSON.parse(ended.stdout) as ResultDocument;
  }, 120_000);

  const found = (index: number): JourneyResult =>
    document.journeys.find(({ id }) => id === journeyId(index)) as JourneyResult;

  test.each(verdictJourneys.map((one, index) => ({ ...one, index })))(
    'where $name: $verdict $reasonCode',
    ({ index, verdict, reasonCode }) => {
      const journey = found(index);
      expect([journey.verdict, journey.reasonCode, journey.details]).toEqual([
        verdict,
        reasonCode,
        verdict === undefined ? undefined : expect.stringMatching(/\S/),
      ]);
      const status = verdict === undefined ? 'pass' : verdict.startsWith('FAIL_') ? 'fail' : 'skip';
      expect(journey.status).toBe(status);
    },
  );

  test('the confusion matrix has nothing off its diagonal', () => {
    const cells = verdictJourneys.map((one, index) => [one.verdict ?? 'pass', found(index).verdict ?? 'pass']);
    const matrix = Map.groupBy(cells, (cell) => cell.join(' → '));
    expect([...matrix.keys()].filter((key) => new Set(key.split(' → ')).size > 1)).toEqual([]);
    expect(matrix.size).toBe(7);
  });

  test('the document is what its schema promises, counts what it holds, and the run fails', () => {
    expectResultDocument(document);
    const count = (status: string): number => document.journeys.filter((one) => one.status === status).length;
    const { summary } = document;
    expect([summary.passed, summary.decisive, summary.inconclusive + summary.skipped]).toEqual([
      count('pass'),
      count('fail'),
      count('skip'),
    ]);
    expect(ended.exitCode).toBe(1);
  });

  test('every verdict shows its failing step, evidence and a command that repeats it', () => {
    for (const journey of document.journeys.filter(({ reasonCode }) => reasonCode !== undefined)) {
      const unsent = ['PARAMETER_NOT_SET', 'CREDENTIAL_UNAVAILABLE'].includes(journey.reasonCode ?? '');
      expect([journey.name, journey.evidence?.length]).not.toEqual([journey.name, 0]);
      expect([journey.name, journey.curl ?? '']).toEqual([
        journey.name,
        unsent ? '' : expect.stringMatching(/^curl -i -X /),
      ]);
      expect(JSON.stringify(journey)).not.toMatch(/tok-(admin|guest)/);
    }
  });

  test('every reason code is met here or named as met elsewhere', () => {
    const source = readFileSync(new URL('../../../verifier/result/verdict.ts', import.meta.url), 'utf8');
    const all = source.slice(source.indexOf('type ReasonCode')).match(/'[A-Z_]+'/g) ?? [];
    const met = new Set([...verdictJourneys.map(({ reasonCode }) => reasonCode), ...ELSEWHERE, ...NOTES]);
    expect(all.map((name) => name.slice(1, -1)).filter((name) => !met.has(name as never))).toEqual([]);
  });
}
