import { isReading } from '../../plan/is-reading.ts';
import { pointerToken, readPointer } from '../../plan/json-pointer.ts';
import type { Json, Probe, Step, Template } from '../../plan/plan.ts';
import type { StepFacts } from '../../verdicts/facts.ts';
import type { Attempt } from '../context/attempt.ts';
import { successOf } from '../exchange/call-api.ts';
import { sendProbe } from './start-probing.ts';
import { readList } from '../lists/read-list.ts';

type Missing = NonNullable<StepFacts['missingCaptures']>;
type ListProbe = Extract<Probe, { kind: 'list' }>;

/**
 * Looks in the list for the item of a write whose response lacks captures, by a unique text that was sent. True if the
 * entry shows all the missing captures; they are then stored.
 */
export async function takeFromList(attempt: Attempt, step: Step, missing: Missing): Promise<boolean> {
  if (isReading(step) || step.expect.outcome !== 'success' || missing.length === 0) return false;
  const probe = step.probes.find((one): one is ListProbe => one.kind === 'list');
  const item = probe && (await entryOf(attempt, step, probe));
  const found = missing.flatMap(({ name, from, pointer }) => {
    const value = from === 'body' ? shownIn(item, pointer) : undefined;
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  if (found.length < missing.length) return false;
  for (const [name, value] of found) attempt.captures.set(name, value);
  return true;
}

async function entryOf(attempt: Attempt, step: Step, probe: ListProbe): Promise<Json | undefined> {
  const call = await sendProbe(attempt, probe);
  if (call === undefined || successOf(call) === undefined) return undefined;
  const sent = attempt.sent.get(step.id)?.body;
  for (const pointer of step.body ? uniqueTexts(step.body.value) : []) {
    const value = readPointer(sent, pointer);
    if (typeof value !== 'string') continue;
    const match = {
      pointer: pointer.slice(pointer.lastIndexOf('/')),
      value,
      compare: 'exact',
      summary: false,
    } as const;
    const reading = await readList(attempt, call, probe.list, [{ ...match, identifies: true }], probe.paging);
    if (reading.relation !== 'ABSENT' && reading.item !== undefined) return reading.item;
  }
  return undefined;
}

/** JSON Pointers of the texts in a body template, lists apart, that are unique for each run and attempt. */
function uniqueTexts(template: Template, at = ''): string[] {
  if ('object' in template)
    return Object.entries(template.object).flatMap(([name, inner]) => uniqueTexts(inner, at + pointerToken(name)));
  return 'unique' in template && template.unique.charset !== 'integer' && template.unique.charset !== 'days'
    ? [at]
    : [];
}

/**
 * The value at `pointer` or at the end of `pointer`: a list entry lacks the wrapper of the response. Undefined if
 * neither is shown.
 */
function shownIn(item: Json | undefined, pointer: string): Json | undefined {
  const places = [...pointer.matchAll(/\//g)].map(({ index }) => pointer.slice(index));
  return places.map((place) => readPointer(item, place)).find((value) => value !== undefined);
}
