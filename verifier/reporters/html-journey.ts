import type { AssertionResult, JourneyResult, StepTrace } from '../result/result.ts';
import type { Cause } from './causes.ts';
import { evidenceOf, failingStep, replayLine, stepLine, titleOf } from './describe-journey.ts';
import { REASON_TITLES } from '../verdicts/reason-titles.ts';
import { escapeMarkup as text } from './escape-markup.ts';
import type { RunStart } from './reporter.ts';
import { OUTCOME_WORDS, outcomeOf } from './outcome.ts';

const OPERATORS: Record<string, string> = {
  equals: 'should be',
  differs: 'should differ from',
  defaulted: 'should by default be',
  located: 'should be found at',
  listContains: 'should list',
  listLacks: 'should not list',
  listOnly: 'should list only',
  listPages: 'should page',
};

/**
 * The card of a cause: why the journey failed, expected and actual values, the failing request and response, evidence,
 * how to repeat it, and the other journeys it explains.
 */
export function journeyCard({ told: journey, alike, behind }: Cause, start: RunStart | undefined): string {
  const { details = '', operations, persona, reasonCode } = journey;
  const outcome = outcomeOf(journey);
  const step = failingStep(journey);
  const headline = reasonCode === undefined ? OUTCOME_WORDS[outcome] : REASON_TITLES[reasonCode];
  const chips = [
    `<span class="chip ${outcome}">${text(headline)}</span>`,
    ...(persona === null ? [] : [chip(`as ${persona}`)]),
    ...(journey.enforcement === 'OBSERVED' ? [chip('observed only')] : []),
    codes(journey),
  ];
  return `<section class="card ${outcome}" id="${text(journey.id)}" ${filtered(journey)}>
<h3>${text(titleOf(journey))}</h3>
<p class="why">${text(details)}</p>
<div class="chips">${chips.join('')}</div>
${expectations(step)}
${step === undefined ? '' : besideWrite(journey, step)}
${evidenceTable(evidenceOf(journey))}
${repeat(journey, start)}
<h4>Steps</h4>
${steps(journey.steps)}
${notes(journey)}
${consequences([...alike, ...behind])}
<p class="quiet">${text(operations.join(', '))} · again: <code>${text(`${start?.again ?? 'run'} --journey ${journey.id}`)}</code></p>
</section>`;
}

/** The verdict, reason and fault code of a journey, as `dezycro explain` and other reports name them. */
function codes({ verdict, reasonCode, faultCode }: JourneyResult): string {
  const all = [verdict, reasonCode, faultCode].filter((code) => code !== undefined);
  return all.map((code) => `<code class="code">${text(code)}</code>`).join('');
}

/** The command that prints the failure as a script. Without one, the curl command of the request; else nothing. */
function repeat(journey: JourneyResult, start: RunStart | undefined): string {
  const replay = replayLine(journey, start);
  if (replay !== undefined) return `<h4>Reproduce</h4>${copied(replay)}`;
  return journey.curl === undefined ? '' : `<h4>Request</h4>${copied(journey.curl)}`;
}

/** A journey as one line that unfolds to all its requests and responses. */
export function journeyLine(journey: JourneyResult): string {
  const outcome = outcomeOf(journey);
  return `<details id="${text(journey.id)}" ${filtered(journey)}><summary><span class="badge ${outcome}">${OUTCOME_WORDS[outcome]}</span> ${text(titleOf(journey))} <span class="quiet">${duration(journey)}</span></summary>
${steps(journey.steps)}
${notes(journey)}
</details>`;
}

/** The data attributes by which the report's filters find a journey. */
function filtered(journey: JourneyResult): string {
  return `data-outcome="${outcomeOf(journey)}" data-persona="${text(journey.persona ?? '')}"`;
}

function expectations(step: StepTrace | undefined): string {
  const failed = (step?.assertions ?? []).filter(({ passed }) => !passed);
  const status = step?.expectedStatus;
  const rows = [
    ...(step === undefined || status === undefined || step.statusCode === status || failed.length > 0
      ? []
      : [row(['status', String(status), step.statusCode === 0 ? 'no answer' : String(step.statusCode)])]),
    ...failed.map((one) => row([place(one), `${OPERATORS[one.op] ?? one.op} ${show(one.expected)}`, show(one.actual)])),
  ];
  return rows.length === 0 ? '' : table(['at', 'expected', 'came'], rows);
}

function place({ pointer }: AssertionResult): string {
  return pointer === '' ? 'the body' : pointer;
}

/**
 * The request of the last write before, beside the read that shows its missing effect. For other steps, the request
 * beside its response.
 */
