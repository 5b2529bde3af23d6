import { isObject, type JsonObject } from '../plan/json-object.ts';
import type { Json, JsonSchema } from '../plan/plan.ts';

type Defs = Record<string, JsonSchema>;

/** The most schemas visited from one schema by its references, allOf, anyOf and oneOf. */
const MOST_SCHEMAS = 200;

/**
 * The schemas that apply to a place in the body, through members, entries, references, allOf, anyOf and oneOf. Not
 * those of `patternProperties` and of conditions.
 */
export function schemasAt(root: Json | undefined, segments: readonly string[], $defs: Defs): JsonObject[] {
  return segments.reduce(
    (found, segment) => found.flatMap((schema) => partsOf(memberOf(schema, segment), $defs)),
    partsOf(root, $defs),
  );
}

function partsOf(schema: Json | undefined, $defs: Defs): JsonObject[] {
  const found = new Set<JsonObject>();
  const open = [schema];
  while (open.length > 0 && found.size < MOST_SCHEMAS) {
    const one = open.pop();
    if (!isObject(one) || found.has(one)) continue;
    found.add(one);
    const composed = [one['allOf'], one['anyOf'], one['oneOf']].flatMap((some) => (Array.isArray(some) ? some : []));
    open.push(...composed, ...(typeof one['$ref'] === 'string' ? [$defs[nameOf(one['$ref'])]] : []));
  }
  return [...found];
}

function memberOf(schema: JsonObject, segment: string): Json | undefined {
  const { properties, prefixItems, items, additionalProperties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, segment)) return properties[segment];
  if (/^\d+$/.test(segment) && Array.isArray(prefixItems) && prefixItems[Number(segment)] !== undefined)
    return prefixItems[Number(segment)];
  return /^\d+$/.test(segment) && items !== undefined ? items : additionalProperties;
}

/** The definitions that the schemas refer to, directly or indirectly. */
export function defsOf(schemas: unknown, $defs: Defs): Defs {
  const found: Defs = {};
  const open = namesIn(schemas);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const schema = $defs[name];
    if (schema === undefined || Object.hasOwn(found, name)) continue;
    found[name] = schema;
    open.push(...namesIn(schema));
  }
  return found;
}

function namesIn(schemas: unknown): string[] {
  return [...JSON.stringify(schemas).matchAll(/"\$ref":("(?:[^"\\]|\\.)*")/g)].map(([, name = '""']) =>
    nameOf(JSON.parse(name) as string),
  );
}

const nameOf = (reference: string): string => reference.replace('#/$defs/', '');
