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

/** A field that the item holds now: which step sent its value, and where in its body the item stood. */
export type HeldField = SentField & {
  step: string;
  within: string;
};

/** An item that a journey created, or a singleton below one. */
export type Item = {
  resource: Resource;
  /** Step that created it; undefined for a singleton that is there with its parent. */
  createdBy: string | undefined;
  id: { template: Template; reference: ValueReference; fromHeader: boolean } | undefined;
  /** Values of the path's parameters before its own, by place, where the create told them. */
  parents?: Template[];
  /** By pointer within the resource. */
  held: Map<string, HeldField>;
  /** Members that the item holds if its create had to send them after a refusal. */
  further?: Map<string, HeldField>;
};

/**
 * The item right after its create, with members that the create had to send after a refusal. They are asserted where
 * its response shows them as sent (decision 41).
 */
export function asJustMade(item: Item): Item {
  return { ...item, held: new Map([...(item.further ?? []), ...item.held]) };
}

/** The fields that a step's body sends, by pointer. */
export function heldBy(step: string, body: BuiltBody | undefined): Map<string, HeldField> {
  return new Map(body?.fields.map((field) => [field.pointer, { ...field, step, within: body.within }]));
}

function referenceTo(source: IdSource, step: string, capture: string): ValueReference {
  if (source.from === 'path') return { sent: step, pointer: `/path/${source.param}` };
  return source.from === 'sent' ? { sent: step, pointer: `/body${source.pointer}` } : { capture };
}

/** How later steps refer to the id of what a step creates. */
export function idOf(source: IdSource, step: string, capture: string): NonNullable<Item['id']> {
  const reference = referenceTo(source, step, capture);
  return { template: reference, reference, fromHeader: source.from === 'location' };
}

/** Names of a response member that holds the item itself, beside other members. */
const ENVELOPES = new Set('attributes data entity item object record resource'.split(' '));

/**
 * The item as an entry of a list whose entries are only one member of it (`{data, permissions}`), with pointers within
 * that member.
 */
export function asEntry(schemas: SchemaStore, item: Item): Item {
  const { list, read, noun } = item.resource;
  const entry = list?.place.item.flat.properties ?? {};
  const shown = read?.place.flat.properties ?? {};
  const isEntry = (name: string) =>
    (ENVELOPES.has(name) || sameName(name, noun)) &&
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

/** The capture of the item's id that the creating step needs. */
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

/** An id that came as text from a header or a path equals only a text; one from a body has its own type. */
export function isComparable(schemas: SchemaStore, item: Item, schema: JsonSchema): boolean {
  if (!item.id) return false;
  const { reference, fromHeader } = item.id;
  const typed = 'capture' in reference ? !fromHeader : reference.pointer.startsWith('/body');
  return typed || schemas.flatten(schema).types[0] === 'string';
}

/** The match that finds the item in its list: by id, or by a value that is unique to this run. */
export function matchOf(schemas: SchemaStore, item: Item): ItemMatch {
  const { list } = item.resource;
  if (!list) return [];
  const byId = matchById(schemas, item, list.place);
  return byId.length > 0 ? byId : sentMatch(schemas, item);
}

/** The match that finds the item by id in a list; undefined where the list shows no comparable id. */
export function matchById(schemas: SchemaStore, item: Item, { item: { id } }: ListPlace): ItemMatch {
  const compare = id && compareId(schemas, item, id.schema);
  if (!id || !item.id || !compare || (compare === 'number' && !isNumber(schemas.flatten(id.schema)))) return [];
  return [{ pointer: id.pointer, value: item.id.reference, ...(compare === 'exact' ? {} : { compare }) }];
}

/**
 * How the id in a response is compared. Undefined for a number beside a path parameter of type string: the service may
 * count items that its paths name.
 */
export function compareId(schemas: SchemaStore, item: Item, shown: JsonSchema): 'exact' | 'number' | undefined {
  if (isComparable(schemas, item, shown)) return 'exact';
  const isText = schemas.flatten(item.resource.paramSchema).types[0] === 'string';
  return isText && isNumber(schemas.flatten(shown)) ? undefined : 'number';
}

/** The match that finds the item by sent values only: a text that is unique to this run. */
export function sentMatch(schemas: SchemaStore, item: Item): { pointer: string; value: ValueReference }[] {
  const { list } = item.resource;
  if (!list) return [];
  const { flat, prefix } = list.place.item;
  const found = assertedFields(schemas, [...item.held.values()], flat, '').filter(({ pointer }) => {
    const template = item.held.get(pointer)?.template;
    return template !== undefined && 'unique' in template && !item.further?.has(pointer);
  });
  // A member that the list always shows of its items, or else one that it most likely shows.
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
 * Below a created item, the list holds exactly one entry that refers to the other created item: the cart line of a
 * product.
 */
function thingMatch(schemas: SchemaStore, item: Item, { item: { flat, prefix } }: ListPlace): ItemMatch {
  const ids = [...item.held.values()].filter(({ template }) => 'capture' in template);
  const [shown] = assertedFields(schemas, ids, flat, '');
  return shown ? [{ pointer: prefix + shown.pointer, value: sentValue(item, shown.pointer) }] : openMatch(item);
}

/** A list may show its entries without the wrapper that the item itself has. */
function openMatch(item: Item): { pointer: string; value: ValueReference }[] {
  const { flat, prefix } = item.resource.list?.place.item ?? { flat: undefined, prefix: '' };
  const held = [...item.held.values()].find(({ name, schema }) => {
    return isOpenMember(schema) && isOpenMember(flat?.properties[name]);
  });
  return held ? [{ pointer: prefix + pointerToken(held.name), value: sentValue(item, held.pointer) }] : [];
}

/** The fields of an item that a response of `shown` must carry as they were sent last. */
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

/** The value that was sent last for a member of the item; undefined where there is none. */
export function sentFor(item: Item, name: string): Template | undefined {
  const held = item.held.get(pointerToken(name));
  if (!held) return undefined;
  return 'capture' in held.template ? held.template : sentValue(item, held.pointer);
}

/**
 * The resource whose id identifies the item: a membership by its user. A create that documents 409 and takes only such
 * ids is identified by them, since nobody enrolls twice. A quantity is too: a cart adds up.
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
