import { readPointer } from '../../plan/json-pointer.ts';
import type { Capture, Json, Step } from '../../plan/plan.ts';
import type { WireResponse } from '../../transport/send.ts';
import { sameJson } from '../../verdicts/compare-values.ts';
import type { StepFacts } from '../../verdicts/facts.ts';
import type { Attempt } from '../context/attempt.ts';
import { isId } from './is-id.ts';
import { resolveReference, type Values } from '../request/resolve-template.ts';

/**
 * Stores the step's captures from its response, but not those with `from: 'entry'`. Returns the required ones that the
 * response does not show and that have no `otherwise`.
 */
export function takeCaptures(
  attempt: Attempt,
  step: Step,
  answer: WireResponse,
  body: Json | undefined,
): NonNullable<StepFacts['missingCaptures']> {
  const values = attempt.valuesFor(step.persona);
  return Object.entries(step.captures).flatMap(([name, capture]) => {
    if (capture.from === 'entry') return [];
    const shown = valueOf(capture, answer, body, step.path, values);
    const value = (isElsewhere(attempt, step, capture, shown) ? undefined : shown) ?? capture.otherwise;
    if (capture.ifShown && !isId(value)) return [];
    if (value !== undefined && (value !== null || capture.otherwise === null)) {
      attempt.captures.set(name, value);
      return [];
    }
    const from = capture.from === 'header' ? 'header' : 'body';
    const pointer =
      capture.from === 'header' ? capture.name : capture.from === 'first' ? capture.list : capture.pointer;
    return [{ name, from, pointer, shownElsewhere: false }];
  });
}

/** True if a capture with `below` shows a path that is not below that path parameter of the request. */
function isElsewhere({ sent }: Attempt, { id }: Step, capture: Capture, shown: Json | undefined): boolean {
  if (capture.from !== 'body' || capture.below === undefined) return false;
  const above = sent.get(id)?.path[capture.below];
  const bare = (path: Json | undefined): string => String(path).replace(/^\/+/, '');
  return !bare(shown).startsWith(`${bare(above)}/`);
}

function valueOf(
  capture: Exclude<Capture, { from: 'entry' }>,
  answer: WireResponse,
  body: Json | undefined,
  path: string,
  values: Values,
): Json | undefined {
  if (capture.from === 'body') return readPointer(body, capture.pointer);
  if (capture.from === 'first') return firstIn(readPointer(body, capture.list), capture, values);
  // The Location of a 202 names the job and not the item.
  if (capture.orAt !== undefined && answer.status === 202) return undefined;
  const shown = capture.orAt === undefined ? undefined : readPointer(body, capture.orAt);
  if (isId(shown)) return shown;
  const header = answer.headers[capture.name.toLowerCase()];
  if (header === undefined || capture.take === 'all') return header;
  if (capture.take === 'strongTag') return isStrongTag(header) ? header : undefined;
  const [place = ''] = header.split(/[?#]/);
  // A format suffix (`/tasks/7.json`) is not part of the id.
  const bare = path.endsWith('.json') ? place.replace(/\.json\/?$/, '') : place;
  const segment = bare.split('/').findLast((one) => one !== '');
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment);
  } catch {
    // Not valid percent-encoding: the segment stays as it is.
    return segment;
  }
}

/**
 * True for an ETag that should change with each update. False for a weak one and for one that contains a time in
 * seconds.
 */
function isStrongTag(tag: string): boolean {
  return /^"[^"]+"$/.test(tag) && !/(?<!\d)\d{10}(?!\d)/.test(tag);
}

function firstIn(
  list: Json | undefined,
  { pointer, otherThan }: Extract<Capture, { from: 'first' }>,
  values: Values,
): Json | undefined {
  if (typeof list !== 'object' || list === null) return undefined;
  const entries = Object.entries(list);
  const avoided = otherThan && resolveReference(otherThan.value, values);
  const isOther = ([, one]: [string, Json]) =>
    otherThan !== undefined && !sameJson(readPointer(one, otherThan.pointer) ?? null, avoided ?? null);
  const [key, entry] = entries.find(isOther) ?? entries[0] ?? [];
  const shown = pointer === undefined ? undefined : (readPointer(entry, pointer) ?? undefined);
  return shown ?? (Array.isArray(list) ? undefined : key);
}
