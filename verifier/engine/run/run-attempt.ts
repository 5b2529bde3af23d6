import { isSuccess } from '../../plan/is-success.ts';
import type { Plan, Step } from '../../plan/plan.ts';
import type { Evidence, Residue, StepTrace } from '../../result/result.ts';
import type { Replay } from '../../replay/replay.ts';
import { replayOf } from '../../replay/replay-of.ts';
import { goesOn, isDecisive } from '../../verdicts/classify-journey.ts';
import type { AttemptFacts } from '../../verdicts/facts.ts';
import { startAttempt, type Attempt } from '../context/attempt.ts';
import { reproduceWithCurl } from './reproduce-with-curl.ts';
import { releaseItems } from '../exchange/create-shared-items.ts';
import { runStep, type StepRun } from '../step/run-step.ts';
import { tearDown } from './tear-down.ts';
import { traceNotRun, traceStep } from '../step/trace-step.ts';
import type { RunContext } from '../context/run-context.ts';

/** The result of one attempt at a journey, teardown included. */
export type AttemptRun = {
  facts: AttemptFacts;
  traces: StepTrace[];
  evidence: Evidence[];
  residue: Residue[];
  notes: string[];
  /** See `Attempt.isDisturbed`. */
  isDisturbed: boolean;
  /** A curl command for the last decisive failure, else for the first failure. */
  curl?: string;
  /** By step id: the replay of each decisive failure that has one. */
  replays: Map<string, Replay>;
};

/** `isAgain`, `onlyWaits`: see `Attempt`. `beforeStep`: called before each step. */
type AttemptOptions = {
  tearsDown?: boolean | undefined;
  isAgain?: boolean;
  onlyWaits?: (() => void) | undefined;
  beforeStep?: ((step: Step, attempt: Attempt, facts: AttemptFacts) => void) | undefined;
};

/** Runs the steps in order until one ends the journey, then tears down. Planner and verifier §6.0. */
export async function runAttempt(
  run: RunContext,
  plan: Plan,
  nonce: string,
  { tearsDown = true, isAgain = false, onlyWaits, beforeStep }: AttemptOptions = {},
): Promise<AttemptRun> {
  const attempt = startAttempt(run, plan, nonce, isAgain, onlyWaits);
  return finishAttempt(attempt, { nonce, steps: [] }, tearsDown, beforeStep);
}

/** Runs the steps after those in `facts`, as `runAttempt` does. */
export async function finishAttempt(
  attempt: Attempt,
  facts: AttemptFacts,
  tearsDown: boolean,
  beforeStep?: AttemptOptions['beforeStep'],
): Promise<AttemptRun> {
  const { steps } = attempt.plan;
  const ended: AttemptRun = {
    facts,
    traces: [],
    evidence: [],
    residue: [],
    notes: [],
    isDisturbed: false,
    replays: new Map(),
  };
  let endedAt: number | undefined;
  try {
    for (const [index, step] of [...steps.entries()].slice(facts.steps.length)) {
      if (endedAt !== undefined) {
        ended.traces.push(traceNotRun(step, index, endedAt));
        continue;
      }
      beforeStep?.(step, attempt, facts);
      const taken = await takeStep(attempt, step, index, ended);
      if (!goesOn(step, taken.facts, taken.judgement)) endedAt = index;
    }
  } finally {
    ended.isDisturbed = attempt.isDisturbed;
    if (tearsDown) ended.residue = await tearDown(attempt);
    releaseItems(attempt);
  }
  return ended;
}

async function takeStep(attempt: Attempt, step: Step, index: number, ended: AttemptRun): Promise<StepRun> {
  const ran = await runStep(attempt, step);
  const { facts } = ran;
  if (isSuccess(facts.statusCode)) attempt.succeeded.add(step.id);
  ended.facts.steps.push(redactFacts(attempt, facts));
  if (attempt.run.traced) writeDown(attempt, step, index, ended, ran);
  return ran;
}

/** Adds the step to traces, evidence, notes and replays, redacted. */
function writeDown(attempt: Attempt, step: Step, index: number, ended: AttemptRun, ran: StepRun): void {
  const { redactor } = attempt.run;
  const { judgement, evidence, notes, call, facts } = ran;
  ended.traces.push(traceStep(attempt, step, index, ran));
  ended.evidence.push(
    ...evidence.map((one) => ({
      ...one,
      path: redactor.text(one.path),
      observation: redactor.text(one.observation),
    })),
  );
  ended.notes.push(...notes.map((note) => redactor.text(`${step.id}: ${note}`)));
  if (judgement?.verdict === null) ended.notes.push(`${step.id}: ${judgement.reasonCode}`);
  if (judgement?.verdict && call && (ended.curl === undefined || isDecisive(judgement.verdict)))
    ended.curl = reproduceWithCurl(call, redactor.text);
  if (judgement?.verdict && isDecisive(judgement.verdict)) {
    const replay = replayOf(attempt, step, facts, judgement.reasonCode);
    if (replay) ended.replays.set(step.id, replay);
  }
}

/**
 * The facts with secrets masked in schema messages and compared values. Messages may quote a credential, and an
 * assertion may compare one.
 */
function redactFacts({ run }: Attempt, facts: AttemptFacts['steps'][number]): AttemptFacts['steps'][number] {
  const { schemaErrors, assertions } = facts;
  const { redactor } = run;
  return {
    ...facts,
    ...(schemaErrors && {
      schemaErrors: schemaErrors.map((one) => ({ ...one, message: redactor.text(one.message) })),
    }),
    ...(assertions && {
      assertions: assertions.map((one) => ({
        ...one,
        ...(one.expected === undefined ? {} : { expected: redactor.at(one.pointer, one.expected) }),
        ...(one.actual === undefined ? {} : { actual: redactor.at(one.pointer, one.actual) }),
      })),
    }),
  };
}
