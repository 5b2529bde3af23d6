import { createHash } from 'node:crypto';
import type { JourneyResult, ResultDocument } from '../result/result.ts';
import { causesOf, type Cause, explainedBy } from './causes.ts';
import { titleOf } from './describe-journey.ts';
import { escapeMarkup as text } from './escape-markup.ts';
import { journeyCard, journeyLine } from './html-journey.ts';
import { accessMatrix } from './html-matrix.ts';
import { requirements } from './html-requirements.ts';
import { SCRIPT } from './html-script.ts';
import { STYLE } from './html-style.ts';
import { OUTCOME_WORDS, outcomeOf, type Outcome } from './outcome.ts';
import type { Reporter, RunStart } from './reporter.ts';

/**
 * Writes one HTML file without external resources; its only script is allowed by hash. It shows the result in one
 * sentence, then failures with request, response, evidence and replay command, then undecided and passed journeys.
 * Planner and verifier §8.
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
  ['Not run: a parameter is missing', 'skipped'],
];

function page(start: RunStart | undefined, result: ResultDocument): string {
  const title = start?.bundle.title ?? 'verifier';
  const causes = causesOf(result.journeys);
  const sections = HEADINGS.map(([heading, outcome]) => {
    const own = causes.filter(({ told }) => outcomeOf(told) === outcome);
    return section(heading, outcome, own, (cause) => journeyCard(cause, start));
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
<p class="quiet">${text(`${result.baseUrl} · ${moment(result.startedAt)} · ${secondsOf(result)} s`)}</p>
${(result.notes ?? []).map((note) => `<p class="note">${text(note)}</p>`).join('\n')}
${finder(result.journeys)}
${overview(causes)}
${sections.join('\n')}
${section('Passed', 'passed', passed, journeyLine)}
${accessMatrix(start, result.journeys)}
${requirements(start, result)}
${residue(result)}
<footer><p>A failure counts only after the whole journey failed twice at the same place. What is undecided accuses nobody.</p>
${facts(result)}</footer>
</main><script>${SCRIPT}</script></body></html>
`;
}

/** A search field and filters by outcome and persona. Hidden until the script runs, because they need it. */
function finder(journeys: readonly JourneyResult[]): string {
  const personas = [...new Set(journeys.flatMap(({ persona }) => (persona === null ? [] : [persona])))];
  const outcomes = ORDER.filter((outcome) => journeys.some((journey) => outcomeOf(journey) === outcome));
  return `<p class="find" hidden><label>Find <input id="find" type="search" placeholder="a path, a reason, a word"></label>
${choice('outcome', 'every outcome', outcomes, (outcome) => OUTCOME_WORDS[outcome])}
${personas.length < 2 ? '' : choice('persona', 'every persona', personas, (persona) => persona)}
<output id="count" for="find"></output></p>`;
}

function choice<T extends string>(
  name: string,
  all: string,
  values: readonly T[],
  wordOf: (value: T) => string,
): string {
  const options = values.map((value) => `<option value="${text(value)}">${text(wordOf(value))}</option>`);
  return `<select data-of="${name}" aria-label="${name}"><option value="">${all}</option>${options.join('')}</select>`;
}

/** All causes as a table, each linked to its card. Empty for a single cause. */
function overview(causes: readonly Cause[]): string {
  if (causes.length < 2) return '';
  const explains = causes.some((cause) => explainedBy(cause) > 1);
  const rows = causes.map((cause) => {
    const { told } = cause;
    const outcome = outcomeOf(told);
    const count = explainedBy(cause);
    const counts = explains ? `<td class="quiet count">${count === 1 ? '' : `${count} journeys`}</td>` : '';
    return `<tr data-outcome="${outcome}" data-persona="${text(told.persona ?? '')}"><td class="outcome ${outcome}">${OUTCOME_WORDS[outcome]}</td><td><a href="#${text(told.id)}">${text(titleOf(told))}</a></td><td>${text(told.details ?? '')}</td>${counts}</tr>`;
  });
  return `<h2>At a glance</h2>\n<table class="glance"><thead><tr><th scope="col">outcome</th><th scope="col">journey</th><th scope="col">why</th>${explains ? '<th scope="col">explains</th>' : ''}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** `2026-11-29 02:03:19 UTC`. */
function moment(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`;
}

function secondsOf({ startedAt, endedAt }: ResultDocument): string {
  return ((Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toFixed(1);
}

/** The result in one sentence. OBSERVED journeys that did not pass count only in the total. */
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
    // Most runs have no OBSERVED journeys, so that tile is left out if it is 0.
    if (count === 0 && kind === 'observed') return '';
    const inner = `<b class="${count > 0 ? kind : 'quiet'}">${count}</b><span>${word}</span>`;
    const target = outcomes.find((outcome) => shown.has(outcome));
    return target === undefined ? `<div class="tile">${inner}</div>` : `<a class="tile" href="#${target}">${inner}</a>`;
  });
  return `<div class="tiles">${all.join('')}</div>`;
}

function facts({ metadata, exitCode, seed }: ResultDocument): string {
  const { specHash, jepVersion, flowVersion } = metadata;
  const all = [
    `Exit code ${exitCode}`,
    `Seed ${seed}`,
    `Spec ${specHash.slice(0, 19)}…`,
    `Plan format ${jepVersion}`,
    ...(flowVersion === '0' ? [] : [`Workbook ${flowVersion}`]),
  ];
  return `<ul class="facts">${all.map((one) => `<li>${text(one)}</li>`).join('')}</ul>`;
}

function section<T>(heading: string, outcome: Outcome, own: readonly T[], block: (one: T) => string): string {
  return own.length === 0 ? '' : `<h2 id="${outcome}">${heading} (${own.length})</h2>\n${own.map(block).join('\n')}`;
}

function residue({ residue: left }: ResultDocument): string {
  if (left.length === 0) return '';
  const items = left.map(({ operation, path, reason }) => `<li>${text(`${operation} ${path}: ${reason}`)}</li>`);
  return `<h2>Left behind (${left.length})</h2>\n<p>Created by this run and not deleted.</p><ul>${items.join('')}</ul>`;
}
