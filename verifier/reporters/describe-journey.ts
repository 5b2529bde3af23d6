import type { JourneyResult, StepTrace } from '../result/result.ts';
import type { RunStart } from './reporter.ts';

/** As Markdown sees one: what it would begin must not stand outside quoted text. */
export const LINE_BREAK = /\r\n|[\r\n]/;

const EXCERPT_CHARACTERS = 2000;

/** `journey [persona]`, as every report names it. */
export function titleOf({ name, persona }: JourneyResult): string {
  return persona === null ? name : `${name} [${persona}]`;
}

/** One line: verdict, reason and why. */
export function reasonOf({ verdict, reasonCode, faultCode, details, enforcement }: JourneyResult): string {
  const observed = enforcement === 'OBSERVED' ? 'observed only: ' : '';
  const fault = faultCode === undefined ? '' : ` (${faultCode})`;
  return `${observed}${verdict} ${reasonCode}: ${details}${fault}`;
}

/** `POST /things → 201`; a step that was never answered says why. */
export function stepLine({ method, path, statusCode, error }: StepTrace): string {
  return `${method} ${path} → ${statusCode === 0 ? (error ?? 'no answer') : statusCode}`;
}

/**
 * The step that the verdict is about: a journey may go on from an earlier one that failed. Undefined where it passed.
 */
export function failingStep({ steps, evidence = [] }: JourneyResult): StepTrace | undefined {
  const failed = steps.filter(({ passed }) => passed === false);
  const judged = evidence.find(({ probe }) => probe === 'step');
  return failed.findLast(({ method, path }) => method === judged?.method && path === judged.path) ?? failed[0];
}

/**
 * Why, evidence, the failing request and its answer, how to repeat it: plain text of several lines, bodies shortened.
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
 * The command that prints the script of a failure, and starts it; undefined where the journey has none, or its run is
 * not kept.
 */
export function replayLine(
  { id, replay }: Pick<JourneyResult, 'id' | 'replay'>,
  start: Pick<RunStart, 'replay'> | undefined,
  shown = id,
): string | undefined {
  if (replay === undefined || start?.replay === undefined) return undefined;
  return `${start.replay.command} ${shown}${start.replay.options} > repro.sh && sh repro.sh`;
}

/** What was looked at; a step that was answered as expected says nothing of what is wrong in it. */
export function evidenceOf({ evidence = [] }: JourneyResult): NonNullable<JourneyResult['evidence']> {
  return evidence.filter(
    ({ probe, observation }) => probe !== 'step' || !/^answered (\d+), expected \1$/.test(observation),
  );
}

/** The beginning of a text, marked where more follows. */
export function shortened(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters)}…` : text;
}

function excerpt(mark: string, body: string | undefined): string[] {
  if (body === undefined || body === '') return [];
  return shortened(body, EXCERPT_CHARACTERS)
    .split(LINE_BREAK)
    .map((line) => mark + line);
}
