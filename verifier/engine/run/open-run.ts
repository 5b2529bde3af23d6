import { createAuthenticator } from '../../auth/authenticator.ts';
import type { ScriptSurroundings } from '../../auth/script.ts';
import type { Plan, PlanBundle } from '../../plan/plan.ts';
import { createSchemaCheck } from '../../schema/check-schema.ts';
import type { Send } from '../../transport/send.ts';
import { operationOf } from '../../verdicts/classify-journey.ts';
import type { StepFacts } from '../../verdicts/facts.ts';
import { resolveBaseUrl } from '../request/resolve-base-url.ts';
import type { Clock } from '../context/clock.ts';
import { createSharedItems } from '../exchange/create-shared-items.ts';
import { createPace, type PaceLimits } from '../context/pace.ts';
import { createRedactor } from '../redaction/redactor.ts';
import { nothingLearned } from '../resend/apply-learned.ts';
import type { RunContext } from '../context/run-context.ts';
import { createWaits } from '../context/create-waits.ts';
import { PATIENCE_MS, TEARDOWN_PATIENCE_MS } from '../exchange/when-heard.ts';

/** All that a run needs from outside. Nothing here is read from the process. */
export type RunOptions = PaceLimits & {
  bundle: PlanBundle;
  /** As the user gave it, before `resolveBaseUrl`. */
  baseUrl: string;
  send: Send;
  clock: Clock;
  random: () => number;
  env: Record<string, string | undefined>;
  /** Timeout of one request in ms. Default 30 s. */
  stepTimeoutMs?: number;
  /** Time for the whole run without teardown, in ms. Default 30 min. */
  budgetMs?: number;
  stop?: AbortSignal;
  /** How scripts of JS personas run and resolve hosts. Without it, JS personas cannot be used. */
  scripts?: Omit<ScriptSurroundings, 'baseUrl'>;
  /** False only in a proof: no step traces. Default true. */
  traced?: boolean;
  /** See `RunContext.isAtRest`. Default: never. */
  isAtRest?: (() => boolean) | undefined;
};

/** Creates the state that all journeys of a run share. Throws InvalidBaseUrl. */
export function openRun(options: RunOptions): RunContext {
  const { bundle, send, clock, random, env, stop } = options;
  const baseUrl = resolveBaseUrl(options.baseUrl, bundle.basePath);
  return {
    bundle,
    baseUrl,
    send,
    clock,
    random,
    env,
    stepTimeoutMs: options.stepTimeoutMs ?? 30_000,
    deadlineMs: clock.now() + (options.budgetMs ?? 30 * 60_000),
    pace: createPace(clock, options),
    ...(stop ? { stop } : {}),
    identify: createAuthenticator({
      env,
      baseUrl,
      send,
      nowMs: clock.now,
      scripts: options.scripts && { ...options.scripts, baseUrl },
    }),
    checkSchema: createSchemaCheck(bundle.$defs),
    redactor: createRedactor(),
    traced: options.traced ?? true,
    isAtRest: options.isAtRest ?? (() => false),
    fingerprints: new Map(),
    servedTemplates: new Set(),
    servedOperations: new Set(),
    longestLists: new Map(),
    items: createSharedItems(),
    foundFree: new Set(),
    confirmed: [],
    unremoved: new Map(),
    isHeard: false,
    brokenCreates: new Map(),
    waits: createWaits(),
    learned: nothingLearned(),
    patienceMs: [...PATIENCE_MS],
    teardownPatienceMs: [...TEARDOWN_PATIENCE_MS],
  };
}

/**
 * Marks 404 and 410 facts whose path template or operation succeeded elsewhere in the run (verdict row 11). Called
 * after the last journey.
 */
export function markServedTemplates(run: RunContext, plan: Plan, steps: StepFacts[]): void {
  for (const facts of steps) {
    const step = plan.steps.find(({ id }) => id === facts.step);
    const absent = facts.statusCode === 404 || facts.statusCode === 410;
    if (!absent || step === undefined) continue;
    if (run.servedTemplates.has(step.path)) facts.templateServed = true;
    if (run.servedOperations.has(operationOf(step))) facts.operationServed = true;
  }
}
