import type { Template } from '#verifier/plan/plan.ts';
import { itemMembers } from '../../../resources/model/item-members.ts';
import { type Order, ordersOf } from '../../../resources/lists/orders-of.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import { sentResource } from '../../../resources/model/body-wrapper.ts';
import { isNumber } from '../../../intake/schema/flat-schema.ts';
import type { SentField, Turn } from '../../../values/model/choice.ts';
import type { Journey } from '../../model/journey.ts';
import { createItem } from '../../builder/create-item.ts';
import type { Planning } from '../../model/planning.ts';
import { filteredList, type List, matchInList } from '../../builder/show-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import type { Create } from '../../../resources/model/create.ts';
import { defineShape } from '../../model/define-shape.ts';

export const listInOrder = defineShape({
  id: 'list/in-order',
  kind: 'list-filter',
  title: 'A list asked for an order shows the lesser of two items first, and last in the opposite order',
  terms: ['order_by (AIP-132)', 'sort (JSON:API)'],
  example:
    'GET /tasks?sort=title → 200 [{"title":"a"},{"title":"b"}], GET /tasks?sort=-title → 200 [{"title":"b"},{"title":"a"}]',
  test: 'planner/journeys/shapes/list/list-in-order',
  testTitle: 'is told from one in which they were made, in either direction, of %s and %s',
  propose,
});

function propose({ model: { schemas } }: Planning, resource: Resource): Proposal[] {
  const { list, create, noun } = resource;
  if (!list || !create) return [];
  const sent = itemMembers(schemas, sentResource(schemas, create.operation));
  const numbers = sent.filter(({ schema }) => isNumber(schemas.flatten(schema))).length;
  return ordersOf(schemas, resource, list.operation).map((order) => ({
    name: `The list with ${Object.keys(order.rising)[0]} shows each ${noun} in order of ${order.field}`,
    subject: list.operation,
    personas: [],
    variant: `order ${order.field}`,
    build: (journey) => build(journey, { resource, create, list }, order, numbers),
  }));
}

function build(
  journey: Journey,
  { resource, create, list }: { resource: Resource; create: Create; list: List },
  order: Order,
  numbers: number,
): void {
  const [one, two] = ([0, 1] as const).map((turn) =>
    placeOf(journey.body(create.operation, turn)?.fields ?? [], order),
  );
  // A number beside another one may be computed from both, so its order is not sure.
  const isSure = one !== undefined && two !== undefined && one !== two && isCapital(one) === isCapital(two);
  if (!isSure || (typeof one === 'number' && numbers > 1)) throw notTold(list, order);
  const { schemas } = journey.planning.model;
  const valueFor = (name: string, text: string): Template => {
    const param = list.operation.parameters.find((one) => one.name === name);
    return { literal: schemas.flatten(param?.schema ?? true).types[0] === 'boolean' ? text === 'true' : text };
  };
  const isRising = one < two;
  const make = (turn: Turn) => (turn === 0 ? journey.item(resource) : createItem(journey, resource, undefined, turn));
  // Creates the greater item first, so that creation order is not the asked order.
  const greater = make(isRising ? 1 : 0);
  const each = [make(isRising ? 0 : 1), greater].map((item) => matchInList(journey, item));
  for (const [asked, inOrder] of [
    [order.rising, each],
    [order.falling, each.toReversed()],
  ] as const) {
    const query = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, valueFor(name, value)]));
    filteredList(journey, list, { item: journey.item(resource), query }, () => [
      { op: 'listPages', list: list.place.list, each: inOrder, inOrder: true },
    ]);
  }
}

/**
 * Returns a value whose place in the order is sure: a number, or the first letter of a text, which decides in any
 * collation. Undefined for other values.
 */
function placeOf(sent: SentField[], { pointer }: Order): number | string | undefined {
  const template: Template | undefined = sent.find((field) => field.pointer === pointer)?.template;
  if (template && 'literal' in template && typeof template.literal === 'number') return template.literal;
  const isText = template && 'unique' in template && ['text', 'alphanumeric'].includes(template.unique.charset);
  const text = isText
    ? (template.unique.prefix ?? '') + template.unique.stem
    : template && 'literal' in template && typeof template.literal === 'string'
      ? template.literal
      : '';
  return /^[a-z]/i.exec(text)?.[0];
}

/** True for a capital, false for a small letter, undefined for a number. Some collations sort all capitals first. */
function isCapital(place: number | string): boolean | undefined {
  return typeof place === 'number' ? undefined : place === place.toUpperCase();
}

function notTold({ operation }: List, { field }: Order): CannotPlan {
  return new CannotPlan({
    reason: 'NO_SECOND_VALUE',
    pointer: operation.pointer,
    detail: `Nothing surely tells which of two values of "${field}" comes first.`,
    edit: `Give "${field}" two examples that begin with different letters.`,
  });
}
