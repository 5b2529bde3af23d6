import type { FeatureScope } from '#domain/access/scope.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { Workbook } from '#domain/ports/workbook-repository.ts';
import { enforcementOf } from '#domain/workbooks/workbook-rules.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import { classifyJourney, isDecisive, type Classification } from '#verifier/verdicts/classify-journey.ts';
import { groupCauses } from '#verifier/verdicts/group-causes.ts';
import type { RunTimes } from './run-rules.ts';
import { redactJson, redactSteps, redactText } from './redact-journey.ts';
import type { ResultFileWriter } from './result-file.ts';
import type { ResultDetails, ResultStatus, ResultSummary } from './test-run.ts';
import { testCaseIdOf } from './test-case-id.ts';
import type { UploadedJourney } from './uploaded-result.ts';
import type { UploadedRun } from './uploaded-run.ts';

/** What is kept of a journey until all of them are judged: its details are put aside. */
type Judged = { plan: Plan; classification?: Classification; seen: Seen };
type Seen = Pick<UploadedJourney, 'status' | 'verdict' | 'details'> & RunTimes & { durationMs: number };

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
    file.add(detailsOf(journey));
    const classification = classify(plan, journey);
    return [{ plan, seen: seenIn(journey, times), ...(classification === undefined ? {} : { classification }) }];
  });
  return groupCauses(judged).map(({ plan, classification, causedBy }, index) => {
    const { seen } = judged[index]!;
    const { startedAt, endedAt, durationMs } = seen;
    return {
      ...ofPlan(scope, runId, plan, workbook),
      ...verdictOf(seen, classification, causedBy),
      startedAt,
      endedAt,
      durationMs,
    };
  });
};

/** A pass without facts is taken as one: the interface's own document has none. Anything else is judged by what was observed. */
const classify = (plan: Plan, { status, facts }: UploadedJourney): Classification | undefined =>
  facts === undefined && status === 'pass' ? undefined : classifyJourney(plan, facts ?? { attempts: [] });

const ofPlan = (scope: FeatureScope, runId: string, plan: Plan, workbook: Workbook) => ({
  runId,
  testCaseId: testCaseIdOf(scope.featureId, plan.journeyId),
  journeyRef: plan.journeyId,
  testName: plan.name,
  kind: plan.kind,
  enforcement: enforcementOf(plan, workbook),
});

const verdictOf = (upload: Seen, found: Classification | undefined, causedBy: string | undefined) => {
  const uploaded = upload.verdict ?? (upload.status === 'pass' ? null : upload.status);
  const verdict = found?.verdict ?? null;
  return {
    status: statusOf(found),
    verdict,
    reasonCode: found?.reasonCode ?? null,
    uploadedVerdict: uploaded === verdict ? null : (uploaded ?? 'pass'),
    causedBy: causedBy ?? null,
    flaky: found?.reasonCode === 'FLAKY',
    ...(found === undefined
      ? {}
      : { errorMessage: redactText(upload.details ?? `${found.verdict} ${found.reasonCode} at step ${found.stepId}`) }),
  };
};

/** Planner and verifier §6.0. */
const statusOf = (found: Classification | undefined): ResultStatus => {
  if (found === undefined) return 'PASSED';
  if (isDecisive(found.verdict)) return 'FAILED';
  return found.reasonCode === 'PARAMETER_NOT_SET' ? 'SKIPPED' : 'INCONCLUSIVE';
};

const seenIn = ({ status, verdict, details, startedAt, endedAt }: UploadedJourney, times: RunTimes): Seen => {
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
  };
};

const detailsOf = (upload: UploadedJourney): ResultDetails => ({
  evidence: (upload.evidence ?? []).map((each) => redactJson(each) as typeof each),
  ...(upload.curl === undefined ? {} : { curl: redactText(upload.curl) }),
  stepTraces: redactSteps(upload),
});
