import type { JsonSchema, Template } from '#verifier/plan/plan.ts';

import type { IdSource } from '../resources/create-of.ts';
import { agree } from '../resources/id-names.ts';
import { itemIn, successBody } from '../resources/response-shape.ts';
import { isPlainId } from '../values/field-names.ts';
import type { Item } from './item.ts';
import type { Journey } from './journey.ts';

function schemaOf(source: IdSource | undefined, paramSchema: JsonSchema): JsonSchema {
  if (source?.from === 'body') return source.field.schema;
  return source?.from === 'sent' || source?.from === 'list' ? source.schema : paramSchema;
}

/** The id of an item for a member of this schema: what its paths know by a name is elsewhere referred to by the "id" that its create answers. */
export function idFitting(
  journey: Journey,
  { resource, id, createdBy }: Item,
  wanted: JsonSchema,
): Template | undefined {
  const { schemas } = journey.planning.model;
  const { create, paramSchema, noun } = resource;
  if (agree(schemas, schemaOf(create?.id, paramSchema), wanted)) return id?.template;
  const made = journey.steps.find((step) => step.id === createdBy);
  const body = create && successBody(create.operation);
  const shown = body === undefined ? undefined : itemIn(schemas, body, { noun, param: 'id', paramSchema: wanted }).id;
  if (!made || !shown || !isPlainId(shown.name) || !agree(schemas, shown.schema, wanted)) return id?.template;
  const capture = journey.freeCapture(noun);
  made.captures = { ...made.captures, [capture]: { from: 'body', pointer: shown.pointer } };
  return { capture };
}
