import type { Plan, Step } from '../plan/plan.ts';
import type { JourneyResult, StepTrace } from '../result/result.ts';
import { accessSeen, EXPECTED_ACCESS } from '../verdicts/access-seen.ts';
import { escapeMarkup as text } from './escape-markup.ts';
import type { RunStart } from './reporter.ts';

/**
 * What one response tells of a persona's access. `passed`: as the plan expects. `decisive`: the API allowed what it
 * must refuse, or refused what it must allow. `inconclusive`: it seems so, but the journey did not fail; or the
 * response does not tell.
 */
type Seen = { words: string; kind: 'passed' | 'decisive' | 'inconclusive' };

/** The name for requests without credentials. */
const NOBODY = 'nobody';

/**
 * A table of personas and operations: who may call what, and where that differs from the plan. Only responses to the
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
  const count = (kind: Seen['kind']): number =>
    rows.flatMap(({ cells }) => cells).filter((cell) => cell?.kind === kind).length;
  const [wrong, undecided] = [count('decisive'), count('inconclusive')];
  const told = [
    ...(wrong === 0 ? [] : [`${wrong} not as the personas describe`]),
    ...(undecided === 0 ? [] : [`${undecided} undecided`]),
  ];
  const head = ['operation', ...personas].map((name) => `<th scope="col">${text(name)}</th>`).join('');
  const body = rows.map(
    ({ operation, cells }) => `<tr><th scope="row">${text(operation)}</th>${cells.map(cellOf).join('')}</tr>`,
  );
  return `<h2 id="access">Who may do what</h2>
<details${wrong > 0 ? ' open' : ''}><summary>${personas.length} identities, ${rows.length} operations: ${told.join(', ') || 'all as the personas describe'}</summary>
<div class="wide" tabindex="0" role="region" aria-labelledby="access"><table class="access"><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div></details>`;
}

function callsOf(plan: Plan | undefined, { steps, status, causedBy }: JourneyResult) {
  const isDecisive = status === 'fail' || causedBy !== undefined;
  return steps.flatMap((trace) => {
    const step = plan?.steps[trace.testCaseStepIndex];
    const seen = step && seenOf(step, trace, isDecisive);
    if (step === undefined || seen === undefined) return [];
    return [{ persona: step.persona ?? NOBODY, operation: `${step.method} ${step.path}`, seen }];
  });
}

/**
 * What a response tells about access. Undefined for a step that was not run, and if the item was not expected to exist.
 */
function seenOf({ expect: { outcome } }: Step, trace: StepTrace, isDecisive: boolean): Seen | undefined {
  const expected = EXPECTED_ACCESS[outcome];
  const seen = accessSeen(outcome, trace);
  if (seen === undefined || expected === 'ABSENT') return undefined;
  const isAllowed = expected === 'ALLOWED';
  if (seen === 'AS_EXPECTED') return { words: isAllowed ? 'may' : 'may not', kind: 'passed' };
  const { statusCode } = trace;
  if (seen === 'UNDECIDED')
    return { words: statusCode === 0 ? 'no answer' : `undecided (${statusCode})`, kind: 'inconclusive' };
  return {
    words: `${isAllowed ? 'refused' : 'not refused'} (${statusCode})`,
    kind: isDecisive ? 'decisive' : 'inconclusive',
  };
}

/**
 * The cell for several calls: a decisive difference if there is one, else what was as expected. "may" and "may not"
 * together give "may, own only". Undefined without calls.
 */
function worst(all: readonly Seen[]): Seen | undefined {
  const wrong = all.find(({ kind }) => kind === 'decisive');
  if (wrong !== undefined) return wrong;
  const words = [...new Set(all.filter(({ kind }) => kind === 'passed').map((seen) => seen.words))];
  // Allowed for own items and refused for those of others.
  return words.length === 0 ? all[0] : { words: words.length > 1 ? 'may, own only' : words[0]!, kind: 'passed' };
}

function cellOf(cell: Seen | undefined): string {
  if (cell === undefined) return '<td class="quiet">not asked</td>';
  return `<td class="${cell.kind}">${text(cell.words)}</td>`;
}
