import type { AuthType, PersonaBinding } from '../plan/plan.ts';
import type { JourneyResult, ResultDocument } from '../result/result.ts';
import { type Cause, causesOf, explainedBy } from './causes.ts';
import { evidenceOf, failingStep, replayLine, shortened, titleOf } from './describe-journey.ts';
import { outcomeOf } from './outcome.ts';
import type { Reporter, RunStart, TracedSentence } from './reporter.ts';
import { clean, type Painter, painter } from './terminal-text.ts';
import { wrapText } from './wrap-text.ts';

export type TtyOptions = {
  write: (text: string) => void;
  /**
   * Writes colours. Off if NO_COLOR is set or the output is no terminal. `live`: writes a progress line that is
   * overwritten.
   */
  colours: boolean;
  live: boolean;
  /** Width of the terminal. Undefined: lines are not wrapped. */
  columns?: number | undefined;
};

const CLEAR_LINE = '\r\u001B[2K';
/** The most characters shown of a refusal's body. */
const ANSWER_CHARACTERS = 400;
/** The most characters of a reason in the list of causes. */
const CAUSE_CHARACTERS = 160;

/**
 * Writes the report for people: the target, each cause with reason, evidence and commands, a list if there are several
 * causes, and the counts. A run in which all pass takes two lines, besides its notes and residue. Arazzo and CI §2.2.
 */
export function ttyReporter({ write, colours, live, columns }: TtyOptions): Reporter {
  const paint = painter(colours);
  const fit = (line: string): string => fitted(line, columns);
  let again = (id: string): string => `run --journey ${id}`;
  let replay = (_journey: JourneyResult): string | undefined => undefined;
  let personas: readonly PersonaBinding[] = [];
  let requirements: readonly TracedSentence[] = [];
  return {
    start: (start) => {
      requirements = start.requirements ?? [];
      const ids = start.bundle.plans.map(({ journeyId }) => journeyId);
      personas = start.bundle.personas;
      replay = (journey) => replayLine(journey, start, shortest(journey.id, ids));
      again = (id) => `${start.again} --journey ${shortest(id, ids)}`;
      write(`${fit(startLine(start))}\n`);
    },
    progress: ({ ended, total, confirming, elapsedMs }) => {
      const looking = confirming === 0 ? '' : ` · confirming ${confirming}`;
      if (live) write(`${CLEAR_LINE}${ended}/${total} journeys · ${seconds(elapsedMs)}${looking}`);
    },
    found: ({ name, details, elapsedMs }) => {
      if (live) write(CLEAR_LINE);
      write(`${paint.red(fit(clean(`failed after ${seconds(elapsedMs)}  ${name}: ${details}`)))}\n`);
    },
    end: (result) => {
      if (live) write(CLEAR_LINE);
      const silence = unansweredBy(result);
      if (silence !== undefined) return write(`${paint.red(fit(clean(silence)))}\n${fit(summaryLine(result))}\n`);
      const causes = causesOf(result.journeys);
      const lines = [
        ...(result.notes ?? []).map((note) => fit(clean(note))),
        ...causes.flatMap((cause) => [
          ...causeLines(cause, paint, fit, replay(cause.told)),
          ...namesOf('refutes', refutedBy(cause, requirements)).map(fit),
          ...nextLines(cause, again, personas),
          '',
        ]),
        ...(result.residue.length > 0 ? ['Left behind:'] : []),
        ...result.residue.map(({ operation, path, reason }) => fit(clean(`  ${operation} ${path}: ${reason}`))),
        ...(causes.length > 1 ? causeList(causes).map(fit) : []),
        fit(summaryLine(result)),
      ];
      write(`${lines.join('\n')}\n`);
    },
  };
}

/** Matches the start of a line: a label, number or word. Further lines of its text are indented by its length. */
const LEAD = /^(?: {2}\d+\. | {2}.{9} | {2}|\S+ {2})/;

/**
 * The line wrapped between words to the width of the terminal. Commands are not passed here, because they are copied.
 */
function fitted(line: string, columns: number | undefined): string {
  if (columns === undefined) return line;
  const lead = LEAD.exec(line)?.[0] ?? '';
  return wrapText(lead, line.slice(lead.length), columns).join('\n');
}

const seconds = (durationMs: number): string => `${(durationMs / 1000).toFixed(1)} s`;

/** One line if there are journeys and each is `broken`, see `Outcome`. Undefined otherwise. */
function unansweredBy({ journeys, baseUrl }: ResultDocument): string | undefined {
  const [first] = journeys;
  if (first === undefined || journeys.some((journey) => outcomeOf(journey) !== 'broken')) return undefined;
  const step = first.evidence?.find(({ probe }) => probe === 'step');
  const why = (step?.observation ?? first.details ?? '').replace(/^[A-Z_]+: (?:[A-Z]+: )?/, '');
  return `Nothing answers at ${baseUrl} (${why}). Is the API up, and is --base-url right?`;
}

function startLine({ bundle, baseUrl, personas, params }: RunStart): string {
  const parts = [
    `${bundle.title} at ${baseUrl}`,
    `spec ${bundle.specHash.slice(0, 19)}`,
    `personas ready ${personas.ready}/${personas.needed}`,
    `params ready ${params.ready}/${params.needed}`,
  ];
  return clean(parts.join(' · '));
}

/**
 * The run in one line: `12 passed · 1 failed (PERSISTENCE) · 2 undecided (auth) · 3 not run · nothing left behind · 1.9
 * s`. Brackets show the kinds of verdicts. "not run": a parameter was not set.
 */
