import { secretValues } from '#verifier/auth/header.ts';
import { createRedactor, type Redactor } from '#verifier/engine/redaction/redactor.ts';
import type { Json, Plan } from '#verifier/plan/plan.ts';
import { MASK } from '#verifier/result/mask.ts';
import type { StepTrace } from './test-run.ts';
import type { UploadedJourney } from './uploaded-result.ts';

const mostSteps = 200;
const mostHeaders = 100;
const longestHeader = 8 * 1024;
/** Of any other text. */
const longestText = 64 * 1024;
/** What the runner leaves behind a body that it cut. */
const cutMark = /… \[cut, \d+ bytes\]$/;

/** Headers that a runner sends of itself, or that tell what a request is like: their values are no secret. */
const ordinary =
  /^(?:accept|accept-.+|content-.+|if-.+|user-agent|host|connection|cache-control|pragma|date|range|prefer|expect|origin|referer|te|trailer|transfer-encoding|upgrade|via|forwarded|x-forwarded-.+|traceparent|tracestate|x-request-id|x-correlation-id|x-requested-with|idempotency-key)$/i;

/**
 * A journey as it is stored: the runner has redacted already, and an upload need not come from it (security and reliability §1.12). A request
 * header that neither the plan nor HTTP names is a persona's; its value is masked wherever it stands. Facts stay as they are: they are judged,
 * and not stored. Cuts to the limits of §1.7.
 */
export const redactJourney = (plan: Pick<Plan, 'steps' | 'teardown'>, journey: UploadedJourney): UploadedJourney => {
  const isOwn = personaHeaders(plan);
  const redactor = createRedactor();
  const steps = journey.steps.slice(0, mostSteps);
  redactor.learn(
    steps.flatMap(({ requestHeaders = {} }) => secretValues(Object.entries(requestHeaders).filter(isOwn))),
  );
  const text = (given: string): string => redactor.text(given.slice(0, longestText));
  return {
    ...journey,
    ...mapped('verdict', journey.verdict, (verdict) => (verdict === null ? null : text(verdict))),
    ...mapped('details', journey.details, text),
    ...mapped('curl', journey.curl, text),
    ...mapped('replay', journey.replay, text),
    ...mapped('evidence', journey.evidence, (evidence) => evidence.map((each) => redactor.json(each) as typeof each)),
    steps: steps.map((step) => redactStep(step, redactor, text, isOwn)),
  };
};

const personaHeaders = ({
  steps,
  teardown,
}: Pick<Plan, 'steps' | 'teardown'>): (([name, value]: [string, string]) => boolean) => {
  const named = [...steps, ...teardown].flatMap(({ params }) => Object.keys(params.header));
  const planned = new Set(named.map((name) => name.toLowerCase()));
  return ([name, value]) => value !== MASK && !ordinary.test(name) && !planned.has(name.toLowerCase());
};

const redactStep = (
  step: StepTrace,
  redactor: Redactor,
  text: (given: string) => string,
  isOwn: (entry: [string, string]) => boolean,
): StepTrace => ({
  ...step,
  path: text(step.path),
  ...mapped('error', step.error, text),
  ...mapped('stepDescription', step.stepDescription, text),
  ...mapped('timestamp', step.timestamp, text),
  ...mapped('requestBody', step.requestBody, (body) => redactBody(body, redactor)),
  ...mapped('responseBody', step.responseBody, (body) => redactBody(body, redactor)),
  ...mapped('requestHeaders', step.requestHeaders, (headers) => {
    const own = Object.fromEntries(Object.entries(headers).map((entry) => [entry[0], isOwn(entry) ? MASK : entry[1]]));
    return redactHeaders(own, redactor);
  }),
  ...mapped('responseHeaders', step.responseHeaders, (headers) => redactHeaders(headers, redactor)),
  ...mapped('assertions', step.assertions, (assertions) =>
    assertions.map(({ expected, actual, ...rest }) => ({
      ...(redactor.json(rest) as typeof rest),
      ...mapped('expected', expected, (value: Json) => redactor.at(rest.pointer, value)),
      ...mapped('actual', actual, (value: Json) => redactor.at(rest.pointer, value)),
    })),
  ),
  ...mapped('polls', step.polls, (polls) => redactor.json(polls) as typeof polls),
});

const mapped = <K extends string, T, R>(key: K, value: T | undefined, change: (value: T) => R): { [P in K]?: R } =>
  value === undefined ? {} : ({ [key]: change(value) } as { [P in K]?: R });

const redactBody = (body: string, redactor: Redactor): string => {
  const mark = cutMark.exec(body.slice(-64))?.[0] ?? '';
  return redactor.body(body.slice(0, body.length - mark.length)) + mark;
};

const redactHeaders = (headers: Record<string, string>, redactor: Redactor): Record<string, string> =>
  Object.fromEntries(
    Object.entries(redactor.headers(headers))
      .slice(0, mostHeaders)
      .map(([name, value]) => [name, value.slice(0, longestHeader)]),
  );
