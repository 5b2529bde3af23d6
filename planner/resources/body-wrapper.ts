import type { JsonSchema } from '#verifier/plan/plan.ts';

import { pointerToken } from '../spec/json-object.ts';
import type { SchemaStore } from '../spec/schema-store.ts';
import type { Operation } from '../spec/spec-model.ts';
import { sameName } from '../values/field-names.ts';
import { singular } from '../values/singular.ts';
import { nounSegment } from './path-template.ts';

/** The one member of a request body that holds the resource: {"data": {…}}, {"article": {…}}. */
export type BodyWrapper = { name: string; pointer: string; schema: JsonSchema };

/** Finds it, as responses' wrappers are found, through the schema (planner and verifier §4.1); undefined where the body is the resource itself. */
export function bodyWrapper(schemas: SchemaStore, { body, path }: Operation): BodyWrapper | undefined {
  if (!body) return undefined;
  const { properties } = schemas.flatten(body.schema);
  const [name, ...others] = Object.keys(properties);
  if (name === undefined || others.length > 0) return undefined;
  const schema = properties[name] ?? true;
  if (schemas.flatten(schema).types[0] !== 'object') return undefined;
  const wraps = name === 'data' || sameName(name, singular(nounSegment(path)));
  return wraps ? { name, pointer: pointerToken(name), schema } : undefined;
}
