import type { Assertion, Capture, ItemMatch, JsonSchema, Template, ValueReference } from '#verifier/plan/plan.ts';
import { paramsOf } from '../../resources/model/path-template.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { isSameValue } from '../../intake/json/canonical-json.ts';
import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import { isOpenMember } from '../../intake/schema/is-open-member.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { assertedFields } from '../../values/assertable/asserted-fields.ts';
import type { SentField } from '../../values/model/choice.ts';
import { shownOtherwise } from '../../values/assertable/shown-otherwise.ts';
import type { ListPlace } from '../../resources/model/item-place.ts';
import type { IdSource } from '../../resources/model/create.ts';
import type { ResourceGraph } from '../../resources/model/resource-graph.ts';
import type { BuiltBody } from './built-body.ts';
import { sameName } from '../../vocabulary/words-of.ts';
import { isIdentity } from '../../vocabulary/identifiers.ts';
import { envelopes } from '../../vocabulary/value-words.ts';

/**
 * A member of an item with the value that was sent last. `step` sent it; `within` is the item's JSON
 * Pointer in that step's body.
 */
export type HeldField = SentField & {
  step: string;
  within: string;
};

/**
 * An item that steps of a journey act on. The journey created it, or it is a singleton, or it was there before: an
 * account, an entry of a list. A made-up item stands for an unknown id.
 */
export type Item = {
  resource: Resource;
  /** Id of the step that created the item or, for a singleton, first wrote it; undefined if none did. */
  createdBy: string | undefined;
  id: { template: Template; reference: ValueReference; fromHeader: boolean } | undefined;
  /** Values of the item path's parameters before its own, in order. Empty if the create's path has them all. */
  parents?: Template[];
  /** By JSON Pointer within the item: its members as they were last sent. */
  held: Map<string, HeldField>;
  /**
   * Members that the item may hold: those that the create sends only after a refusal, and facts about an
   * uploaded file (its size).
   */
  further?: Map<string, HeldField>;
};

/**
 * Returns the item with its `further` members in `held`. They are asserted only if the create's response
 * shows them as sent (decision 41).
 */
export function asJustMade(item: Item): Item {
  return { ...item, held: new Map([...(item.further ?? []), ...item.held]) };
}

/** Returns the fields of a step's body by JSON Pointer: the members that the item holds after that step. */
export function heldBy(step: string, body: BuiltBody | undefined): Map<string, HeldField> {
  return new Map(body?.fields.map((field) => [field.pointer, { ...field, step, within: body.within }]));
}

function referenceTo(source: IdSource, step: string, capture: string): ValueReference {
  if (source.from === 'path') return { sent: step, pointer: `/path/${source.param}` };
  return source.from === 'sent' ? { sent: step, pointer: `/body${source.pointer}` } : { capture };
}

/** Returns the references by which later requests and assertions name the id of the item that `step` creates. */
export function idOf(source: IdSource, step: string, capture: string): NonNullable<Item['id']> {
  const reference = referenceTo(source, step, capture);
  return { template: reference, reference, fromHeader: source.from === 'location' };
}

/**
 * Returns the item with pointers that fit the entries of its list. Example: `GET /orders/{id}` shows
 * `{data, permissions}`, and an entry is what `data` holds, so `/data/total` becomes `/total`. Members outside the
 * wrapper are dropped. An item without such a wrapper is returned unchanged.
 */
export function asEntry(schemas: SchemaStore, item: Item): Item {
  const { list, read, noun } = item.resource;
  const entry = list?.place.item.flat.properties ?? {};
  const shown = read?.place.flat.properties ?? {};
  const isEntry = (name: string) =>
    (envelopes.has(name) || sameName(name, noun)) &&
    isSameValue(schemas.flatten(shown[name] ?? true).properties, entry);
  const names = Object.keys(entry);
  const wrapper = Object.keys(shown).find(isEntry);
  if (wrapper === undefined || names.length === 0 || names.some((name) => Object.hasOwn(shown, name))) return item;
  const above = pointerToken(wrapper);
  const held = [...item.held.values()].flatMap((field): [string, HeldField][] => {
    if (!field.pointer.startsWith(`${above}/`)) return [];
    const pointer = field.pointer.slice(above.length);
    return [[pointer, { ...field, pointer, sentAt: field.sentAt ?? field.within + field.pointer }]];
  });
  return { ...item, held: new Map(held) };
}

