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

export type List = NonNullable<Resource['list']>;

/** True if a read or list shows items of this resource. */
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

/** True if the item's read shows a member of the request as it was sent. */
export function readShows({ model: { schemas } }: Planning, { read }: Resource, field: SentField): boolean {
  return read !== undefined && assertedFields(schemas, [field], read.place.flat, '').length > 0;
}

/** Reads the item itself and asserts its id and every field that was sent. Gives the step's id. */
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
 * A list may show less of an item than the item's own read: only what it requires counts, unless both document one
 * schema.
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

/** A list shows ids with their own type; one that came as text from a header is read from the item itself first. */
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
 * The match that finds the item in its list. Reads the item first where the match needs the id's own type. Throws
 * CannotPlan.
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
 * Reads a list with a query; `assert` gets the step's id. `item`: what the list should show, `having`: with which
 * value, for evidence. Gives the step's id. Throws CannotPlan.
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

/** The filter value of a list whose items show that value. */
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
 * Reads the list and asserts that it holds (or lacks) the item; `fields` = with every field that was sent. Throws
 * CannotPlan.
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

/** The read that shows the members of the item; undefined where only the list shows them. */
function tellingRead({ read, list }: Resource): Resource['read'] {
  return read && (!list || isTelling(read.place.flat) || read.isText) ? read : undefined;
}

/** The place where the response of `showItem` documents the item. */
export function shownPlace({ resource }: Item): ItemPlace | undefined {
  const read = tellingRead(resource);
  return read ? read.place : resource.list?.place.item;
}

/** Reads the item, or finds it in its list where that shows more. Throws CannotPlan where neither is documented. */
export function showItem(journey: Journey, item: Item, words: string, effectOf?: string): string {
  return tellingRead(item.resource)
    ? readItem(journey, item, words, effectOf)
    : listItem(journey, item, 'listContains', { words }, effectOf);
}
