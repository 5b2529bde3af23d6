import type { Plan } from '../../plan/plan.ts';
import type { Evidence, JourneyResult } from '../../result/result.ts';
import { isDecisive, operationOf, type Classification } from '../../verdicts/classify-journey.ts';
import { explain } from '../../verdicts/explain.ts';
import { faultCodeOf } from '../../verdicts/fault-code.ts';
import type { Classified, Told } from '../../verdicts/group-causes.ts';
import { groundOf, stepsInDoubt } from '../../verdicts/ground-of.ts';
import type { AttemptRun } from './run-attempt.ts';
import type { RunContext } from '../context/run-context.ts';

/** The most schema violations of one response in the evidence. */
const MOST_SCHEMA_EVIDENCE = 10;

/** A journey after its attempts. `made`: the number of attempts run. Discarded ones are not in `attempts`. */
export type EndedJourney = {
  plan: Plan;
  attempts: AttemptRun[];
  made: number;
  startedAtMs: number;
  endedAtMs: number;
};

/**
 * The journey's entry in the result document. The steps are those of the first attempt; the facts are of both. Planner
 * and verifier §8.1.
 */
export function journeyResult(
  run: RunContext,
  ended: EndedJourney,
  { classification, causedBy, toldBy = [] }: Classified,
): JourneyResult {
  const { plan, attempts } = ended;
  const [first] = attempts;
  const attempted = attempts.flatMap((attempt) => [...attempt.notes, ...undecidedDenials(plan, attempt)]);
  const told = toldBy.map(toldElsewhere);
  const unmet = classification === undefined && told.length === 0 ? unmade(first) : [];
  const notes = [...new Set([...attempted, ...told, ...unmet])];
  return {
    id: plan.journeyId,
    name: plan.name,
    status: classification === undefined ? 'pass' : isDecisive(classification.verdict) ? 'fail' : 'skip',
    steps: first?.traces ?? [],
    kind: plan.kind,
    operations: plan.operations,
    personas: plan.personas,
    persona: personaOf(plan, classification),
    enforcement: plan.enforcement,
    startedAt: new Date(ended.startedAtMs).toISOString(),
    endedAt: new Date(ended.endedAtMs).toISOString(),
    ...(classification
      ? whyNot(run, ended, classification, causedBy)
      : { ground: groundOf(plan, first?.facts ?? { nonce: '', steps: [] }) }),
    ...(notes.length > 0 ? { notes } : {}),
    facts: { attempts: attempts.map(({ facts }) => facts) },
  };
}

/** A note for a journey that passed although a step failed: the item for its read could not be created. */
function unmade(attempt: AttemptRun | undefined): string[] {
  const refused = attempt?.traces.find(({ passed }) => passed === false);
  return refused ? [`no item was created for the read to show: ${refused.stepDescription}: ${refused.error}`] : [];
}

function toldElsewhere({ mismatch, journeyId }: Told): string {
  const { stepId, operationAtFault, statusCode, reasonCode } = mismatch;
  return `${stepId}: ${operationAtFault} answered ${statusCode}, ${reasonCode}: reported by journey ${journeyId}; this one continued`;
}

function undecidedDenials(plan: Plan, { facts }: AttemptRun): string[] {
  return stepsInDoubt(plan, facts).map(
    ({ id, path }) =>
      `${id}: answered like a path that does not exist, and nothing else was seen on ${path}: the route may be missing`,
  );
}

function whyNot(
  run: RunContext,
  { plan, attempts }: EndedJourney,
  found: Classification,
  causedBy: string | undefined,
): Partial<JourneyResult> {
  const [first] = attempts;
  const faultCode = faultCodeOf(found.reasonCode);
  const replay = first?.replays.get(found.stepId);
  const sentence = explain(plan, found, first?.facts, run.bundle.personas);
  return {
    details: run.redactor.text(causedBy === undefined ? sentence : `${sentence} (${causedBy})`),
    verdict: found.verdict,
    reasonCode: found.reasonCode,
    ...(faultCode === undefined ? {} : { faultCode }),
    ...(causedBy === undefined ? {} : { causedBy }),
    evidence: evidenceOf(first, plan, found),
    ...(first?.curl === undefined ? {} : { curl: first.curl }),
    ...(replay && isDecisive(found.verdict) ? { replay: JSON.stringify(replay) } : {}),
  };
}

/**
 * The evidence of a failure: the failing step with its failed assertions, up to MOST_SCHEMA_EVIDENCE schema violations,
 * and resends, then the probes.
 */
function evidenceOf(attempt: AttemptRun | undefined, plan: Plan, { stepId }: Classification): Evidence[] {
  const failing = attempt?.traces[plan.steps.findIndex(({ id }) => id === stepId)];
  if (attempt === undefined || failing === undefined) return [];
  const { method, path, statusCode } = failing;
  const expected = failing.expectedStatus === undefined ? '' : `, expected ${failing.expectedStatus}`;
  const observed = statusCode === 0 ? (failing.error ?? 'no answer') : `answered ${statusCode}${expected}`;
  const failed = (failing.assertions ?? []).filter(({ passed }) => !passed);
  const facts = attempt.facts.steps.find(({ step }) => step === stepId);
  return [
    { probe: 'step', observation: observed, method, path, statusCode },
    ...failed.map((one) => ({
      probe: 'assertion',
      observation: `${one.op} ${one.pointer || '/'}: expected ${show(one.expected)}, got ${show(one.actual)}`,
      method,
      path,
      statusCode,
    })),
    ...(facts?.schemaErrors ?? []).slice(0, MOST_SCHEMA_EVIDENCE).map(({ pointer, message }) => ({
      probe: 'schema',
      observation: `${pointer || '/'}: ${message}`,
      method,
      path,
      statusCode,
    })),
    ...(facts?.resends ?? []).map((one) => ({
      probe: 'resend',
      observation: `sent again after ${one.waitMs} ms (${one.failure ?? one.statusCode})`,
      method,
      path,
      statusCode: one.statusCode ?? 0,
    })),
    ...attempt.evidence,
  ];
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200);
}

/** The persona of the failing step; without a failure, of the operation under test. */
function personaOf(plan: Plan, found: Classification | undefined): string | null {
  const step =
    plan.steps.find(({ id }) => id === found?.stepId) ??
    plan.steps.find((one) => operationOf(one) === plan.subject) ??
    plan.steps[0];
  return step?.persona ?? null;
}
