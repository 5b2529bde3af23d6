import { canonicalJson } from '../spec/canonical-json.ts';
import type { Operation } from '../spec/spec-model.ts';
import { itemIn, successBody } from '../resources/response-shape.ts';
import type { BuiltBody } from './request-values.ts';
import { assertHeld, heldBy, type HeldField, type Item } from './item.ts';
import type { Journey } from './journey.ts';

/** A partial update leaves one field out where at least this many change, so that the read shows that it stayed. */
const FIELDS_TO_HOLD_BACK_FROM = 3;

function differs(before: HeldField | undefined, after: BuiltBody['fields'][number]): boolean {
  return before === undefined || canonicalJson(before.template) !== canonicalJson(after.template);
}

function withoutField(body: BuiltBody, pointer: string): BuiltBody {
  if (!('object' in body.template)) return body;
  const name = pointer.slice(1);
  const object = Object.fromEntries(Object.entries(body.template.object).filter(([key]) => key !== name));
  return { ...body, template: { object }, fields: body.fields.filter((field) => field.pointer !== pointer) };
}

/** The body of an update with the next value of every field (planner and verifier §4.2), and the fields that it changes. */
export function changedBody(
  journey: Journey,
  item: Item,
  operation: Operation,
): { body: BuiltBody | undefined; changed: string[] } {
  const full = journey.body(operation, 1, item);
  const changing = full?.fields.filter((field) => differs(item.held.get(field.pointer), field)) ?? [];
  const required = journey.planning.model.schemas.flatten(operation.body?.schema ?? true).required;
  const spare = changing.filter(({ pointer, name }) => item.held.has(pointer) && !required.includes(name)).at(-1);
  const holdBack = operation.method === 'PATCH' && spare && changing.length >= FIELDS_TO_HOLD_BACK_FROM;
  const body = full && holdBack ? withoutField(full, spare.pointer) : full;
  return {
    body,
    changed: changing.map(({ pointer }) => pointer).filter((pointer) => !holdBack || pointer !== spare.pointer),
  };
}

/** Sends the update and remembers what the item holds from then on. Gives the step's id. */
export function updateItem(journey: Journey, item: Item, operation: Operation, body: BuiltBody | undefined): string {
  const before = new Map(item.held);
  const id = journey.step({ verb: 'update', noun: item.resource.noun, operation, persona: journey.actor, item, body });
  const sent = heldBy(id, body);
  if (operation.method === 'PUT') item.held.clear();
  for (const [pointer, field] of sent) item.held.set(pointer, field);
  const schema = successBody(operation);
  const place =
    schema === undefined
      ? undefined
      : itemIn(journey.planning.model.schemas, schema, item.resource.param, item.resource.noun);
  const step = journey.steps.at(-1);
  const echoed: Item = { ...item, held: sent };
  if (place && step)
    step.assert = assertHeld(journey.planning.model.schemas, echoed, place.flat, place.prefix, operation.words);
  for (const [pointer, field] of before)
    if (operation.method === 'PATCH' && !sent.has(pointer)) item.held.set(pointer, field);
  return id;
}
