import { createHash } from 'node:crypto';
import type { JourneyResult, ResultDocument } from '../result/result.ts';
import { titleOf } from './describe-journey.ts';
import { escapeMarkup as text } from './escape-markup.ts';
import { journeyCard, journeyLine } from './html-journey.ts';
import { SCRIPT } from './html-script.ts';
import { STYLE } from './html-style.ts';
import { OUTCOME_WORDS, outcomeOf, type Outcome } from './outcome.ts';
import type { Reporter, RunStart } from './reporter.ts';

/**
 * One file for people, with nothing from elsewhere, and one script, which it names by its hash: the outcome in one sentence, then each failure with why, its request
 * and answer, evidence and a command that repeats it, then what is undecided, then what passed. Planner and verifier §8.
 */
export function htmlReporter(write: (text: string) => void): Reporter {
  let start: RunStart | undefined;
  return {
    start: (given) => {
      start = given;
    },
    end: (result) => write(page(start, result)),
  };
}

const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

const HEADINGS: [string, Outcome][] = [
  ['What failed', 'decisive'],
  ['No usable answer', 'broken'],
  ['Undecided', 'inconclusive'],
  ['Observed only', 'observed'],
  ['Not run for want of a parameter', 'skipped'],
];

function page(start: RunStart | undefined, result: ResultDocument): string {
  const title = start?.bundle.title ?? 'verifier';
  // A journey that another one explains stands with that one.
  const told = result.journeys.filter(({ status, causedBy }) => status !== 'pass' && causedBy === undefined);
  const sections = HEADINGS.map(([heading, outcome]) => {
    const own = told.filter((journey) => outcomeOf(journey) === outcome);
    return section(heading, outcome, own, (journey) => journeyCard(journey, causedBy(result, journey), start));
  });
  const passed = result.journeys.filter(({ status }) => status === 'pass');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${SCRIPT_HASH}'">
<title>${text(`${title}: ${headline(result)}`)}</title><style>${STYLE}</style></head><body><main>
<h1>${text(title)}</h1>
<p class="headline">${text(headline(result))}</p>
${bar(result.journeys)}
${tiles(result)}
${facts(result)}
${(result.notes ?? []).map((note) => `<p class="note">${text(note)}</p>`).join('\n')}
<p class="find" hidden><label for="find">Find</label> <input id="find" type="search" placeholder="a path, a persona, a word"> <output id="count" for="find"></output></p>
${overview(told)}
${sections.join('\n')}
${section('Passed', 'passed', passed, journeyLine)}
${residue(result)}
<footer>A failure counts only after the whole journey failed twice at the same place. What is undecided accuses nobody.</footer>
</main><script>${SCRIPT}</script></body></html>
`;
}

/** Every journey that did not pass in one line, each leading to its card; one alone needs no overview. */
function overview(journeys: readonly JourneyResult[]): string {
  if (journeys.length < 2) return '';
  const rows = ORDER.flatMap((outcome) => journeys.filter((journey) => outcomeOf(journey) === outcome)).map(
    (journey) =>
      `<tr><td class="outcome ${outcomeOf(journey)}">${OUTCOME_WORDS[outcomeOf(journey)]}</td><td><a href="#${text(journey.id)}">${text(titleOf(journey))}</a></td><td>${text(journey.details ?? '')}</td></tr>`,
  );
  return `<h2>At a glance</h2>\n<table class="glance"><thead><tr><th>outcome</th><th>journey</th><th>why</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** The outcome as one says it aloud; what is only observed counts for nothing. */
function headline({ journeys }: ResultDocument): string {
  const count = (...outcomes: Outcome[]): number => journeys.filter((one) => outcomes.includes(outcomeOf(one))).length;
  const [total, failed, broken, passed] = [journeys.length, count('decisive'), count('broken'), count('passed')];
  if (failed > 0) return `${counted(failed, 'failure')} found in ${counted(total, 'journey')}`;
  if (broken > 0 && broken === total) return 'The API could not be reached';
  if (passed === total) return `All ${counted(total, 'journey')} passed`;
  return `No failure found; ${count('broken', 'inconclusive', 'skipped')} of ${counted(total, 'journey')} are undecided`;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

const ORDER: Outcome[] = ['passed', 'decisive', 'broken', 'inconclusive', 'observed', 'skipped'];

function bar(journeys: readonly JourneyResult[]): string {
  const parts = ORDER.map((outcome) => ({
    outcome,
    count: journeys.filter((journey) => outcomeOf(journey) === outcome).length,
  })).filter(({ count }) => count > 0);
  return `<div class="bar">${parts.map(({ outcome, count }) => `<i class="${outcome}" style="flex:${count}" title="${count} ${OUTCOME_WORDS[outcome]}"></i>`).join('')}</div>`;
}

const TILES: [string, Outcome, Outcome[]][] = [
  ['passed', 'passed', ['passed']],
  ['failed', 'decisive', ['decisive']],
  ['undecided', 'inconclusive', ['inconclusive', 'broken']],
  ['not run', 'skipped', ['skipped']],
  ['observed only', 'observed', ['observed']],
];

function tiles({ journeys }: ResultDocument): string {
  const shown = new Set(journeys.filter(({ causedBy }) => causedBy === undefined).map(outcomeOf));
  const all = TILES.map(([word, kind, outcomes]) => {
    const count = journeys.filter((one) => outcomes.includes(outcomeOf(one))).length;
    // Few runs observe anything.
    if (count === 0 && kind === 'observed') return '';
    const inner = `<b class="${count > 0 ? kind : 'quiet'}">${count}</b><span>${word}</span>`;
    const target = outcomes.find((outcome) => shown.has(outcome));
    return target === undefined ? `<div class="tile">${inner}</div>` : `<a class="tile" href="#${target}">${inner}</a>`;
  });
  return `<div class="tiles">${all.join('')}</div>`;
}

function facts({ baseUrl, metadata, startedAt, endedAt, exitCode, seed }: ResultDocument): string {
  const { specHash, jepVersion, flowVersion } = metadata;
  const seconds = ((Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toFixed(1);
  const all = [
    `Target ${baseUrl}`,
    `Started ${startedAt}, ${seconds} s`,
    `Exit code ${exitCode}`,
    `Seed ${seed}`,
    `Spec ${specHash.slice(0, 19)}…`,
    `Plan format ${jepVersion}, flow ${flowVersion}`,
  ];
  return `<ul class="facts">${all.map((one) => `<li>${text(one)}</li>`).join('')}</ul>`;
}

function section(
  heading: string,
  outcome: Outcome,
  journeys: readonly JourneyResult[],
  block: (journey: JourneyResult) => string,
): string {
  return journeys.length === 0
    ? ''
    : `<h2 id="${outcome}">${heading} (${journeys.length})</h2>\n${journeys.map(block).join('\n')}`;
}

function causedBy({ journeys }: ResultDocument, owner: JourneyResult): JourneyResult[] {
  return journeys.filter((journey) => journey.causedBy === owner.id);
}

function residue({ residue: left }: ResultDocument): string {
  if (left.length === 0) return '';
  const items = left.map(({ operation, path, reason }) => `<li>${text(`${operation} ${path}: ${reason}`)}</li>`);
  return `<h2>Left behind (${left.length})</h2>\n<p>Created by this run and not taken away again.</p><ul>${items.join('')}</ul>`;
}
