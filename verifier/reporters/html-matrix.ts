import type { Plan, Step } from '../plan/plan.ts';
import type { JourneyResult, StepTrace } from '../result/result.ts';
import { escapeMarkup as text } from './escape-markup.ts';
import type { RunStart } from './reporter.ts';

/**
 * What a persona may do, as its journeys show. `differs`: the API allowed what it must refuse, or refused what it must
 * allow.
 */
type Seen = { words: string; differs: boolean };

/** The name for requests without credentials. */
const NOBODY = 'nobody';

/**
 * A table of personas and operations: who may call what, and where that differs from the spec. Only responses to the
 * persona's own steps count. Empty with fewer than two identities.
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
 * What a response tells about access. Undefined without a response, for a 5xx, and for an item that does not exist for
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
 * The cell for several calls: a difference if there is one, else what was seen. "may" and "may not" together give "may,
 * own only".
 */
function worst(all: readonly Seen[]): Seen | undefined {
  const wrong = all.find(({ differs }) => differs);
  if (wrong !== undefined) return wrong;
  const words = [...new Set(all.map((seen) => seen.words))];
  // Allowed for own items and refused for those of others.
  return words.length === 0 ? undefined : { words: words.length > 1 ? 'may, own only' : words[0]!, differs: false };
}

function cellOf(cell: Seen | undefined): string {
  if (cell === undefined) return '<td class="quiet">not asked</td>';
  return `<td class="${cell.differs ? 'decisive' : 'passed'}">${text(cell.words)}</td>`;
}
