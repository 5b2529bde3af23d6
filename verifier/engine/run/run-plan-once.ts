/**
 * The planner's way in: one plan, one attempt, no confirmation, no grouping, over any `send` (see `memorySend`) of a
 * server that answers a success at no path that it does not serve, on an instant clock.
 *
 *   const { status, verdict, reasonCode, row } = await runPlanOnce(plan, { bundle, send, nonce: 'proof001', env });
 *
 * Personas need their credentials in `env` as in real life (`{ AUTH_ADMIN: '{"token":"t"}' }`); rebind HTTP_ENDPOINT
 * and JS personas to BEARER for a proof, or serve their token URL in `send`. Inputs come from `env` too
 * (`APITEST_PARAM_…`).
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
  /** Eight characters a-z0-9; fills unique values. */
  nonce: string;
  env?: Record<string, string | undefined>;
  /** Default `http://mock.invalid`; the bundle's base path is appended as in a real run. */
  baseUrl?: string;
  /** Default: an instant clock of its own. */
  clock?: Clock;
  random?: () => number;
  /** Default true; false where created items vanish with the server. */
  tearsDown?: boolean;
  /** Whether the server's state is final: a wrong value is then not read again. Default: never. */
  isAtRest?: () => boolean;
};

export type PlanOnceResult = {
  status: 'pass' | 'fail' | 'skip';
  verdict?: Verdict;
  reasonCode?: ReasonCode;
  row?: Classification['row'];
  /** The step that did not meet its expectation. */
  stepId?: string;
  operationAtFault?: string;
  facts: AttemptFacts;
};

/** Runs one plan once. Throws MissingValue where the plan refers to a value that nothing produces. */
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
