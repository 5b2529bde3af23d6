import type { FeatureScope } from '#domain/access/scope.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { Workbook } from '#domain/ports/workbook-repository.ts';
import { enforcementOf } from '#domain/workbooks/workbook-rules.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import { MOST_REPLAY_BYTES } from '#verifier/replay/replay.ts';
import { type Classification, type Failure, isDecisive } from '#verifier/verdicts/classify-journey.ts';
import { explain } from '#verifier/verdicts/explain.ts';
import type { Ground } from '#verifier/verdicts/ground-of.ts';
import { groupCauses } from '#verifier/verdicts/group-causes.ts';
import { type Judgement, judgeResult } from '#verifier/verdicts/judge-result.ts';
import type { RunTimes } from './run-rules.ts';
import { redactJourney } from './redact-journey.ts';
import type { ResultFileWriter } from './result-file.ts';
import type { ResultDetails, ResultStatus, ResultSummary, StepAnswer } from './test-run.ts';
import { testCaseIdOf } from './test-case-id.ts';
import type { UploadedJourney } from './uploaded-result.ts';
import type { UploadedRun } from './uploaded-run.ts';

/** What is kept of a journey until all of them are judged: its details are put aside. */
type Judged = { plan: Plan; seen: Seen } & Partial<{
  classification: Classification;
  failures: Failure[];
  ground: Ground;
}>;
type Seen = Pick<UploadedJourney, 'status' | 'verdict' | 'details'> &
  RunTimes & { durationMs: number; answers: StepAnswer[] };

/**
 * The results of a run in plan order, each non-passing one with the verdict that the evidence gives: the same code as in the runner,
 * on the stored plan (planner and verifier §6.1). The uploader's label is only compared. The details go into `file`, in the same order.
 */
export const classifyResults = (
  scope: FeatureScope,
  runId: string,
  { bundle }: PlanDocument,
  upload: UploadedRun,
  times: RunTimes,
  workbook: Workbook,
  file: ResultFileWriter,
): ResultSummary[] => {
  const places = new Map(upload.ids.map((id, index) => [id, index]));
  const judged = bundle.plans.flatMap((plan): Judged[] => {
    const place = places.get(plan.journeyId);
    if (place === undefined) return [];
    const journey = upload.journeyAt(place);
    const shown = redactJourney(plan, journey);
    file.add(detailsOf(shown));
    const judgement: Judgement = judgeResult(plan, journey);
    return [{ plan, seen: seenIn(plan, shown, times), ...judgement }];
  });
  return groupCauses(judged).map(({ plan, classification, causedBy }, index) => {
    const { seen, ground = null } = judged[index]!;
    const { startedAt, endedAt, durationMs, answers } = seen;
    return {
      ...ofPlan(scope, runId, plan, workbook),
      ...verdictOf(plan, seen, classification, causedBy),
      ground: classification === undefined ? ground : null,
      startedAt,
      endedAt,
      durationMs,
      answers,
    };
  });
};

const ofPlan = (scope: FeatureScope, runId: string, plan: Plan, workbook: Workbook) => ({
  runId,
  testCaseId: testCaseIdOf(scope.featureId, plan.journeyId),
  journeyRef: plan.journeyId,
  testName: plan.name,
  kind: plan.kind,
  enforcement: enforcementOf(plan, workbook),
});

const verdictOf = (plan: Plan, upload: Seen, found: Classification | undefined, causedBy: string | undefined) => {
  const uploaded = upload.verdict ?? (upload.status === 'pass' ? null : upload.status);
  const verdict = found?.verdict ?? null;
  return {
    status: statusOf(upload, found),
    isToldFailed: upload.status === 'fail',
    verdict,
    reasonCode: found?.reasonCode ?? null,
    uploadedVerdict: uploaded === verdict ? null : (uploaded ?? 'pass'),
    causedBy: causedBy ?? null,
    flaky: found?.reasonCode === 'FLAKY',
    ...(found === undefined ? {} : { errorMessage: sentenceOf(plan, upload, found) }),
  };
};

/** The uploader's own words, but where there is no evidence for them. */
const sentenceOf = (plan: Plan, { details }: Seen, found: Classification): string => {
  const isBare = found.reasonCode === 'NO_EVIDENCE' || found.reasonCode === 'UNPROVEN';
  const sentence = isBare
    ? explain(plan, found, undefined, [])
    : `${found.verdict} ${found.reasonCode} at step ${found.stepId}`;
  if (details === undefined) return sentence;
  return isBare ? `${sentence} (told: ${details})` : details;
};

/** SKIPPED: a variable was not set, or the results call it skipped and show no more. */
const statusOf = (upload: Seen, found: Classification | undefined): ResultStatus => {
  if (found === undefined) return 'PASSED';
  if (isDecisive(found.verdict)) return 'FAILED';
  const isSkip = upload.status === 'skip' && found.reasonCode === 'NO_EVIDENCE';
  return isSkip || found.reasonCode === 'PARAMETER_NOT_SET' ? 'SKIPPED' : 'INCONCLUSIVE';
};

const seenIn = (plan: Plan, journey: UploadedJourney, times: RunTimes): Seen => {
  const { status, verdict, details, startedAt, endedAt, steps } = journey;
  const from = startedAt === undefined ? times.startedAt : new Date(startedAt).toISOString();
  const to = endedAt === undefined ? times.endedAt : new Date(endedAt).toISOString();
  const durationMs = Math.max(0, Date.parse(to) - Date.parse(from));
  return {
    status,
    ...(verdict === undefined ? {} : { verdict }),
    ...(details === undefined ? {} : { details }),
    startedAt: from,
    endedAt: to,
    durationMs,
    answers: plan.steps.map((_, index) => answerIn(steps, index)),
  };
};

const answerIn = (steps: UploadedJourney['steps'], index: number): StepAnswer => {
  const trace = steps.find(({ testCaseStepIndex }) => testCaseStepIndex === index);
  return trace === undefined ? null : { statusCode: trace.statusCode, passed: trace.passed ?? null };
};

const detailsOf = ({ evidence = [], curl, replay, steps }: UploadedJourney): ResultDetails => ({
  evidence,
  ...(curl === undefined ? {} : { curl }),
  ...(replay === undefined || Buffer.byteLength(replay) > MOST_REPLAY_BYTES ? {} : { replay }),
  stepTraces: steps,
});
