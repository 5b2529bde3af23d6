import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { Template } from '#verifier/plan/plan.ts';

import type { Resource } from '../resources/resource.ts';
import { isObject, pointerToken } from '../spec/json-object.ts';
import type { Operation } from '../spec/spec-model.ts';
import type { Turn } from '../values/choice.ts';
import { uniqueFor } from '../values/unique-text.ts';
import { madeBy } from './carried-fields.ts';
import type { Item } from './item.ts';
import type { Journey } from './journey.ts';
import type { BuiltBody } from './request-values.ts';

/**
 * The body of a write whose things are known by a member within another one, as their answers show it there: metadata.name. No two that are made may
 * have the name of one example, and what the path names is called so in the body, too: an update that changed it would move the item.
 */
export function calledWithin(
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
  if (!('object' in template) || !members?.[inner]) return body;
  const name = made ? anew(journey, operation, turn, outer, inner, members[inner]) : item?.id?.template;
  if (name === undefined) return body;
  return {
    ...body,
    template: { object: { ...template.object, [outer]: { object: { ...members, [inner]: name } } } },
    // Only the example as a whole was the value of the member that holds it.
    fields: body.fields.filter(({ pointer }) => pointer !== holder && (made || pointer !== own)),
  };
}

/** Where a thing of this kind shows what it is known by. */
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

/** Undefined where it is the run's own already, or where no other value fits. */
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
