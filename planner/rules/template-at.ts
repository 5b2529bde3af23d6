import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { JsonSchema, Step, Template } from '#verifier/plan/plan.ts';

import { isUndescribedObject } from '../intake/schema/is-open-member.ts';
import type { SchemaStore } from '../intake/schema/schema-store.ts';

/**
 * Returns the template of a value that a step sends, at a pointer into {path, query, header, body}. A member that is
 * sent only after a refusal (`further`) counts. Undefined if the step sends no such value, or only inside a literal.
 */
export function templateAt(step: Step, pointer: string): Template | undefined {
  const [part, ...rest] = segmentsOf(pointer);
  const further = part === 'body' ? step.further?.[pointer.slice('/body'.length)] : undefined;
  if (further) return further;
  if (part === 'path' || part === 'query' || part === 'header') return step.params[part][rest[0] ?? ''];
  let template = part === 'body' ? step.body?.value : undefined;
  for (const token of rest) {
    if (template === undefined) return undefined;
    if ('object' in template && Object.hasOwn(template.object, token)) template = template.object[token];
    else if ('array' in template) template = template.array[Number(token)];
    else return undefined;
  }
  return template;
}

/** Returns the schemas as one choice (`anyOf`). A single schema is returned as it is; none gives undefined. */
function anyOf(found: JsonSchema[]): JsonSchema | undefined {
  const [first] = found;
  return found.length > 1 ? { anyOf: found } : first;
}

/**
 * Returns the schema at a pointer of a body. Undefined if it is not documented. In an object without documented
 * members, any value is allowed.
 */
export function schemaAtPointer(schemas: SchemaStore, schema: JsonSchema, pointer: string): JsonSchema | undefined {
  let current = schema;
  for (const token of segmentsOf(pointer)) {
    const flat = schemas.flatten(current);
    const inner = Object.hasOwn(flat.properties, token)
      ? flat.properties[token]
      : flat.types[0] === 'array' && /^\d+$/.test(token)
        ? flat.items
        : anyOf(
            flat.alternatives
              .map((branch) => schemas.flatten(branch).properties[token])
              .filter((found) => found !== undefined),
          );
    if (inner === undefined) return isUndescribedObject(flat) ? true : undefined;
    current = inner;
  }
  return current;
}