function besideWrite({ steps: all, verdict }: JourneyResult, step: StepTrace): string {
  const write = all.slice(0, all.indexOf(step)).findLast(({ method }) => method !== 'GET' && method !== 'HEAD');
  const isAbout = verdict === 'FAIL_DECISIVE_PERSISTENCE' && step.method === 'GET' && step.statusCode > 0;
  if (write === undefined || !isAbout) return exchange(step);
  const sent = message(`${write.method} ${write.path}`, write.requestHeaders, write.requestBody);
  const came = message(`${step.method} ${step.path}\n${step.statusCode}`, step.responseHeaders, step.responseBody);
  return `<div class="pair"><div><h4>Request of the write, answered ${write.statusCode}</h4>${pre(sent)}</div>
<div><h4>What the read shows</h4>${pre(came)}</div></div>`;
}

/** The request beside its response, or beside the reason for none. */
function exchange(step: StepTrace): string {
  if (step.requestHeaders === undefined) return step.error === undefined ? '' : `<p>${text(step.error)}</p>`;
  const answered = step.statusCode > 0;
  const answer = answered
    ? message(String(step.statusCode), step.responseHeaders, step.responseBody)
    : (step.error ?? '');
  return `<div class="pair"><div><h4>Request</h4>${pre(message(`${step.method} ${step.path}`, step.requestHeaders, step.requestBody))}</div>
<div><h4>${answered ? `Answer after ${step.durationMs} ms` : 'No answer'}</h4>${pre(answer)}</div></div>`;
}

function message(first: string, headers: Record<string, string> = {}, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [first, ...lines, '', indented(body)].join('\n');
}

/** JSON indented; any other text unchanged. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body, asWritten), null, 2);
  } catch {
    // The body is no JSON, or is cut off.
    return body;
  }
}

/** JSON.parse reviver that keeps numbers as they were written: 2^53 and more, 1.0. Without rawJSON they are rounded. */
function asWritten(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  const { rawJSON } = JSON as { rawJSON?: (source: string) => unknown };
  return typeof value === 'number' && rawJSON && context?.source !== undefined ? rawJSON(context.source) : value;
}

function evidenceTable(evidence: NonNullable<JourneyResult['evidence']>): string {
  if (evidence.length === 0) return '';
  const rows = evidence.map(({ probe, method, path, observation }) => row([probe, `${method} ${path}`, observation]));
  return `<h4>Evidence</h4>${table(['looked at', 'request', 'seen'], rows, 'stacked')}`;
}

function steps(all: readonly StepTrace[]): string {
  return `<ol class="steps">${all.map(stepItem).join('')}</ol>`;
}

function stepItem(step: StepTrace): string {
  const [word, kind] =
    step.passed === null ? ['not run', 'quiet'] : step.passed ? ['ok', 'passed'] : ['failed', 'decisive'];
  const told = step.passed === null ? `${step.method} ${step.path}` : stepLine(step);
  const line = `<span class="badge ${kind}">${word}</span> ${text(told)}`;
  return step.requestHeaders === undefined
    ? `<li>${line}</li>`
    : `<li><details><summary>${line} <span class="quiet">${step.durationMs} ms</span></summary>${exchange(step)}</details></li>`;
}

function notes({ notes: all = [] }: JourneyResult): string {
  return all.map((note) => `<p class="note">${text(note)}</p>`).join('\n');
}

function consequences(journeys: readonly JourneyResult[]): string {
  if (journeys.length === 0) return '';
  const count = journeys.length === 1 ? '1 other journey' : `${journeys.length} other journeys`;
  return `<details><summary>${count} for the same cause</summary><ul>${journeys.map((one) => `<li id="${text(one.id)}">${text(titleOf(one))}</li>`).join('')}</ul></details>`;
}

function duration({ startedAt, endedAt }: JourneyResult): string {
  return `${Date.parse(endedAt) - Date.parse(startedAt)} ms`;
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

function chip(label: string): string {
  return `<span class="chip">${text(label)}</span>`;
}

/** A table row. `cells` are plain text and are escaped here. */
function row(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${text(cell)}</td>`).join('')}</tr>`;
}

/** `kind`: a class. On a phone the cells of a `stacked` row stand one below the other. */
function table(heads: readonly string[], rows: readonly string[], kind = ''): string {
  return `<table class="${kind}"><thead><tr>${heads.map((head) => `<th scope="col">${text(head)}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** A command in a block with a copy button. */
function copied(command: string): string {
  return `<pre class="copy" tabindex="0">${text(command)}</pre>`;
}

function pre(content: string): string {
  return `<pre tabindex="0">${text(content.trimEnd())}</pre>`;
}
