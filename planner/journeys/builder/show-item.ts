import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { Assertion, ItemMatch, ValueReference } from '#verifier/plan/plan.ts';

import type { FieldFilter } from '../../resources/lists/filters-of.ts';
import { itemMembers } from '../../resources/model/item-members.ts';
import { nounSegment } from '../../resources/model/path-template.ts';
import { isModerated } from '../../resources/responses/is-moderated.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { isTelling } from '../../resources/responses/response-shape.ts';
import { CannotPlan } from '../../outcome/dropped-plan.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import { assertedFields } from '../../values/assertable/asserted-fields.ts';
import type { SentField } from '../../values/model/choice.ts';
import { singular } from '../../vocabulary/singular.ts';
import { asEntry, assertHeld, compareId, type Item, matchOf } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';
import type { StepDraft } from '../model/step-draft.ts';
import type { Planning } from '../model/planning.ts';
import { withArticle } from '../../vocabulary/with-article.ts';
import type { ItemPlace } from '../../resources/model/item-place.ts';

/** The list of a resource that has one. */
export type List = NonNullable<Resource['list']>;

/** True if a read or a list shows the item. */
export function canShow({ resource }: Item): boolean {
  return resource.read !== undefined || resource.list !== undefined;
}

function noRead(item: Item): CannotPlan {
  const { noun, create } = item.resource;
  return new CannotPlan({
    reason: 'OUTCOME_NOT_SHOWN',
    ...(create ? { pointer: create.operation.pointer } : {}),
    detail: `No operation shows ${withArticle(noun)} after it was written.`,
    edit: `Add "GET" on the ${noun}'s own path with its fields in the 200 response.`,
  });
}

/** True if the item's read must show a field of the request with the value that was sent. */
export function readShows({ model: { schemas } }: Planning, { read }: Resource, field: SentField): boolean {
  return read !== undefined && assertedFields(schemas, [field], read.place.flat, '').length > 0;
}

/**
 * Adds a read of the item that asserts its id and each sent value that the read must show. Returns the
 * step's id. Throws CannotPlan.
 */
export function readItem(journey: Journey, item: Item, words: string, effectOf?: string): string {
  const { read } = item.resource;
  if (!read) throw noRead(item);
  const { place, operation } = read;
  const { id } = place;
  const { schemas } = journey.planning.model;
  const compare = id && compareId(schemas, item, id.schema);
  const same: Assertion[] =
    id && item.id && compare ? [{ op: 'equals', pointer: id.pointer, value: item.id.reference, compare }] : [];
  return journey.step({
    verb: 'read',
    noun: item.resource.noun,
    operation,
    persona: journey.actor,
    item,
    effectOf,
    assert: [...same, ...assertHeld(schemas, item, place.flat, place.prefix, words)],
  });
}

/**
 * True if the list's entries show the member. If the items also have a read, the list must require the member, or both
 * must have a named schema in common.
 */
export function isListed({ list, read }: Pick<Resource, 'list' | 'read'>, name: string): boolean {
  const flat = list?.place.item.flat;
  if (!flat || !Object.hasOwn(flat.properties, name)) return false;
  return !read || flat.required.includes(name) || flat.names.some((one) => read.place.flat.names.includes(one));
}

function listedSchema({ resource }: Item): FlatSchema {
  const flat = resource.list?.place.item.flat as FlatSchema;
  const properties = Object.entries(flat.properties).filter(([name]) => isListed(resource, name));
  return { ...flat, properties: Object.fromEntries(properties) };
}

/**
 * Reads the item to capture its id with its own JSON type. An id from a Location header is a text, but the list may
 * show a number.
 */
function readTypedId(journey: Journey, item: Item): void {
  const field = item.resource.read?.place.id;
  if (!field || !item.id) return;
  readItem(journey, item, '', item.createdBy);
  const step = journey.steps.at(-1);
  const capture = `${item.resource.noun}OwnId`;
  if (step) step.captures = { ...step.captures, [capture]: { from: 'body', pointer: field.pointer } };
  item.id = { ...item.id, reference: { capture }, fromHeader: false };
}

function notListedYet({ resource: { noun, list } }: Item): CannotPlan {
  return new CannotPlan({
    reason: 'OUTCOME_NOT_SHOWN',
    ...(list ? { pointer: list.operation.pointer } : {}),
    detail: `A list may show ${withArticle(noun)} only once somebody has approved it.`,
    edit: `Add "GET" on the ${noun}'s own path with its fields in the 200 response.`,
  });
}

