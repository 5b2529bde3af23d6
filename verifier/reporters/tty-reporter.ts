import type { JourneyResult, ResultDocument } from '../result/result.ts';
import { failingStep, shortened } from './describe-journey.ts';
import type { Reporter, RunStart } from './reporter.ts';
import { clean, type Painter, painter } from './terminal-text.ts';

export type TtyOptions = {
  write: (text: string) => void;
  /** Colours and a live progress line; off where NO_COLOR is set or nothing is a terminal. */
  colours: boolean;
  live: boolean;
};

const CLEAR_LINE = '\r\u001B[2K';
/** Of a refusal's own words: enough for a problem body. */
const ANSWER_CHARACTERS = 400;

/** For people: first line the target, last line the counts, failures once in between with why, evidence and a curl. Arazzo and CI §2.2. */
export function ttyReporter({ write, colours, live }: TtyOptions): Reporter {
  const paint = painter(colours);
  return {
    start: (start) => write(`${startLine(start)}\n`),
    progress: (ended, total) => {
      if (live) write(`${CLEAR_LINE}${ended}/${total} journeys`);
    },
    end: (result) => {
      if (live) write(CLEAR_LINE);
      const lines = [
        ...(result.notes ?? []).map(clean),
        ...result.journeys.map((journey) => journeyLine(journey, paint)),
        ...alike(result.journeys).flatMap((group) => ['', ...failureLines(group, paint)]),
        ...(result.residue.length > 0 ? ['', 'Left behind:'] : []),
        ...result.residue.map(({ operation, path, reason }) => clean(`  ${operation} ${path}: ${reason}`)),
        '',
        summaryLine(result),
      ];
      write(`${lines.join('\n')}\n`);
    },
  };
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

/** The run in one line: `12 passed · 1 decisive (PERSISTENCE) · 2 inconclusive (auth) · 3 skipped · 0 residue · 1.9 s`. */
export function summaryLine({ summary, journeys, residue, startedAt, endedAt }: ResultDocument): string {
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
    `${summary.decisive} decisive${kinds('FAIL_DECISIVE_')}`,
    `${summary.inconclusive} inconclusive${summary.inconclusive > 0 ? unsettled : ''}`,
    `${summary.skipped} skipped`,
    `${residue.length} residue`,
    `${((Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toFixed(1)} s`,
  ].join(' · ');
}

function journeyLine({ status, name, persona, enforcement, reasonCode }: JourneyResult, paint: Painter): string {
  const mark = { pass: paint.green('pass'), fail: paint.red('FAIL'), skip: paint.yellow('skip') }[status];
  const observed = enforcement === 'OBSERVED' ? ' (observed)' : '';
  return `${mark}  ${clean(name)}${persona === null ? '' : ` [${clean(persona)}]`}${observed}${reasonCode ? `  ${reasonCode}` : ''}`;
}

/** What another journey already tells is not told twice. */
function needsTelling({ status, causedBy }: JourneyResult): boolean {
  return status !== 'pass' && causedBy === undefined;
}

/**
 * Many journeys that cannot go on for one reason are one thing to mend: they are told once. So are operations that answer whoever asks: often it
 * is one line of the document that wrongly asks an identity for all of them.
 */
function alike(journeys: JourneyResult[]): [JourneyResult, ...JourneyResult[]][] {
  const groups = Map.groupBy(journeys.filter(needsTelling), ({ status, id, verdict, reasonCode, details, facts }) => {
    if (status === 'skip') return `${verdict} ${reasonCode} ${details}`;
    const madeUp = facts.attempts[0]?.steps.find((step) => step.madeUp)?.madeUp ?? 'none';
    return reasonCode === 'AUTHN_MISSING' ? `${reasonCode} ${madeUp}` : id;
  });
  return [...groups.values()] as [JourneyResult, ...JourneyResult[]][];
}

/** What the API itself said of a refusal, in one line. */
function answerOf(journey: JourneyResult): string[] {
  const { statusCode = 0, responseBody = '' } = failingStep(journey) ?? {};
  const said = responseBody.trim();
  if (statusCode < 400 || said === '') return [];
  return [clean(`  answer    ${shortened(said, ANSWER_CHARACTERS)}`)];
}

function failureLines([journey, ...others]: [JourneyResult, ...JourneyResult[]], paint: Painter): string[] {
  const { name, verdict, reasonCode, details, evidence = [], curl, status, id } = journey;
  const title = clean(`${name}: ${verdict} ${reasonCode}`);
  return [
    status === 'fail' ? paint.red(title) : paint.yellow(title),
    clean(`  why       ${details}`),
    ...evidence.map(({ probe, method, path, observation }, index) =>
      clean(`  ${index === 0 ? 'evidence ' : '         '} ${probe}: ${method} ${path} ${observation}`),
    ),
    ...answerOf(journey),
    ...(curl === undefined ? [] : [clean(`  reproduce ${curl}`)]),
    `  again     run --journey ${id}`,
    ...(others.length > 0 ? [`  so too    ${others.length} more of the journeys above`] : []),
  ];
}
