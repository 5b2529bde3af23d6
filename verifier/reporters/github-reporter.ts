import type { JourneyResult, ResultDocument } from '../result/result.ts';
import { causesOf, explainedBy } from './causes.ts';
import { describeJourney, failingStep, LINE_BREAK, reasonOf, replayLine, titleOf } from './describe-journey.ts';
import { outcomeOf } from './outcome.ts';
import type { Reporter, RunStart } from './reporter.ts';
import { CONTROLS } from './terminal-text.ts';
import { summaryLine } from './tty-reporter.ts';

export type GithubOptions = {
  /** Writes to the output of the step, where GitHub reads workflow commands. */
  write: (text: string) => void;
  /** Writes the job summary: to a chosen file, else to that of the environment. Undefined if there is neither. */
  writeSummary: ((markdown: string) => void) | undefined;
};

/** GitHub shows ten annotations of one kind per step. The tenth states how many more there are. */
const ANNOTATIONS = 9;
/**
 * The most bytes of the summary. GitHub drops a summary above 1 MiB, and other commands of the step may have written to
 * it.
 */
const SUMMARY_BYTES = 900 * 1024;

type Kind = 'error' | 'warning' | 'notice';

/** Writes annotations and the job summary of GitHub Actions. Planner and verifier §8, Arazzo and CI §2.2. */
export function githubReporter({ write, writeSummary }: GithubOptions): Reporter {
  let start: RunStart | undefined;
  return {
    start: (given) => {
      start = given;
    },
    end: (result) => {
      // Journeys with CAUSED_BY are only counted in the summary.
      const told = result.journeys.filter(({ causedBy }) => causedBy === undefined);
      const commands = (['error', 'warning', 'notice'] as const).flatMap((kind) =>
        annotations(
          kind,
          told.filter((journey) => kindOf(journey) === kind),
          start,
        ),
      );
      write(commands.map((command) => `${command}\n`).join(''));
      writeSummary?.(summary(start, result));
    },
  };
}

function kindOf(journey: JourneyResult): Kind | undefined {
  const kinds = {
    passed: undefined,
    decisive: 'error',
    broken: 'error',
    inconclusive: 'warning',
    skipped: 'notice',
    observed: 'notice',
  } as const;
  return kinds[outcomeOf(journey)];
}

function annotations(kind: Kind, journeys: JourneyResult[], start: RunStart | undefined): string[] {
  const shown = journeys.length > ANNOTATIONS + 1 ? journeys.slice(0, ANNOTATIONS) : journeys;
  const more = journeys.length - shown.length;
  return [
    ...shown.map((journey) =>
      command(
        kind,
        place(journey, start),
        titleOf(journey),
        `${reasonOf(journey)}\n${replayLine(journey, start) ?? journey.curl ?? ''}`.trimEnd(),
      ),
    ),
    ...(more > 0 ? [command(kind, '', 'verifier', `${more} more in the job summary`)] : []),
  ];
}

/**
 * The place of an annotation in the spec, at the failing step's operation: `file=openapi.yaml,line=12,`. A pull request
 * shows the annotation there. Without a line the operation was not found. Empty without a spec file.
 */
function place(journey: JourneyResult, start: RunStart | undefined): string {
  if (start?.spec === undefined) return '';
  const plan = start.bundle.plans.find(({ journeyId }) => journeyId === journey.id);
  const step = plan?.steps[failingStep(journey)?.testCaseStepIndex ?? -1];
  const line = start.spec.lineOf(step === undefined ? (plan?.subject ?? '') : `${step.method} ${step.path}`);
  return `file=${property(start.spec.path)},${line === undefined ? '' : `line=${line},`}`;
}

/** A workflow command. Text from the API can neither end it nor start another. */
function command(kind: Kind, at: string, title: string, message: string): string {
  return `::${kind} ${at}title=${property(title)}::${data(message)}`;
}

function data(text: string): string {
  const quoted = text
    .split(LINE_BREAK)
    .map((line) => line.replaceAll(CONTROLS, ' '))
    .join('\n')
    .replaceAll(/##(?=\w*\[)/g, '# #');
  return quoted.replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function summary(start: RunStart | undefined, result: ResultDocument): string {
  const head = [
    `## ${inline(start?.bundle.title ?? 'verifier')}`,
    '',
    `${inline(summaryLine(result))} · ${inline(result.baseUrl)} · spec \`${result.metadata.specHash}\``,
    '',
    ...(result.notes ?? []).map((note) => `> ${inline(note)}\n`),
  ];
  const causes = causesOf(result.journeys);
  const table = ['| cause | outcome | why | journeys |', '|---|---|---|---|'];
  const rows = causes.map(
    ({ told, ...others }) =>
      `| ${inline(titleOf(told))} | ${outcomeOf(told)} | ${inline(reasonOf(told))} | ${explainedBy({ told, ...others })} |`,
  );
  const details = causes.map(({ told }) => foldedDetails(told, start));
  return fitting([...head, ...(rows.length > 0 ? table : []), ...rows, '', ...details]);
}

function foldedDetails(journey: JourneyResult, start: RunStart | undefined): string {
  const code = describeJourney(journey, start)
    .split(LINE_BREAK)
    .map((line) => `    ${line.replaceAll(CONTROLS, ' ')}`);
  return [`<details><summary>${inline(titleOf(journey))}</summary>`, '', ...code, '', '</details>', ''].join('\n');
}

/** The text escaped so that nothing in it is markup of Markdown, tables or HTML. Control characters become blanks. */
function inline(text: string): string {
  return text
    .replaceAll(CONTROLS, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_{}[\]()#!|~@]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The parts joined, as many as GitHub accepts whole. */
function fitting(parts: string[]): string {
  let bytes = 0;
  const last = parts.findIndex((part) => (bytes += Buffer.byteLength(part) + 1) > SUMMARY_BYTES);
  if (last < 0) return `${parts.join('\n')}\n`;
  return `${parts.slice(0, last).join('\n')}\n\nThe summary is cut here: the other reports hold everything.\n`;
}
