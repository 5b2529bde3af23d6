import { JSONPathEnvironment, JSONPathError } from 'json-p3';
import { isObject, type JsonObject } from '#planner/intake/json/json-object.ts';
import type { Json } from '#verifier/plan/plan.ts';
import { InputError } from '../input-error.ts';

/** One action of an overlay: where it applies, and what it merges there, or that it removes. */
type Action = { target: string; update?: Json; remove: boolean };

// Targets come from a file: expressions that are told in it never run.
const paths = new JSONPathEnvironment();
for (const name of ['match', 'search']) paths.functionRegister.delete(name);

/**
 * The document as the actions of an OpenAPI Overlay (1.0 or 1.1: update and remove) leave it, one after another; `document` stays as it is.
 * `unmatched`: targets that select nothing, which is no error there, but seldom meant. Throws InputError OVERLAY_INVALID that names the action.
 */
export function applyOverlay(document: JsonObject, overlay: JsonObject): { document: JsonObject; unmatched: string[] } {
  // Not structuredClone: what a YAML alias shares would change in both places.
  const result = JSON.parse(JSON.stringify(document)) as JsonObject;
  const unmatched: string[] = [];
  for (const [index, action] of actionsOf(overlay).entries()) {
    const places = placesOf(result, action, index);
    if (places.length === 0) unmatched.push(action.target);
    if (action.remove) removeAll(result, places);
    else if (action.update !== undefined) for (const place of places) updateAt(result, place, action.update, index);
  }
  return { document: result, unmatched };
}

function actionsOf(overlay: JsonObject): Action[] {
  const { overlay: version, actions } = overlay;
  if (typeof version !== 'string' || !/^1\.[01]\.\d+$/.test(version))
    throw invalid('"overlay" is not 1.0.x or 1.1.x', 'Start it with "overlay: 1.0.0".');
  if (!Array.isArray(actions) || actions.length === 0)
    throw invalid('"actions" is not a list of actions', 'Give it actions: [{"target": "$.paths", "update": {…}}].');
  return actions.map((action, index) => {
    if (!isObject(action) || typeof action.target !== 'string')
      throw invalid(`/actions/${index} has no "target"`, 'Give it a JSONPath, such as $.info.');
    const remove = action.remove === true;
    if (!remove && action.update === undefined)
      throw invalid(`/actions/${index} neither updates nor removes`, 'Give it "update" or "remove: true".');
    return { target: action.target, remove, ...(action.update === undefined ? {} : { update: action.update }) };
  });
}

/** What the target selects, each place once, however often it is named. */
function placesOf(document: JsonObject, { target, remove }: Action, index: number): (string | number)[][] {
  try {
    const selected = paths.query(target, document).locations();
    const places = [...new Map(selected.map((place) => [JSON.stringify(place), place])).values()];
    if (remove && places.some((place) => place.length === 0))
      throw invalid(`/actions/${index} removes the whole document`, 'Name what is to go.');
    return places;
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error;
    throw invalid(
      `/actions/${index}/target is no JSONPath that is taken here: ${error.message}`,
      'Mend it (RFC 9535, without match and search).',
    );
  }
}

function removeAll(document: JsonObject, places: (string | number)[][]): void {
  const gone = places.map((place) => ({ holder: valueAt(document, place.slice(0, -1)), key: place.at(-1)! }));
  for (const { holder, key } of gone) delete (holder as Record<string | number, Json>)[key];
  // Only once all have gone do lists close up, so that an index means what it meant when it was selected.
  for (const { holder } of gone)
    if (Array.isArray(holder)) holder.splice(0, holder.length, ...holder.filter(() => true));
}

function updateAt(document: JsonObject, place: (string | number)[], update: Json, index: number): void {
  const value = valueAt(document, place);
  if (isObject(value) && !isObject(update))
    throw invalid(
      `/actions/${index}/update is not an object, but what it selects is one`,
      'Give the members to merge.',
    );
  // A list that is selected gets one more entry; one inside of what is merged gets all of the other (Overlay 1.0, update).
  if (Array.isArray(value)) value.push(structuredClone(update));
  else if (isObject(value)) merge(value, update as JsonObject);
  else define(valueAt(document, place.slice(0, -1)) as object, place.at(-1)!, update);
}

function merge(target: JsonObject, update: JsonObject): void {
  for (const [key, value] of Object.entries(update)) {
    const there = Object.hasOwn(target, key) ? target[key] : undefined;
    if (isObject(there) && isObject(value)) merge(there, value);
    else define(target, key, Array.isArray(there) && Array.isArray(value) ? [...there, ...value] : value);
  }
}

/** As an own member, or entry, whatever its name is; a copy. */
function define(target: object, key: string | number, value: Json): void {
  const own = { value: structuredClone(value), writable: true, enumerable: true, configurable: true };
  Object.defineProperty(target, key, own);
}

const valueAt = (document: JsonObject, place: (string | number)[]): Json =>
  place.reduce<Json>((value, key) => (value as Record<string | number, Json>)[key]!, document);

const invalid = (cause: string, fix: string): InputError => new InputError('OVERLAY_INVALID', `${cause}.`, fix);
