import type { Step } from '../../plan/plan.ts';
import type { StepTrace } from '../../result/result.ts';
import { isAssertionMet } from '../../verdicts/classify-journey.ts';
import type { Attempt } from '../context/attempt.ts';
import type { StepRun } from './run-step.ts';

/** The trace of a step that ran, for the result document: redacted, with bodies cut (specification §2 StepTrace). */
export function traceStep(attempt: Attempt, step: Step, index: number, ran: StepRun): StepTrace {
  const { redactor } = attempt.run;
  const { call, facts, judgement, polls } = ran;
  const passed = judgement === undefined || judgement.verdict === null;
  const answer = call?.answer;
  const sent = call?.outgoing.body ?? (call?.outgoing.form && JSON.stringify(call.built.sent.body));
  const assertions = facts.assertions?.map((one) => ({
    op: one.op,
    pointer: one.pointer,
    ...(one.expected === undefined ? {} : { expected: redactor.at(one.pointer, one.expected) }),
    ...(one.actual === undefined ? {} : { actual: redactor.at(one.pointer, one.actual) }),
    passed: isAssertionMet(step, one),
  }));
  return {
    ...blankTrace(step, index),
    path: redactor.text(call?.built.path ?? step.path),
    statusCode: facts.statusCode,
    durationMs: call?.durationMs ?? 0,
    passed,
    ...(passed ? {} : { error: redactor.text(stepError(ran)) }),
    timestamp: new Date(call?.startedAtMs ?? attempt.run.clock.now()).toISOString(),
    ...(call ? { requestHeaders: redactor.headers(call.outgoing.headers) } : {}),
    ...(sent === undefined ? {} : { requestBody: redactor.body(sent) }),
    ...(answer ? { responseHeaders: redactor.headers(answer.headers), responseBody: redactor.body(answer.body) } : {}),
    ...(assertions ? { assertions } : {}),
    ...(polls ? { polls } : {}),
  };
}

/** The trace of a step that did not run because an earlier one ended the journey. Planner and verifier §6.0. */
export function traceNotRun(step: Step, index: number, endedAt: number): StepTrace {
  return { ...blankTrace(step, index), passed: null, error: `not run: step ${endedAt} ended the journey` };
}

function blankTrace(step: Step, index: number): StepTrace & { passed: null } {
  const expectedStatus = step.expect.status.find((one) => typeof one === 'number');
  return {
    testCaseStepIndex: index,
    method: step.method,
    path: step.path,
    statusCode: 0,
    durationMs: 0,
    ...(expectedStatus === undefined ? {} : { expectedStatus }),
    passed: null,
    stepDescription: `${step.id}: ${step.operationId}`,
  };
}

function stepError({ facts, judgement, call }: StepRun): string {
  // Behind a name like CREDENTIAL_UNAVAILABLE the redactor would mask its first word.
  if (facts.credentialProblem !== undefined) return facts.credentialProblem;
  const reason = judgement?.reasonCode ?? 'UNEXPECTED_STATUS';
  const said = facts.missingInput
    ? `${facts.missingInput} is not set`
    : (call?.message ?? (facts.statusCode === 0 ? 'no answer' : `answered ${facts.statusCode}`));
  return `${reason}: ${said}`;
}