/**
 * Returns the match that finds the item in its list. Reads the item first if nothing can be compared yet. Throws
 * CannotPlan if the list shows only approved items, or if nothing finds the item.
 */
export function matchInList(journey: Journey, item: Item): ItemMatch {
  const { schemas } = journey.planning.model;
  if (isModerated(schemas, item.resource)) throw notListedYet(item);
  if (matchOf(schemas, item).length === 0) readTypedId(journey, item);
  const found = matchOf(schemas, item);
  if (found.length === 0) throw noRead(item);
  return found;
}

/**
 * Adds a read of a list with a query. `assert` gets the step's id and returns its assertions. The list probe looks for
 * `item`, with the values in `having`, in the whole list. Returns the step's id. Throws CannotPlan.
 */
export function filteredList(
  journey: Journey,
  { operation }: List,
  { item, query, effectOf, having = [] }: Pick<StepDraft, 'item' | 'query' | 'effectOf'> & { having?: ItemMatch },
  assert: (step: string) => Assertion[],
): string {
  const noun = singular(nounSegment(operation.path));
  const asserted = assert(journey.freeId('list', noun));
  const persona = journey.actor;
  const id = journey.step({ verb: 'list', noun, operation, persona, item, query, effectOf, assert: asserted });
  for (const probe of journey.steps.at(-1)?.probes ?? []) if (probe.kind === 'list') probe.match.push(...having);
  return id;
}

/** Returns the match of entries that show the filter's value; [] if the list's entries do not show the member. */
export function havingField(
  { planning }: Journey,
  { place }: List,
  { pointer }: FieldFilter,
  value: ValueReference,
): ItemMatch {
  const { flat, prefix } = place.item;
  const isShown = itemMembers(planning.model.schemas, flat).some((member) => member.pointer === pointer);
  return isShown ? [{ pointer: prefix + pointer, value }] : [];
}

/**
 * Adds a read of the list that asserts that it contains the item, or lacks it. With `fields`, the entry must also show
 * each sent value that the list must show. Returns the step's id. Throws CannotPlan.
 */
export function listItem(
  journey: Journey,
  item: Item,
  op: 'listContains' | 'listLacks',
  fields: { words: string } | undefined,
  effectOf?: string,
): string {
  const { list } = item.resource;
  const { schemas } = journey.planning.model;
  const found = matchInList(journey, item);
  if (!list) throw noRead(item);
  const { item: place } = list.place;
  const entry = asEntry(schemas, item);
  const shown = entry === item ? listedSchema(item) : place.flat;
  const held = fields ? assertHeld(schemas, entry, shown, place.prefix, fields.words) : [];
  const more = held.flatMap((assertion) =>
    assertion.op === 'equals' && found.every(({ pointer }) => pointer !== assertion.pointer)
      ? [comparedBy(assertion, item)]
      : [],
  );
  return journey.step({
    verb: 'list',
    noun: item.resource.noun,
    operation: list.operation,
    persona: journey.actor,
    item,
    effectOf,
    assert: [{ op, list: list.place.list, match: [...found, ...more] }],
  });
}

function comparedBy(
  { pointer, value, compare }: Extract<Assertion, { op: 'equals' }>,
  { resource: { list, read } }: Item,
): ItemMatch[number] {
  const { flat, prefix } = list?.place.item ?? { flat: undefined, prefix: '' };
  const name = segmentsOf(pointer.slice(prefix.length))[0] ?? '';
  const isSpared = read !== undefined && !flat?.required.includes(name);
  return { pointer, value, ...(compare === 'exact' ? {} : { compare }), ...(isSpared ? { summary: true } : {}) };
}

/** Returns the item's read if it shows members of the item or one text, or if there is no list; undefined otherwise. */
function tellingRead({ read, list }: Resource): Resource['read'] {
  return read && (!list || isTelling(read.place.flat) || read.isText) ? read : undefined;
}

/**
 * Returns the place where the response of the step that `showItem` adds documents the item. Undefined if there is no
 * such step.
 */
export function shownPlace({ resource }: Item): ItemPlace | undefined {
  const read = tellingRead(resource);
  return read ? read.place : resource.list?.place.item;
}

/**
 * Adds a read of the item or, if its read is missing or documents no members, of its list. Returns the step's id.
 * Throws CannotPlan if neither exists.
 */
export function showItem(journey: Journey, item: Item, words: string, effectOf?: string): string {
  return tellingRead(item.resource)
    ? readItem(journey, item, words, effectOf)
    : listItem(journey, item, 'listContains', { words }, effectOf);
}
