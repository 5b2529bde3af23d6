import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { Json, JsonSchema, PlanBundle } from '#verifier/plan/plan.ts';

import { member } from '../intake/json/json-object.ts';

/** Returns the JSON types that a shared schema of a bundle documents at a pointer of the body. */
export function documentedTypes($defs: PlanBundle['$defs'], name: string, pointer: string): Json[] {
  return typesAt($defs, { $ref: `#/$defs/${name}` }, segmentsOf(pointer), new Set());
}

/** `seen` has each visited reference with its place. Without it, a recursive schema would never end. */
function typesAt($defs: PlanBundle['$defs'], schema: Json | undefined, place: string[], seen: Set<string>): Json[] {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return [];
  const reference = schema['$ref'];
  const mark = `${place.length} ${String(reference)}`;
  const referred: JsonSchema | undefined =
    typeof reference === 'string' && !seen.has(mark) ? $defs[reference.slice('#/$defs/'.length)] : undefined;
  if (referred !== undefined) seen.add(mark);
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []));
  const [first, ...rest] = place;
  return [
    ...(first === undefined
      ? [schema['type'] ?? []].flat()
      : typesAt($defs, member(schema['properties'], first) ?? schema['items'], rest, seen)),
    ...[referred, ...branches].flatMap((one) => typesAt($defs, one, place, seen)),
  ];
}
