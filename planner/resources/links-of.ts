import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { JsonSchema } from '#verifier/plan/plan.ts';

import type { SchemaStore } from '../spec/schema-store.ts';
import type { Operation, SpecModel } from '../spec/spec-model.ts';
import { successBody, successResponses } from './response-shape.ts';

/** A value that an answer, or the request before it, hands on: a JSON Pointer into the body. */
export type LinkedValue = { from: 'body' | 'sent'; pointer: string; schema: JsonSchema };

function schemaAt(schemas: SchemaStore, schema: JsonSchema | undefined, pointer: string): JsonSchema | undefined {
  let current = schema;
  for (const token of segmentsOf(pointer)) {
    if (current === undefined) return undefined;
    const { properties } = schemas.flatten(current);
    current = Object.hasOwn(properties, token) ? properties[token] : undefined;
  }
  return current;
}

function valueOf(schemas: SchemaStore, operation: Operation, expression: string): LinkedValue | undefined {
  const [, source, pointer = ''] = /^\{?\$(request|response)\.body#(\/[^}]*)\}?$/.exec(expression) ?? [];
  if (source === undefined) return undefined;
  const from = source === 'request' ? 'sent' : 'body';
  const schema = schemaAt(schemas, from === 'sent' ? operation.body?.schema : successBody(operation), pointer);
  return schema === undefined ? undefined : { from, pointer, schema };
}

/** The POST whose success links to the operation with a value for this path parameter, and all values that it hands on. */
export function linkInto(
  { operations, schemas }: SpecModel,
  target: Operation,
  param: string,
): { operation: Operation; values: Record<string, LinkedValue> } | undefined {
  for (const operation of operations) {
    if (operation.method !== 'POST') continue;
    const links = successResponses(operation).flatMap(([, response]) => response.links);
    for (const link of links) {
      if (link.target !== target.id && link.target !== target.pointer) continue;
      const values: Record<string, LinkedValue> = {};
      for (const [name, expression] of Object.entries(link.parameters)) {
        const value = valueOf(schemas, operation, expression);
        if (value) values[name.replace(/^path\./, '')] = value;
      }
      if (values[param]) return { operation, values };
    }
  }
  return undefined;
}
