/**
 * The planner's way to run a plan against its mock: one attempt, without confirmation and grouping, on an instant
 * clock. The server must answer no 2xx at a path that it does not serve.
 *
 * const { status, verdict, reasonCode, row } = await runPlanOnce(plan, { bundle, send, nonce: 'proof001', env });
 *
 * Credentials of personas and inputs come from `env`, as in a real run: `{ AUTH_ADMIN: '{"token":"t"}' }`,
 * `APITEST_PARAM_…`. Rebind HTTP_ENDPOINT and JS personas to BEARER, or serve their token URL in `send`.
 */
import type { Plan, PlanBundle, Step } from '../../plan/plan.ts';
import type { ReasonCode, Verdict } from '../../result/verdict.ts';
import type { Send } from '../../transport/send.ts';
import { classifyAttempt, isDecisive, type Classification } from '../../verdicts/classify-journey.ts';
import type { AttemptFacts } from '../../verdicts/facts.ts';
import { type Attempt, copyAttempt } from '../context/attempt.ts';
import { instantClock, type Clock } from '../context/clock.ts';
import type { Server } from '../context/copy-run.ts';
import type { RunContext } from '../context/run-context.ts';
import { markServedTemplates, openRun } from './open-run.ts';
import { finishAttempt, runAttempt } from './run-attempt.ts';
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
  /** Called before each step. `standing` returns a copy of the attempt. */
  beforeStep?: ((step: Step, standing: () => Standing) => void) | undefined;
};

/** An attempt between two steps, and the facts of the steps before. */
export type Standing = { attempt: Attempt; facts: AttemptFacts };

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
  const { beforeStep, tearsDown } = options;
  const { facts } = await runAttempt(run, plan, nonce, {
    tearsDown,
    beforeStep:
      beforeStep && ((step, attempt, steps) => beforeStep(step, () => copyOf({ attempt, facts: steps }, run))),
  });
  return resultOf(run, plan, facts);
}

/**
 * Goes on from between two steps against another server, which must stand where the first one did. Nothing is torn
 * down. `standing` stays as it is. For proofs, whose clock is instant.
 */
export async function goOnFrom(standing: Standing, server: Server): Promise<PlanOnceResult> {
  const { attempt, facts } = copyOf(standing, server);
  await finishAttempt(attempt, facts, false);
  return resultOf(attempt.run, attempt.plan, facts);
}

function copyOf({ attempt, facts }: Standing, server: Server): Standing {
  const steps = facts.steps.map((one) => ({ ...one }));
  return { attempt: copyAttempt(attempt, server), facts: { ...facts, steps } };
}

function resultOf(run: RunContext, plan: Plan, facts: AttemptFacts): PlanOnceResult {
  markServedTemplates(run, plan, facts.steps);
  const found = classifyAttempt(plan, facts);
  if (found === undefined) return { status: 'pass', facts };
  const { verdict, reasonCode, row, stepId, operationAtFault } = found;
  const status = isDecisive(verdict) ? 'fail' : 'skip';
  return { status, verdict, reasonCode, row, stepId, operationAtFault, facts };
}
