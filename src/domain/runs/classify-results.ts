import type { FeatureScope } from '#domain/access/scope.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { Workbook } from '#domain/ports/workbook-repository.ts';
import { enforcementOf } from '#domain/workbooks/workbook-rules.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import { classifyJourney, isDecisive, type Classification } from '#verifier/verdicts/classify-journey.ts';
import { groupCauses } from '#verifier/verdicts/group-causes.ts';
import { redactJson, redactSteps, redactText } from './redact-journey.ts';
import type { ResultStatus, TestCaseResult } from './test-run.ts';
import { testCaseIdOf } from './test-case-id.ts';
import type { UploadedDocument, UploadedJourney } from './uploaded-result.ts';

type Times = { startedAt: string; endedAt: string };

/**
 * The results of a run in plan order, each non-passing one with the verdict that the evidence gives: the same code as in the runner,
 * on the stored plan (planner and verifier §6.1). The uploader's label is only compared.
 */
export const classifyResults = (
  scope: FeatureScope,
  runId: string,
  { bundle }: PlanDocument,
  document: UploadedDocument,
  times: Times,
  workbook: Workbook,
): TestCaseResult[] => {
  const uploads = new Map(document.journeys.map((journey) => [journey.id, journey]));
  const run = bundle.plans.filter(({ journeyId }) => uploads.has(journeyId));
  const classified = run.map((plan) => {
    const classification = classify(plan, uploads.get(plan.journeyId)!);
    return classification === undefined ? { plan } : { plan, classification };
  });
  return groupCauses(classified).map(({ plan, classification, causedBy }) => {
    const upload = uploads.get(plan.journeyId)!;
    return {
      ...ofPlan(scope, runId, plan, workbook),
      ...verdictOf(upload, classification, causedBy),
      ...seen(upload, times),
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

const verdictOf = (upload: UploadedJourney, found: Classification | undefined, causedBy: string | undefined) => {
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

const seen = (upload: UploadedJourney, times: Times) => {
  const startedAt = upload.startedAt === undefined ? times.startedAt : new Date(upload.startedAt).toISOString();
  const endedAt = upload.endedAt === undefined ? times.endedAt : new Date(upload.endedAt).toISOString();
  return {
    startedAt,
    endedAt,
    durationMs: Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)),
    evidence: (upload.evidence ?? []).map((each) => redactJson(each) as typeof each),
    ...(upload.curl === undefined ? {} : { curl: redactText(upload.curl) }),
    stepTraces: redactSteps(upload),
  };
};