export function summaryLine({ summary, journeys, residue, slowed, startedAt, endedAt }: ResultDocument): string {
  const kinds = (prefix: string): string => {
    const names = journeys.flatMap(({ verdict, reasonCode }) =>
      verdict?.startsWith(prefix) && reasonCode !== 'PARAMETER_NOT_SET' ? [verdict.slice(prefix.length)] : [],
    );
    return names.length === 0 ? '' : ` (${[...new Set(names)].join(', ')})`;
  };
  const unsettled = kinds('INCONCLUSIVE_')
    .toLowerCase()
    .replaceAll(/_required|_constraint/g, '');
  return [
    `${summary.passed} passed`,
    `${summary.decisive} failed${kinds('FAIL_DECISIVE_')}`,
    `${summary.inconclusive} undecided${summary.inconclusive > 0 ? unsettled : ''}`,
    `${summary.skipped} not run`,
    leftBehind(residue, journeys),
    `${((Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toFixed(1)} s`,
    ...(slowed ? [`slowed to ${slowed.atOnce} at a time after ${slowed.after.join(', ')}`] : []),
  ].join(' · ');
}

/** How many items stay. Unknown if a deletion that was answered with a success had no effect. */
function leftBehind(residue: ResultDocument['residue'], journeys: readonly JourneyResult[]): string {
  if (residue.length > 0) return `${residue.length} left behind`;
  const isInVain = journeys.some(({ status, reasonCode }) => status === 'fail' && reasonCode === 'NOT_DELETED');
  return isInVain ? 'unknown what is left behind' : 'nothing left behind';
}

/** The body of a response with 400 or above, shortened, if it has one. */
function answerOf(journey: JourneyResult): string[] {
  const { statusCode = 0, responseBody = '' } = failingStep(journey) ?? {};
  const said = responseBody.trim();
  if (statusCode < 400 || said === '') return [];
  return [clean(`  answer    ${shortened(said, ANSWER_CHARACTERS)}`)];
}

function causeLines(cause: Cause, paint: Painter, fit: (line: string) => string, replay: string | undefined): string[] {
  const { verdict, reasonCode, details, curl, status } = cause.told;
  const word = status === 'fail' ? 'FAIL' : 'undecided';
  const title = fit(clean(`${word}  ${titleOf(cause.told)}: ${verdict} ${reasonCode}`));
  return [
    status === 'fail' ? paint.red(title) : paint.yellow(title),
    fit(clean(`  why       ${details}`)),
    ...evidenceOf(cause.told).map(({ probe, method, path, observation }, index) =>
      fit(clean(`  ${index === 0 ? 'evidence ' : '         '} ${probe}: ${method} ${path} ${observation}`)),
    ),
    ...answerOf(cause.told).map(fit),
    ...(replay === undefined ? [] : [clean(`  reproduce ${replay}`)]),
    ...(replay !== undefined || curl === undefined ? [] : [clean(`  request   ${curl}`)]),
    ...[...namesOf('also', cause.alike.map(titleOf)), ...namesOf('caused', cause.behind.map(titleOf))].map(fit),
  ];
}

/** The sentences of the requirements that the failed journeys of a cause should have proved. */
function refutedBy({ told, alike, behind }: Cause, requirements: readonly TracedSentence[]): string[] {
  if (told.status !== 'fail') return [];
  const ids = new Set([told, ...alike, ...behind].map(({ id }) => id));
  return requirements.flatMap(({ sentence, proofs }) => (proofs.flat().some((id) => ids.has(id)) ? [sentence] : []));
}

/** The next steps for a cause: set the missing credential, and run the journey again. */
function nextLines(
  { told: { id, reasonCode, persona } }: Cause,
  again: (id: string) => string,
  personas: readonly PersonaBinding[],
): string[] {
  const missing = personas.find(({ name }) => reasonCode === 'CREDENTIAL_UNAVAILABLE' && name === persona);
  return [
    ...(missing === undefined ? [] : [clean(`  set       ${missing.envVar}='${CREDENTIALS[missing.authType]}'`)]),
    clean(`  again     ${again(id)}`),
  ];
}

/** By auth type: the form of a persona's variable (specification §5). */
const CREDENTIALS: Record<AuthType, string> = {
  BEARER: '{"token":"…"}',
  BASIC: '{"username":"…","password":"…"}',
  HEADER: '{"headers":{"X-Api-Key":"…"}}',
  HTTP_ENDPOINT: '{"url":"https://…/token","body":"…"}',
  JS: '{}',
  NONE: '{}',
};

const FEWEST_OF_ID = 8;

/** The shortest start of an id, at least eight characters, that no other id has. */
function shortest(id: string, ids: readonly string[]): string {
  let length = FEWEST_OF_ID;
  while (length < id.length && ids.filter((one) => one.startsWith(id.slice(0, length))).length > 1) length += 1;
  return id.slice(0, length);
}

const MOST_NAMES = 3;

/** A line with up to three names after a label, and how many more there are. */
function namesOf(word: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const named = names.slice(0, MOST_NAMES);
  const more = names.length - named.length;
  return [clean(`  ${word.padEnd(10)}${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`)];
}

/** The list of causes at the end of a report: `3 causes explain 21 journeys:`, then one line each. */
function causeList(causes: readonly Cause[]): string[] {
  const total = causes.reduce((sum, cause) => sum + explainedBy(cause), 0);
  return [
    `${causes.length} causes explain ${total} journeys:`,
    ...causes.map((cause, index) => {
      const { verdict = '', details = '' } = cause.told;
      const kind = verdict.replace(/^(FAIL_DECISIVE|INCONCLUSIVE)_/, '');
      const count = explainedBy(cause) === 1 ? '' : ` (${explainedBy(cause)} journeys)`;
      return clean(`  ${index + 1}. ${kind}: ${shortened(details, CAUSE_CHARACTERS)}${count}`);
    }),
    '',
  ];
}
