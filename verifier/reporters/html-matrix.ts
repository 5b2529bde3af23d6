import type { Plan, Step } from '../plan/plan.ts';
import type { JourneyResult, StepTrace } from '../result/result.ts';
import { escapeMarkup as text } from './escape-markup.ts';
import type { RunStart } from './reporter.ts';

/** `differs`: the API let through whom it must refuse, or refused whom it must not. */
type Seen = { words: string; differs: boolean };

/** Nobody: a request without identity. */
const NOBODY = 'nobody';

/**
 * Persona × operation: may, or may not, as stated and as seen. Only what the API answered to that persona's own step
 * counts. "" without a second identity.
 */
export function accessMatrix(start: RunStart | undefined, journeys: readonly JourneyResult[]): string {
  const plans = new Map(start?.bundle.plans.map((plan) => [plan.journeyId, plan]));
  const calls = journeys.flatMap((journey) => callsOf(plans.get(journey.id), journey));
  const personas = [...new Set(calls.map(({ persona }) => persona))].toSorted((one, other) =>
    one === NOBODY ? 1 : other === NOBODY ? -1 : 0,
  );
  if (personas.length < 2) return '';
  const rows = [...Map.groupBy(calls, ({ operation }) => operation)].map(([operation, own]) => ({
    operation,
    cells: personas.map((persona) => worst(own.filter((call) => call.persona === persona).map(({ seen }) => seen))),
  }));
  const wrong = rows.flatMap(({ cells }) => cells).filter((cell) => cell?.differs).length;
  const head = ['operation', ...personas].map((name) => `<th scope="col">${text(name)}</th>`).join('');
  const body = rows.map(
    ({ operation, cells }) => `<tr><th scope="row">${text(operation)}</th>${cells.map(cellOf).join('')}</tr>`,
  );
  return `<h2 id="access">Who may do what</h2>
<details${wrong > 0 ? ' open' : ''}><summary>${personas.length} identities, ${rows.length} operations: ${wrong === 0 ? 'all answered as stated' : `${wrong} answered otherwise than stated`}</summary>
<div class="wide" tabindex="0" role="region" aria-labelledby="access"><table class="access"><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div></details>`;
}

function callsOf(plan: Plan | undefined, { steps }: JourneyResult) {
  return steps.flatMap((trace) => {
    const step = plan?.steps[trace.testCaseStepIndex];
    const seen = step && seenOf(step, trace);
    if (step === undefined || seen === undefined) return [];
    return [{ persona: step.persona ?? NOBODY, operation: `${step.method} ${step.path}`, seen }];
  });
}

/**
 * Undefined where the answer says nothing of access: none came, a server error, or an item that is not there for
 * anybody.
 */
function seenOf({ expect }: Step, { statusCode, passed }: StepTrace): Seen | undefined {
  if (statusCode === 0 || statusCode >= 500) return undefined;
  const isRefused = statusCode === 401 || statusCode === 403;
  if (expect.outcome === 'success')
    return isRefused ? { words: `refused (${statusCode})`, differs: true } : { words: 'may', differs: false };
  if (expect.outcome === 'not-found' || expect.outcome === 'gone') return undefined;
  return passed === true || isRefused
    ? { words: 'may not', differs: false }
    : { words: `not refused (${statusCode})`, differs: true };
}

/**
 * What differs from what is stated, else what was seen first; several things that one may in some cases only are told
 * together.
 */
function worst(all: readonly Seen[]): Seen | undefined {
  const wrong = all.find(({ differs }) => differs);
  if (wrong !== undefined) return wrong;
  const words = [...new Set(all.map((seen) => seen.words))];
  // Its own items, not another's.
  return words.length === 0 ? undefined : { words: words.length > 1 ? 'may, own only' : words[0]!, differs: false };
}

function cellOf(cell: Seen | undefined): string {
  if (cell === undefined) return '<td class="quiet">not asked</td>';
  return `<td class="${cell.differs ? 'decisive' : 'passed'}">${text(cell.words)}</td>`;
}
