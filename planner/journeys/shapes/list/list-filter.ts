import type { Assertion, Template, ValueReference } from '#verifier/plan/plan.ts';
import { uniqueValue } from '#verifier/engine/request/unique-value.ts';

import { exclusionsOf } from '../../../resources/lists/exclusions-of.ts';
import { type FieldFilter, filtersOf } from '../../../resources/lists/filters-of.ts';
import { sentResource } from '../../../resources/model/body-wrapper.ts';
import { itemMembers } from '../../../resources/model/item-members.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { itemIn, successBody } from '../../../resources/responses/response-shape.ts';
import { CannotPlan, noValue } from '../../../outcome/dropped-plan.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import type { SchemaStore } from '../../../intake/schema/schema-store.ts';
import { isServersOwn, isStatusLike } from '../../../vocabulary/field-names.ts';
import { assertHeld, type HeldField, type Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import { createItem } from '../../builder/create-item.ts';
import type { Parameter } from '../../../intake/model/operation.ts';
import type { Planning } from '../../model/planning.ts';
import { filteredList, havingField, type List, matchInList, showItem } from '../../builder/show-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import { saying } from '../../../values/choose/candidates.ts';
import { defineShape } from '../../model/define-shape.ts';

export const listFilter = defineShape({
  id: 'list/filter',
  kind: 'list-filter',
  title: 'A list asked for one value of a member shows the items that have it and no others',
  terms: ['filter (AIP-160)', 'query parameter'],
  example:
    'POST /tasks {"tag":"a"} → 201 {"id":7}, POST /tasks {"tag":"b"} → 201 {"id":8}, GET /tasks?tag=a → 200 [{"id":7}]',
  test: 'planner/journeys/shapes/create/child-under-parent',
  testTitle: 'a list ignores the title',
  propose,
});

function propose(planning: Planning, resource: Resource): Proposal[] {
  const { model, graph } = planning;
  const { schemas } = model;
  const { list, create, noun } = resource;
  if (!list || !create) return [];
  const known = filtersOf(schemas, resource, list.operation).filter(
    ({ field }) => !isServersOwn(field) && !graph.producerCalled(field),
  );
  const isByShown = (filter: FieldFilter) => isStatusLike(filter.field) || isShownFlag(schemas, filter, resource);
  const filters: Proposal[] = known.map((filter, at) => ({
    name: `The list filtered by ${filter.param.name} shows each ${noun} that matches and no other`,
    subject: list.operation,
    personas: [],
    variant: filter.param.name,
    build: (journey) =>
      isByShown(filter)
        ? byShownValue(journey, resource, list, filter)
        : bySentValue(
            journey,
            resource,
            list,
            filter,
            known.slice(at + 1).filter((one) => !isByShown(one)),
          ),
  }));
  return filters;
}

/** True for a boolean that the create does not take, so that the server sets it. */
function isShownFlag(schemas: SchemaStore, { field, held }: FieldFilter, { create }: Resource): boolean {
  const isSent = create !== undefined && Object.hasOwn(sentResource(schemas, create.operation).properties, field);
  return schemas.flatten(held).types[0] === 'boolean' && !isSent;
}

/**
 * Returns a scalar as text for comparison: a literal in lower case, or a unique value with a fixed nonce. Undefined for
 * null, lists, objects and references.
 */
function textOf(template: Template): string | undefined {
  if ('unique' in template) return String(uniqueValue(template.unique, 'nonce000'));
  if ('capture' in template) return undefined;
  return 'literal' in template && template.literal !== null && typeof template.literal !== 'object'
    ? String(template.literal).toLowerCase()
    : undefined;
}

type Value = { text: string; reference: ValueReference };

/** True for a value by which a parameter may say "no filter": `visibility=all`. */
function asksForAll(value: unknown): boolean {
  return typeof value === 'string' && /^(all|any)$/i.test(value);
}

/**
 * Returns the value that the item was sent for the filter's field; for a list, its first entry. Undefined if none was
 * sent, or if it is no scalar.
 */
function valueOf({ held }: Item, { pointer, isMember }: FieldFilter): Value | undefined {
  const sent: HeldField | undefined = held.get(pointer);
  if (!sent) return undefined;
  const at = `/body${sent.within}${pointer}`;
  const { template } = sent;
  const [inner, place] = isMember ? [memberOf(template), `${at}/0`] : [template, at];
  const text = inner && textOf(inner);
  return text === undefined ? undefined : { text, reference: { sent: sent.step, pointer: place } };
}

function memberOf(template: Template): Template | undefined {
  if ('array' in template) return template.array[0];
  const [first] = 'literal' in template && Array.isArray(template.literal) ? template.literal : [];
  return first === undefined ? undefined : { literal: first };
}

/**
 * Creates two items that differ in the member and filters the list by the value of one. That value is no part of the
 * other's, so that equality, prefix and substring filters return the same list. Throws CannotPlan without two such
 * values.
 */
function bySentValue(journey: Journey, resource: Resource, of: List, filter: FieldFilter, others: FieldFilter[]): void {
  const { schemas } = journey.planning.model;
  const first = journey.item(resource);
  const second = createItem(journey, resource, (item) => echoOf(journey, item, filter), 1, filter.field);
  const [one, two] = [valueOf(first, filter), valueOf(second, filter)];
  if (!one || !two) throw noValue(filter.param.pointer, `"${filter.field}", which "${filter.param.name}" asks for`);
  const [asked, shown, other] =
    two.text.includes(one.text) || asksForAll(one.text) ? [two, second, first] : [one, first, second];
  if (one.text === two.text || asksForAll(asked.text)) throw onlyOneValue(filter);
  const [found, left] = [matchInList(journey, shown), matchInList(journey, other)];
  const { list } = of.place;
  const query = { [filter.param.name]: asked.reference };
  const having = filter.isMember ? [] : havingField(journey, of, filter, asked.reference);
  filteredList(journey, of, { item: shown, query, having }, () => [
    { op: 'listContains', list, match: found },
    { op: 'listLacks', list, match: left },
  ]);
  if (isApart(first, second, filter)) askedBesides(journey, resource, of, [first, second], filter, others);
  if (!takesSeveral(schemas, filter)) return;
  const both = { [filter.param.name]: { array: [one.reference, two.reference] } };
  filteredList(journey, of, { item: shown, query: both }, () => [
    { op: 'listContains', list, match: found },
    { op: 'listContains', list, match: left },
  ]);
}

/** The most other filters that each filter is combined with. */
const MOST_PAIRS = 3;

/**
 * Reads the list with two filters, one with the first item's value and one with the second's: neither item may be in
 * it. Then reads it with the first item's value and a text search for the second, which must not be in it.
 */
function askedBesides(
  journey: Journey,
  resource: Resource,
  of: List,
  [first, second]: [Item, Item],
  filter: FieldFilter,
  others: FieldFilter[],
): void {
  const ask = (param: Parameter, value: ValueReference, leftOut: Item[]) => {
    const query = { [filter.param.name]: valueOf(first, filter)?.reference as ValueReference, [param.name]: value };
    const matches = leftOut.map((item) => matchInList(journey, item));
    filteredList(journey, of, { query }, () =>
      matches.map((match) => ({ op: 'listLacks', list: of.place.list, match })),
    );
  };
  for (const beside of others.filter((each) => sharesNothing(first, second, filter, each)).slice(0, MOST_PAIRS))
    ask(beside.param, valueOf(second, beside)?.reference as ValueReference, [first, second]);
  const { schemas } = journey.planning.model;
  const search = exclusionsOf(schemas, resource, of.operation).find(({ by }) => by === 'text');
  const name = [...second.held.values()].find((one) => isFreeText(schemas, one));
  if (search && name) ask(search.param, { sent: name.step, pointer: `/body${name.within}${name.pointer}` }, [second]);
}

/** True for a text of any form, which a search may look at. */
function isFreeText(schemas: SchemaStore, { schema, template }: HeldField): boolean {
  const { types, rest } = schemas.flatten(schema);
  const isText = 'unique' in template || ('literal' in template && typeof template.literal === 'string');
  return isText && types[0] === 'string' && ['enum', 'const', 'format'].every((key) => rest[key] === undefined);
}

/**
 * True if a filter by either value leaves the other item out: neither text contains the other. `false`, "all", or an
 * enum value that ends in "unspecified", may mean "no filter".
 */
function isApart(first: Item, second: Item, filter: FieldFilter): boolean {
  const [one, two] = [valueOf(first, filter)?.text, valueOf(second, filter)?.text];
  if (one === undefined || two === undefined || saying([one, two]).length < 2) return false;
  if (asksForAll(one) || asksForAll(two)) return false;
  return !['true', 'false'].includes(one) && !one.includes(two) && !two.includes(one);
}

/**
 * True if the second filter leaves either item out too. At most one of the two may take a unique text, because some
 * filters match single words of it.
 */
function sharesNothing(first: Item, second: Item, filter: FieldFilter, beside: FieldFilter): boolean {
  const isName = ({ pointer }: FieldFilter) => 'unique' in (first.held.get(pointer)?.template ?? {});
  return isApart(first, second, beside) && !(isName(filter) && isName(beside));
}

/** True if the filter of a scalar member takes several values (`?tag=a&tag=b`), which list items with one of them. */
function takesSeveral(schemas: SchemaStore, { param, isMember }: FieldFilter): boolean {
  const { style, explode, json } = param;
  const isRepeated = style === 'form' && explode && !json;
  return isRepeated && !isMember && schemas.flatten(param.schema).types[0] === 'array';
}

/**
 * Asserts in the second create's response that a boolean was stored. If it was not, the list is not at fault. Texts
 * need no such assertion.
 */
function echoOf({ planning }: Journey, item: Item, { pointer, held: schema }: FieldFilter): Assertion[] {
  const { schemas } = planning.model;
  if (schemas.flatten(schema).types[0] !== 'boolean') return [];
  const operation = item.resource.create?.operation;
  const shown = operation && successBody(operation);
  if (shown === undefined) return [];
  const { flat, prefix } = itemIn(schemas, shown, item.resource);
  const held = new Map([...item.held].filter(([own]) => own === pointer));
  return assertHeld(schemas, { ...item, held }, flat, prefix, operation?.words ?? '');
}

/**
 * Filters the list by a member that the server sets: once by the first enum value and once by the last, without those
 * that may mean "no filter" ("all"). No listed item may show another value. A boolean is asked for as true alone,
 * because `false` may mean "no filter". Throws CannotPlan for a map, and for an enum without two such values.
 */
function byShownValue(journey: Journey, resource: Resource, of: List, filter: FieldFilter): void {
  const { schemas } = journey.planning.model;
  const { param } = filter;
  const { list, item: place, isMap } = of.place;
  const shown = itemMembers(schemas, place.flat).find((member) => member.pointer === filter.pointer);
  const known = schemas.flatten(shown?.schema ?? true).rest['enum'];
  const asked = schemas.flatten(schemas.flatten(param.schema).items ?? param.schema).rest['enum'];
  // "all", or an enum value that ends in "unspecified", may mean "no filter", so it is not used.
  const shared = Array.isArray(known) && Array.isArray(asked) ? asked.filter((value) => known.includes(value)) : [];
  const values = saying(shared).filter((value) => !asksForAll(value));
  const isFlag = shown !== undefined && schemas.flatten(shown.schema).types[0] === 'boolean';
  if (isMap || (values.length < 2 && !isFlag)) throw onlyOneValue(filter);
  const item = journey.item(resource);
  showItem(journey, item, '', item.createdBy);
  const pointer = place.prefix + filter.pointer;
  for (const value of isFlag ? [true] : [values[0], values.at(-1)])
    filteredList(journey, of, { query: { [param.name]: { literal: value ?? null } } }, (step) => [
      { op: 'listOnly', list, pointer, value: { sent: step, pointer: `/query${pointerToken(param.name)}` } },
    ]);
  const isAll = Array.isArray(known) && known.every((value) => values.includes(value));
  if (isFlag || !isAll || !takesSeveral(schemas, filter)) return;
  // Asks for all values at once, the first enum value last: a server that reads only one of them then lists new items,
  // which mostly have the first.
  filteredList(journey, of, { item, query: { [param.name]: { literal: values.toReversed() } } }, () => [
    { op: 'listContains', list, match: matchInList(journey, item) },
  ]);
}

function onlyOneValue({ param, field }: FieldFilter): CannotPlan {
  return new CannotPlan({
    reason: 'NO_SECOND_VALUE',
    pointer: param.pointer,
    detail: `No two values of "${field}" are known, so that "${param.name}" could tell items apart.`,
    edit: `Give "${field}" and "${param.name}" an enum of two values, or "${field}" a second example.`,
  });
}
