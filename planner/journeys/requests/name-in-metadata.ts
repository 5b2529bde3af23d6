import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { Template } from '#verifier/plan/plan.ts';

import type { Resource } from '../../resources/model/resource.ts';
import { isObject, pointerToken } from '../../intake/json/json-object.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { SentField, Turn } from '../../values/model/choice.ts';
import { uniqueFor } from '../../values/text/unique-for.ts';
import { madeBy } from './references/carried-fields.ts';
import type { Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';
import type { BuiltBody } from '../model/built-body.ts';

/**
 * Returns the body with a name that is unique to this run, for items that an inner member such as
 * `metadata.name` identifies. An update repeats the name of the path, because another name would move the item.
 * Other bodies are returned unchanged.
 */
export function nameInMetadata(
  journey: Journey,
  operation: Operation,
  turn: Turn,
  item: Item | undefined,
  body: BuiltBody | undefined,
): BuiltBody | undefined {
  const made = madeBy(journey.planning.graph, operation);
  const [outer, inner, ...deeper] = keyOf(made ?? item?.resource);
  if (!body || body.within !== '' || outer === undefined || inner === undefined || deeper.length > 0) return body;
  const [holder, own] = [pointerToken(outer), pointerToken(outer) + pointerToken(inner)];
  const { template } = body;
  const members = 'object' in template ? membersOf(template.object[outer]) : undefined;
  if (!('object' in template) || !members) return body;
  const now = members[inner];
  const name = !now || !made ? item?.id?.template : anew(journey, operation, turn, outer, inner, now);
  const inside = now && name ? { ...members, [inner]: name } : members;
  const isRenamed = inside !== members;
  const apart = body.fields.flatMap((field) => (field.pointer === holder ? leavesOf(journey, field, inside) : [field]));
  return {
    ...body,
    template: { object: { ...template.object, [outer]: { object: inside } } },
    fields: apart.filter(({ pointer }) => made || !isRenamed || pointer !== own),
  };
}

/** Returns one field for each member of an example object, because the server may set some of them itself. */
function leavesOf(
  { planning: { model } }: Journey,
  { pointer, schema }: SentField,
  members: Record<string, Template>,
): SentField[] {
  const { properties } = model.schemas.flatten(schema);
  return Object.entries(members).map(([name, template]) => {
    return { pointer: pointer + pointerToken(name), name, schema: properties[name] ?? true, template };
  });
}

/**
 * Returns the path of names to the member that holds the item's id: ["metadata", "name"]. [] if neither
 * response nor request holds it.
 */
function keyOf(resource: Resource | undefined): string[] {
  const id = resource?.create?.id;
  if (id?.from === 'body') return segmentsOf(id.field.pointer);
  return id?.from === 'sent' ? segmentsOf(id.pointer) : [];
}

function membersOf(template: Template | undefined): Record<string, Template> | undefined {
  if (template === undefined) return undefined;
  if ('object' in template) return template.object;
  if (!('literal' in template) || !isObject(template.literal)) return undefined;
  return Object.fromEntries(Object.entries(template.literal).map(([key, literal]) => [key, { literal }]));
}

/**
 * Returns a unique name in place of the example's. Undefined if the name is no literal text, or if no other one fits.
 */
function anew(
  { planning: { model } }: Journey,
  { body }: Operation,
  turn: Turn,
  outer: string,
  inner: string,
  now: Template | undefined,
): Template | undefined {
  if (!now || !('literal' in now) || typeof now.literal !== 'string') return undefined;
  const { schemas } = model;
  const holder = schemas.flatten(schemas.flatten(body?.schema ?? true).properties[outer] ?? true);
  const member = schemas.flatten(holder.properties[inner] ?? false);
  const isText = member.types[0] === 'string' && member.rest['enum'] === undefined;
  return isText ? uniqueFor(schemas, member, inner, now.literal, turn) : undefined;
}
