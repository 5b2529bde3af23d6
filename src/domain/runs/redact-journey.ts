import { createRedactor } from '#verifier/engine/redact.ts';
import type { Json } from '#verifier/plan/plan.ts';
import type { StepTrace } from './test-run.ts';
import type { UploadedJourney } from './uploaded-result.ts';

const mask = '[redacted]';
const mostSteps = 200;
const mostHeaders = 100;
const longestHeader = 8 * 1024;
/** Credentials that show by their shape: signed tokens, our own, cloud and code-host keys. */
const shapes = new RegExp(
  [
    String.raw`\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*`,
    String.raw`\bdzy_[0-9A-Za-z]{46}\b`,
    String.raw`\b(?:AKIA|ASIA)[0-9A-Z]{16}\b`,
    String.raw`\bgh[pousr]_\w{36,}`,
  ].join('|'),
  'g',
);
/** What the runner leaves behind a body that it cut. */
const cutMark = /… \[cut, \d+ bytes\]$/;

const redactor = createRedactor();

/** Any text of an upload without what looks like a credential. */
export const redactText = (text: string): string => redactor.text(text).replaceAll(shapes, mask);

/** The runner has redacted already; an upload need not come from it (security and reliability §1.12). Cuts to the limits of §1.7. */
export const redactSteps = ({ steps }: UploadedJourney): StepTrace[] => steps.slice(0, mostSteps).map(redactStep);

/** Every text within an observation. */
export const redactJson = (value: Json): Json => {
  const named = redactor.json(value);
  return JSON.parse(redactText(JSON.stringify(named))) as Json;
};

const redactStep = (step: UploadedJourney['steps'][number]): StepTrace => ({
  ...step,
  path: redactText(step.path),
  ...mapped('error', step.error, redactText),
  ...mapped('stepDescription', step.stepDescription, redactText),
  ...mapped('requestBody', step.requestBody, redactBody),
  ...mapped('responseBody', step.responseBody, redactBody),
  ...mapped('requestHeaders', step.requestHeaders, redactHeaders),
  ...mapped('responseHeaders', step.responseHeaders, redactHeaders),
  ...mapped('assertions', step.assertions, (assertions) => redactJson(assertions) as typeof assertions),
  ...mapped('polls', step.polls, (polls) => redactJson(polls) as typeof polls),
});

const mapped = <K extends string, T, R>(key: K, value: T | undefined, change: (value: T) => R): { [P in K]?: R } =>
  value === undefined ? {} : ({ [key]: change(value) } as { [P in K]?: R });

const redactBody = (body: string): string => {
  const mark = cutMark.exec(body)?.[0] ?? '';
  return redactText(redactor.body(body.slice(0, body.length - mark.length))) + mark;
};

const redactHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(redactor.headers(headers))
      .slice(0, mostHeaders)
      .map(([name, value]) => [name, redactText(value).slice(0, longestHeader)]),
  );
