import type { JourneyResult, StepTrace } from '../result/result.ts';
import type { RunStart } from './reporter.ts';

/** Matches line breaks as Markdown has them. Text after a break may start a new block, so each line must be quoted. */
export const LINE_BREAK = /\r\n|[\r\n]/;

const EXCERPT_CHARACTERS = 2000;

/** The title of a journey in reports: `journey [persona]`. */
export function titleOf({ name, persona }: JourneyResult): string {
  return persona === null ? name : `${name} [${persona}]`;
}

/** Verdict, reason code and details of a journey in one line. */
export function reasonOf({ verdict, reasonCode, faultCode, details, enforcement }: JourneyResult): string {
  const observed = enforcement === 'OBSERVED' ? 'observed only: ' : '';
  const fault = faultCode === undefined ? '' : ` (${faultCode})`;
  return `${observed}${verdict} ${reasonCode}: ${details}${fault}`;
}

/** A step in one line: `POST /tasks → 201`. Without a response, the error in place of the status. */
export function stepLine({ method, path, statusCode, error }: StepTrace): string {
  return `${method} ${path} → ${statusCode === 0 ? (error ?? 'no answer') : statusCode}`;
}

/**
 * The step that the verdict is about; else the first failed step, because a journey may go on after a failure.
 * Undefined if the journey passed, also if the create of a `read-beside` failed.
 */
export function failingStep({ status, steps, evidence = [] }: JourneyResult): StepTrace | undefined {
  if (status === 'pass') return undefined;
  const failed = steps.filter(({ passed }) => passed === false);
  const judged = evidence.find(({ probe }) => probe === 'step');
  return failed.findLast(({ method, path }) => method === judged?.method && path === judged.path) ?? failed[0];
}

/**
 * A failure as plain text of several lines: reason, evidence, failing request and response, and how to repeat it.
 * Bodies are shortened.
 */
export function describeJourney(journey: JourneyResult, start?: RunStart): string {
  const { curl, causedBy } = journey;
  const step = failingStep(journey);
  const replay = replayLine(journey, start);
  return [
    reasonOf(journey),
    ...(causedBy === undefined ? [] : [`caused by journey ${causedBy}`]),
    ...evidenceOf(journey).map(({ probe, method, path, observation }) => `${probe}: ${method} ${path} ${observation}`),
    ...(step === undefined ? [] : ['', `> ${step.method} ${step.path}`, ...excerpt('> ', step.requestBody)]),
    ...(step === undefined || step.statusCode === 0
      ? []
      : [`< ${step.statusCode}`, ...excerpt('< ', step.responseBody)]),
    ...(replay === undefined ? [] : ['', `reproduce: ${replay}`]),
    ...(replay !== undefined || curl === undefined ? [] : ['', `request: ${curl}`]),
  ].join('\n');
}

/**
 * The command that prints a failure as a script and runs it. `shown`: the journey's id, perhaps shortened. Undefined if
 * the journey has no replay, or the run is neither kept nor in a JSON report.
 */
export function replayLine(
  { id, replay }: Pick<JourneyResult, 'id' | 'replay'>,
  start: Pick<RunStart, 'replay'> | undefined,
  shown = id,
): string | undefined {
  if (replay === undefined || start?.replay === undefined) return undefined;
  return `${start.replay.command} ${shown}${start.replay.options} > repro.sh && sh repro.sh`;
}

/** The evidence of a journey, without the failing step if its status was the expected one. */
export function evidenceOf({ evidence = [] }: JourneyResult): NonNullable<JourneyResult['evidence']> {
  return evidence.filter(
    ({ probe, observation }) => probe !== 'step' || !/^answered (\d+), expected \1$/.test(observation),
  );
}

/** The text cut to `characters`, with … if something is left out. */
export function shortened(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters)}…` : text;
}

function excerpt(mark: string, body: string | undefined): string[] {
  if (body === undefined || body === '') return [];
  return shortened(body, EXCERPT_CHARACTERS)
    .split(LINE_BREAK)
    .map((line) => mark + line);
}
