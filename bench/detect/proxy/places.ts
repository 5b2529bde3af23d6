import type { Json } from '#verifier/plan/plan.ts';
import { isConstant, object, plainTypeOf, resolve, viewOf } from './schema-view.ts';
import type { JsonObject, SchemaView } from './schema-view.ts';

/**
 * The place of items in a response. `list`: path of the array, or map by id; absent for a single item. `item`: path
 * from there to the item's fields.
 */
export type Place = { list?: string[]; isMap?: true; item: string[] };
export type FoundPlace = { place: Place; view: SchemaView };

export const NOWHERE: Place = { item: [] };
const MAX_DEPTH = 3;

/** The places of all objects in a schema, its own first. */
export function placesOfObjects(spec: JsonObject, schema: JsonObject | undefined): FoundPlace[] {
  return objectsIn(spec, schema, []).map(({ path, view }) => ({ place: { item: path }, view }));
}

/** The places of all lists of objects in a schema: a bare array first, then arrays and maps in wrappers. */
export function placesOfItems(spec: JsonObject, schema: JsonObject): FoundPlace[] {
  const wrappers = objectsIn(spec, schema, []).flatMap(({ path, view }) =>
    Object.entries(view.properties).map(([name, property]) => ({ path: [...path, name], schema: property })),
  );
  return [{ path: [], schema }, ...wrappers].flatMap(({ path, schema: held }) => {
    const items = held.type === 'array' ? object(held.items) : mapOf(spec, held);
    if (items === undefined) return [];
    return objectsIn(spec, resolve(spec, items), [])
      .filter(({ view }) => Object.keys(view.properties).length > 0)
      .map((found) => ({
        place: { list: path, ...(held.type === 'array' ? {} : { isMap: true }), item: found.path },
        view: found.view,
      }));
  });
}

/** The entry schema of a map: an object schema without own properties. Undefined for others. */
function mapOf(spec: JsonObject, schema: JsonObject): JsonObject | undefined {
  const isMap =
    typeof schema.additionalProperties === 'object' && Object.keys(viewOf(spec, schema).properties).length === 0;
  return isMap ? object(schema.additionalProperties) : undefined;
}

function objectsIn(
  spec: JsonObject,
  schema: JsonObject | undefined,
  path: string[],
): { path: string[]; view: SchemaView }[] {
  if (schema === undefined || path.length > MAX_DEPTH) return [];
  const view = viewOf(spec, schema);
  const inner = Object.entries(view.properties).flatMap(([name, property]) => {
    const { properties } = viewOf(spec, property);
    // An object with an `id` inside another one with an `id` is another item: the kernel of a session.
    const isOther = properties['id'] !== undefined && view.properties['id'] !== undefined;
    return Object.keys(properties).length > 0 && !isOther ? objectsIn(spec, property, [...path, name]) : [];
  });
  return [{ path, view }, ...inner];
}

/**
 * The place with the most of the names; of equals, the less deep one. If no place has any of them, the least deep one
 * with a scalar.
 */
export function richest(places: FoundPlace[], names: Set<string>): FoundPlace | undefined {
  const score = ({ view }: FoundPlace) =>
    Object.entries(view.properties).filter(
      ([name, schema]) => names.has(name) && plainTypeOf(schema) !== undefined && !isConstant(schema),
    ).length;
  const depth = ({ place }: FoundPlace) => (place.list?.length ?? 0) + place.item.length;
  const best = places.toSorted((a, b) => score(b) - score(a) || depth(a) - depth(b))[0];
  if (best !== undefined && score(best) > 0) return best;
  const holdsValues = ({ view }: FoundPlace) => Object.values(view.properties).some((schema) => plainTypeOf(schema));
  return places.toSorted((a, b) => depth(a) - depth(b)).find(holdsValues) ?? best;
}

/** The value at a path. Undefined if nothing is there. */
export function valueAt(value: Json | undefined, path: string[]): Json | undefined {
  return path.reduce<Json | undefined>((held, name) => object(held)[name], value);
}

/** The value with the part at a path changed. Unchanged if nothing is there. */
export function changedAt(value: Json, path: string[], change: (held: Json) => Json): Json {
  const [name, ...rest] = path;
  if (name === undefined) return change(value);
  const holder = object(value);
  const held = holder[name];
  return held === undefined ? value : { ...holder, [name]: changedAt(held, rest, change) };
}
