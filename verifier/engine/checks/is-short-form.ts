import { isObject, type JsonObject } from '../../plan/json-object.ts';
import { pointerToken, readPointer, segmentsOf } from '../../plan/json-pointer.ts';
import type { Json, Step } from '../../plan/plan.ts';
import { schemasAt } from '../../replay/schemas-at.ts';
import type { Attempt } from '../context/attempt.ts';
import type { Call } from '../exchange/call.ts';
import { successOf } from '../exchange/call-api.ts';
import { parseJson } from '../exchange/parse-json.ts';
import { sendProbe } from '../probes/start-probing.ts';
import { documentedFor } from './check-body.ts';

/**
 * An item as a response shows it, without the member at `pointer`. `place`: the item's JSON Pointer in the response, by
 * which its schema is found.
 */
type Lacking = { place: string; shown: Json | undefined; pointer: string };

/**
 * `GET /tasks` → `[{"id":7,"title":"a"}]`, `GET /tasks/7` → `{"id":7,"title":"a","note":"b","due":"c"}`: true if a
 * response that lacks `pointer` also lacks a further documented member that the item's own read shows. Null in that
 * read counts as not shown. Sends that read only if the response lacks further documented members.
 */
export async function isShortForm(attempt: Attempt, step: Step, call: Call, lacking: Lacking): Promise<boolean> {
  const { pointer } = lacking;
  const further = documentedBeside(attempt, step, call, lacking).filter(
    (name) => readPointer(lacking.shown, withLast(pointer, name)) === undefined,
  );
  if (further.length === 0) return false;
  for (const probe of step.probes) {
    if (probe.kind !== 'item') continue;
    const read = await sendProbe(attempt, probe);
    const own = read && successOf(read);
    const holder = own && holderOf(parseJson(own.body), pointer);
    if (holder) return further.some((name) => (holder[name] ?? null) !== null);
  }
  return false;
}

/** Names of the documented members beside the one at `pointer`. */
function documentedBeside({ run }: Attempt, step: Step, { answer }: Call, { place, pointer }: Lacking): string[] {
  const name = answer && documentedFor(step, answer.status)?.schema;
  if (name === undefined) return [];
  const { $defs } = run.bundle;
  const at = [...segmentsOf(place), ...segmentsOf(pointer).slice(0, -1)];
  const members = schemasAt($defs[name], at, $defs).flatMap(({ properties }) => Object.keys(properties ?? {}));
  return [...new Set(members)].filter((one) => withLast(pointer, one) !== pointer);
}

function withLast(pointer: string, name: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/')) + pointerToken(name);
}

/**
 * The object of an item's own read that holds the member at `pointer`, or at the end of it inside another wrapper.
 * Undefined if nothing shows that member.
 */
function holderOf(body: Json | undefined, pointer: string): JsonObject | undefined {
  const wraps = isObject(body) ? Object.values(body).filter(isObject) : [];
  const tails = [...pointer.matchAll(/\//g)].map(({ index }) => pointer.slice(index));
  return [body, ...wraps]
    .flatMap((whole) => tails.map((tail) => [readPointer(whole, tail), holding(whole, tail)] as const))
    .find(([member]) => member !== undefined)?.[1];
}

function holding(whole: Json | undefined, pointer: string): JsonObject | undefined {
  const holder = readPointer(whole, pointer.slice(0, pointer.lastIndexOf('/')));
  return isObject(holder) ? holder : undefined;
}
