import type { JsonSchema, Template } from '#verifier/plan/plan.ts';
import { agree } from '../../../resources/model/id-names.ts';
import { itemIn, successBody } from '../../../resources/responses/response-shape.ts';
import type { SchemaStore } from '../../../intake/schema/schema-store.ts';
import type { Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import type { IdSource } from '../../../resources/model/create.ts';
import { sameName } from '../../../vocabulary/words-of.ts';
import { isPlainId } from '../../../vocabulary/identifiers.ts';

function schemaOf(source: IdSource | undefined, paramSchema: JsonSchema): JsonSchema {
  if (source?.from === 'body') return source.field.schema;
  return source?.from === 'sent' || source?.from === 'list' ? source.schema : paramSchema;
}

function isAnyText(schemas: SchemaStore, wanted: JsonSchema): boolean {
  const { types, rest } = schemas.flatten(wanted);
  return types[0] === 'string' && ['format', 'pattern', 'enum', 'const'].every((key) => rest[key] === undefined);
}

/**
 * Returns the id of an item as a member of this name and schema takes it. Mostly it is the id in the item's path. If
 * the types differ, it is an "id" of fitting type in the create's response. For a text named after the resource, it may
 * be the response's "name". Undefined for an item without an id.
 */
export function foreignKeyValue(
  journey: Journey,
  { resource, id, createdBy }: Item,
  member: string,
  wanted: JsonSchema,
): Template | undefined {
  const { schemas } = journey.planning.model;
  const { create, paramSchema, noun } = resource;
  if (agree(schemas, schemaOf(create?.id, paramSchema), wanted)) return id?.template;
  const made = journey.steps.find((step) => step.id === createdBy);
  const body = create && successBody(create.operation);
  const place = body === undefined ? undefined : itemIn(schemas, body, { noun, param: 'id', paramSchema: wanted });
  const shown = place?.id;
  const isFit = shown !== undefined && isPlainId(shown.name) && agree(schemas, shown.schema, wanted);
  const isCalled = sameName(member, noun) && isAnyText(schemas, wanted);
  const name = isCalled && place?.flat.required.includes('name') ? `${place.prefix}/name` : undefined;
  const pointer = isFit ? shown.pointer : name;
  if (!made || pointer === undefined) return id?.template;
  const capture = journey.freeCapture(noun);
  made.captures = { ...made.captures, [capture]: { from: 'body', pointer } };
  return { capture };
}