/**
 * Returns the capture that the creating step needs for the item's id; {} if the id was sent, is found in
 * the list, or is shown nowhere.
 */
export function captureOf(source: IdSource, name: string): Record<string, Capture> {
  if (['path', 'sent', 'list', 'none'].includes(source.from)) return {};
  if (source.from === 'open') return { [name]: { from: 'body', pointer: source.field.pointer, ifShown: true } };
  return source.from === 'body'
    ? { [name]: { from: 'body', pointer: source.field.pointer } }
    : { [name]: { from: 'header', name: 'location', take: 'lastSegment', ...orAt(source) } };
}

function orAt(source: IdSource): { orAt?: string } {
  return source.from === 'location' && source.unsaid ? { orAt: source.unsaid.pointer } : {};
}

/**
 * True if the item's id can be compared exactly with a value of this schema. An id from a header or path is a text, so
 * the schema must be a string. False if the item has no id.
 */
export function isComparable(schemas: SchemaStore, item: Item, schema: JsonSchema): boolean {
  if (!item.id) return false;
  const { reference, fromHeader } = item.id;
  const typed = 'capture' in reference ? !fromHeader : reference.pointer.startsWith('/body');
  return typed || schemas.flatten(schema).types[0] === 'string';
}

/**
 * Returns the match that finds the item in its list: by id, or else by a sent value (`sentMatch`). [] if neither works.
 */
export function matchOf(schemas: SchemaStore, item: Item): ItemMatch {
  const { list } = item.resource;
  if (!list) return [];
  const byId = matchById(schemas, item, list.place);
  return byId.length > 0 ? byId : sentMatch(schemas, item);
}

/** Returns the match that finds the item in a list by id; [] if the list shows no id that can be compared. */
export function matchById(schemas: SchemaStore, item: Item, { item: { id } }: ListPlace): ItemMatch {
  const compare = id && compareId(schemas, item, id.schema);
  if (!id || !item.id || !compare || (compare === 'number' && !isNumber(schemas.flatten(id.schema)))) return [];
  return [{ pointer: id.pointer, value: item.id.reference, ...(compare === 'exact' ? {} : { compare }) }];
}

/**
 * Returns how an id in a response is compared with the item's: `exact` if `isComparable`, else `number`, for which 7
 * equals "7". Undefined instead of `number` if the response shows a number and the path parameter is a string: the
 * number may be another counter.
 */
export function compareId(schemas: SchemaStore, item: Item, shown: JsonSchema): 'exact' | 'number' | undefined {
  if (isComparable(schemas, item, shown)) return 'exact';
  const isText = schemas.flatten(item.resource.paramSchema).types[0] === 'string';
  return isText && isNumber(schemas.flatten(shown)) ? undefined : 'number';
}

/**
 * Returns the match that finds the item in its list without its id. The first that exists is taken: a value unique to
 * this run; another item that the entry names, if the list stands below a parent and alone shows the id; a member whose
 * schema allows anything. [] if there is none.
 */
export function sentMatch(schemas: SchemaStore, item: Item): { pointer: string; value: ValueReference }[] {
  const { list } = item.resource;
  if (!list) return [];
  const { flat, prefix } = list.place.item;
  const found = assertedFields(schemas, [...item.held.values()], flat, '').filter(({ pointer }) => {
    const template = item.held.get(pointer)?.template;
    return template !== undefined && 'unique' in template && !item.further?.has(pointer);
  });
  // Preferred: a member that every entry must have, then an identity such as a name, then `title`.
  const nameOf = ({ pointer }: (typeof found)[number]) => item.held.get(pointer)?.name ?? '';
  const unique =
    found.find((one) => flat.required.includes(nameOf(one))) ??
    found.find((one) => isIdentity(nameOf(one))) ??
    found.find((one) => nameOf(one) === 'title') ??
    found[0];
  if (unique) return [{ pointer: prefix + unique.pointer, value: sentValue(item, unique.pointer) }];
  return item.resource.create?.id.from === 'list' && paramsOf(list.operation.path).length > 0
    ? thingMatch(schemas, item, list.place)
    : openMatch(item);
}

