import type { JourneyResult, ResultDocument, StepTrace } from '../result/result.ts';
import { reasonOf, stepLine, titleOf } from './describe-journey.ts';
import { escapeMarkup } from './escape-markup.ts';
import { outcomeOf } from './outcome.ts';
import type { Reporter } from './reporter.ts';
import { summaryLine } from './tty-reporter.ts';

const STYLE = `:root{color-scheme:light dark;--bad:#c62828;--open:#b26a00;--good:#2e7d32;--line:#8884}
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem;margin:0}h2{font-size:1.1rem;margin-top:2rem}
pre{overflow:auto;padding:.75rem;border:1px solid var(--line);border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere}
details{border:1px solid var(--line);border-radius:6px;padding:.4rem .8rem;margin:.4rem 0}
summary{cursor:pointer;overflow-wrap:anywhere}
.badge{display:inline-block;min-width:6.5rem;font-weight:600}
.passed{color:var(--good)}.decisive,.broken{color:var(--bad)}.inconclusive,.skipped,.observed{color:var(--open)}
dt{font-weight:600}dd{margin:0 0 .4rem;overflow-wrap:anywhere}`;

/**
 * One file for people, without scripts or anything from elsewhere: each journey folded, those that did not pass open,
 * with the request and the answer of every step. Planner and verifier §8.
 */
export function htmlReporter(write: (text: string) => void): Reporter {
  let title = 'verifier';
  return {
    start: ({ bundle }) => {
      title = bundle.title;
    },
    end: (result) => write(page(title, result)),
  };
}

function page(title: string, result: ResultDocument): string {
  const open = result.journeys.filter(({ status }) => status !== 'pass');
  const passed = result.journeys.filter(({ status }) => status === 'pass');
  const { specHash, jepVersion, flowVersion } = result.metadata;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeMarkup(title)}</title><style>${STYLE}</style></head><body>
<h1>${escapeMarkup(title)}</h1>
<p>${escapeMarkup(summaryLine(result))}</p>
${list([
  ['Target', result.baseUrl],
  ['Spec', `${specHash} · plan format ${jepVersion} · flow ${flowVersion}`],
  ['Started', result.startedAt],
  ['Exit code', String(result.exitCode)],
  ['Seed', String(result.seed)],
])}
${(result.notes ?? []).map((note) => `<p>${escapeMarkup(note)}</p>`).join('\n')}
${section('Not passed', open)}
${section('Passed', passed)}
${result.residue.length === 0 ? '' : residue(result)}
</body></html>
`;
}

function section(title: string, journeys: JourneyResult[]): string {
  return journeys.length === 0 ? '' : `<h2>${title}</h2>\n${journeys.map(journeyBlock).join('\n')}`;
}

function journeyBlock(journey: JourneyResult): string {
  const outcome = outcomeOf(journey);
  const { evidence = [], notes = [], curl, causedBy } = journey;
  // A consequence of another journey's failure stays folded.
  const unfolded = outcome !== 'passed' && causedBy === undefined ? ' open' : '';
  return `<details${unfolded} id="${escapeMarkup(journey.id)}"><summary><span class="badge ${outcome}">${outcome}</span> ${escapeMarkup(titleOf(journey))}</summary>
${journey.verdict === undefined ? '' : `<p>${escapeMarkup(reasonOf(journey))}</p>`}
${causedBy === undefined ? '' : `<p>Caused by <a href="#${escapeMarkup(causedBy)}">another journey</a>.</p>`}
${list(evidence.map(({ probe, method, path, observation }) => [probe, `${method} ${path} ${observation}`]))}
${notes.map((note) => `<p>${escapeMarkup(note)}</p>`).join('\n')}
${curl === undefined ? '' : pre(curl)}
${journey.steps.map(stepBlock).join('\n')}
</details>`;
}

function stepBlock(step: StepTrace): string {
  const state = step.passed === null ? 'skipped' : step.passed ? 'passed' : 'decisive';
  const words = { skipped: 'not run', passed: 'passed', decisive: 'failed' }[state];
  const request = [`${step.method} ${step.path}`, ...headerLines(step.requestHeaders), '', step.requestBody ?? ''];
  const answer = [`${step.statusCode}`, ...headerLines(step.responseHeaders), '', step.responseBody ?? ''];
  const failed = (step.assertions ?? []).filter(({ passed }) => !passed);
  return `<details${step.passed === false ? ' open' : ''}><summary><span class="badge ${state}">${words}</span> ${escapeMarkup(stepLine(step))}</summary>
${list(failed.map(({ op, pointer, expected, actual }) => [`${op} ${pointer}`, `expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`]))}
${step.requestHeaders === undefined ? '' : pre(request.join('\n'))}
${step.statusCode === 0 ? '' : pre(answer.join('\n'))}
</details>`;
}

function residue(result: ResultDocument): string {
  return `<h2>Left behind</h2>\n${list(result.residue.map(({ operation, path, reason }) => [`${operation} ${path}`, reason]))}`;
}

function headerLines(headers: Record<string, string> = {}): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

function pre(text: string): string {
  return `<pre>${escapeMarkup(text.trimEnd())}</pre>`;
}

function list(pairs: [string, string][]): string {
  if (pairs.length === 0) return '';
  return `<dl>${pairs.map(([name, value]) => `<dt>${escapeMarkup(name)}</dt><dd>${escapeMarkup(value)}</dd>`).join('')}</dl>`;
}
