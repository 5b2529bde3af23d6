/**
 * The planner's way to run a plan against its mock: one attempt, without confirmation and grouping, on an instant
 * clock. The server must answer no 2xx at a path that it does not serve.
 *
 * const { status, verdict, reasonCode, row } = await runPlanOnce(plan, { bundle, send, nonce: 'proof001', env });
 *
 * Credentials of personas and inputs come from `env`, as in a real run: `{ AUTH_ADMIN: '{"token":"t"}' }`,
 * `APITEST_PARAM_…`. Rebind HTTP_ENDPOINT and JS personas to BEARER, or serve their token URL in `send`.
 */
import type { Plan, PlanBundle } from '../../plan/plan.ts';
import type { ReasonCode, Verdict } from '../../result/verdict.ts';
import type { Send } from '../../transport/send.ts';
import { classifyAttempt, isDecisive, type Classification } from '../../verdicts/classify-journey.ts';
import type { AttemptFacts } from '../../verdicts/facts.ts';
import { instantClock, type Clock } from '../context/clock.ts';
import { markServedTemplates, openRun } from './open-run.ts';
import { runAttempt } from './run-attempt.ts';
import { seededRandom } from '../context/seeded-random.ts';

export type PlanOnceOptions = {
  bundle: PlanBundle;
  send: Send;
  /** Eight characters a-z0-9, from which unique values are made. */
  nonce: string;
  env?: Record<string, string | undefined>;
  /** Default `http://mock.invalid`. The base path of the bundle is appended, as in a real run. */
  baseUrl?: string;
  /** Default: a new instant clock. */
  clock?: Clock;
  random?: () => number;
  /** Default true. False if the items vanish with the server. */
  tearsDown?: boolean;
  /** True if the server's state is final, so that no wrong value is read again. Default: never. */
  isAtRest?: () => boolean;
};

export type PlanOnceResult = {
  status: 'pass' | 'fail' | 'skip';
  verdict?: Verdict;
  reasonCode?: ReasonCode;
  row?: Classification['row'];
  /** The step that failed. */
  stepId?: string;
  operationAtFault?: string;
  facts: AttemptFacts;
};

/** Runs one plan once. Throws MissingValue if the plan refers to a value that no step produces. */
export async function runPlanOnce(plan: Plan, options: PlanOnceOptions): Promise<PlanOnceResult> {
  const { bundle, send, nonce, env = {}, baseUrl = 'http://mock.invalid', clock = instantClock() } = options;
  const random = options.random ?? seededRandom(1);
  const run = openRun({ bundle, send, env, baseUrl, clock, random, traced: false, isAtRest: options.isAtRest });
  const { facts } = await runAttempt(run, plan, nonce, options);
  markServedTemplates(run, plan, facts.steps);
  const found = classifyAttempt(plan, facts);
  if (found === undefined) return { status: 'pass', facts };
  const { verdict, reasonCode, row, stepId, operationAtFault } = found;
  const status = isDecisive(verdict) ? 'fail' : 'skip';
  return { status, verdict, reasonCode, row, stepId, operationAtFault, facts };
}