/**
 * Returns the match by another item that the entry names: the product of a cart line. Below a created parent, only one
 * entry names it. Without such a member: `openMatch`.
 */
function thingMatch(schemas: SchemaStore, item: Item, { item: { flat, prefix } }: ListPlace): ItemMatch {
  const ids = [...item.held.values()].filter(({ template }) => 'capture' in template);
  const [shown] = assertedFields(schemas, ids, flat, '');
  return shown ? [{ pointer: prefix + shown.pointer, value: sentValue(item, shown.pointer) }] : openMatch(item);
}

/**
 * Returns the match by a member whose schema allows anything, in the item and in the list's entries; [] if
 * there is none.
 */
function openMatch(item: Item): { pointer: string; value: ValueReference }[] {
  const { flat, prefix } = item.resource.list?.place.item ?? { flat: undefined, prefix: '' };
  const held = [...item.held.values()].find(({ name, schema }) => {
    return isOpenMember(schema) && isOpenMember(flat?.properties[name]);
  });
  return held ? [{ pointer: prefix + pointerToken(held.name), value: sentValue(item, held.pointer) }] : [];
}

/**
 * Returns an assertion for each value last sent that a response with the schema `shown` must repeat, some at another
 * place (`driverId` at `/driver/id`). `prefix` is the item's JSON Pointer in the response. A status counts only if
 * `words`, those of the operation, name it.
 */
export function assertHeld(
  schemas: SchemaStore,
  item: Item,
  shown: FlatSchema,
  prefix: string,
  words: string,
): Assertion[] {
  const held = [...item.held.values()];
  const asSent = assertedFields(schemas, held, shown, words).map(({ pointer, compare }): Assertion => ({
    op: 'equals',
    pointer: prefix + pointer,
    value: sentValue(item, pointer),
    compare,
  }));
  const otherwise = shownOtherwise(schemas, held, shown).map(({ field, within, pointer, compare }): Assertion => ({
    op: 'equals',
    pointer: prefix + pointer,
    value: sentValue(item, field.pointer, within),
    compare,
  }));
  return [...asSent, ...otherwise];
}

function sentValue(item: Item, pointer: string, inside = ''): ValueReference {
  const held = item.held.get(pointer);
  return { sent: held?.step ?? '', pointer: `/body${held?.sentAt ?? (held?.within ?? '') + pointer}${inside}` };
}

/** Returns the value that was sent last for a top-level member of the item; undefined if none was. */
export function sentFor(item: Item, name: string): Template | undefined {
  const held = item.held.get(pointerToken(name));
  if (!held) return undefined;
  return 'capture' in held.template ? held.template : sentValue(item, held.pointer);
}

/**
 * Returns the other resource whose id identifies the item: for a team's membership, the user. The item was sent that
 * id, and shows one of four signs. The path parameter has the member's name; or the create documents 409 and sends only
 * ids; or a quantity is sent (a cart line); or the item's id is found in the list. Undefined otherwise.
 */
export function namedBy(graph: ResourceGraph, { resource, held }: Item): Resource | undefined {
  const isId = ({ template }: HeldField) => 'capture' in template;
  const sent = [...held.values()];
  const isKnownByAll = resource.create?.operation.responses['409'] !== undefined && sent.every(isId);
  const isFound = resource.create?.id.from === 'list';
  const isQuantity = sent.some(({ name }) => /^(quantity|qty)$/i.test(name));
  const named = sent.find((one) => isId(one) && (one.name === resource.param || isKnownByAll || isQuantity || isFound));
  const thing = named && graph.producerOfField(named.name);
  return thing?.create && thing !== resource ? thing : undefined;
}
