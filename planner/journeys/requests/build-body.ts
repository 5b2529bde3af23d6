import type { Json, Template } from '#verifier/plan/plan.ts';

import { bodyWrapper, heldIn, sentResource, wrapped } from '../../resources/model/body-wrapper.ts';
import { isNamedByServer, isOnlyListed } from '../../resources/creation/create-of.ts';
import { ownIdName } from '../../resources/model/own-id-name.ts';
import { nounSegment } from '../../resources/model/path-template.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { namesReferenceData } from '../../resources/relations/find-reference-data.ts';
import { takesAnyBytes } from '../../resources/responses/text-item-in.ts';
import { CannotPlan, noValue } from '../../outcome/dropped-plan.ts';
import { canonicalJson } from '../../intake/json/canonical-json.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import { isOpenMember } from '../../intake/schema/is-open-member.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { makesCopy } from '../../vocabulary/action-words.ts';
import { chooseValue } from '../../values/choose/choose-value.ts';
import { type Choice, isUnfit, MOST_VALUES, type SentField, type Turn, type Unfit } from '../../values/model/choice.ts';
import { furtherMembers } from '../../values/choose/further-members.ts';
import { renewedValues } from '../../values/assertable/renewed-values.ts';
import { filesOf } from '../../values/files/sample-file.ts';
import { textBody } from '../../values/choose/text-body.ts';
import { namesEmbeddedPart } from './references/embedded-part-id.ts';
import { examplesOfCreate } from './examples-of-create.ts';
import type { Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';
import { nameInMetadata } from './name-in-metadata.ts';
import { bodyOfKind } from './folder-children.ts';
import { namedByPath } from './references/named-by-path.ts';
import type { Planning } from '../model/planning.ts';
import { replacedAttributes } from './replaced-attributes.ts';
import { embeddedObject } from './references/embedded-object.ts';
import { carriedFields, isKnownBy, madeBy, otherEnd, chosenIdName, knowsCaller } from './references/carried-fields.ts';
import type { BuiltBody } from '../model/built-body.ts';
import { isOfLife } from '../../vocabulary/times.ts';
import { isIdentity, isPlainId } from '../../vocabulary/identifiers.ts';
import { isOwnerLike } from '../../vocabulary/people-and-access.ts';

/** True for a string that takes any name: no enum, const or pattern, and not readOnly. */
function isNameLike({ types, rest }: FlatSchema): boolean {
  return types[0] === 'string' && ['enum', 'const', 'pattern', 'readOnly'].every((key) => rest[key] === undefined);
}

function isFixedIdentity({ name, schema, template }: SentField, choice: Choice): boolean {
  const { rest, types } = choice.schemas.flatten(schema);
  const open = rest['enum'] === undefined && rest['const'] === undefined && types[0] === 'string';
  return open && isIdentity(name) && !('unique' in template);
}

/** Returns, by JSON Pointer, the members that the engine adds if the write is refused without them. */
export function furtherOf(body: BuiltBody | undefined): Record<string, Template> {
  return byPointer(body?.within ?? '', body?.further ?? []);
}

function byPointer(within: string, fields: SentField[]): Record<string, Template> {
  return Object.fromEntries(fields.map(({ pointer, template }) => [within + pointer, template]));
}

function unfitBody(pointer: string, key: string, { unfit, isTooMuch }: Unfit): CannotPlan {
  return noValue(pointer, `"${unfit || 'the body'}" of ${key}`, isTooMuch && MOST_VALUES);
}

/**
 * Returns the body of a write with first values (turn 0) or next ones (turn 1 or 2); undefined if the operation
 * takes none. Throws CannotPlan.
 */
export function buildBody(...asked: Parameters<typeof fillBody>): BuiltBody | undefined {
  const [journey, operation, turn, item] = asked;
  const replaced = replacedAttributes(journey.planning, operation, turn);
  return replaced ?? nameInMetadata(journey, operation, turn, item, bodyOfKind(journey, operation, fillBody(...asked)));
}

function fillBody(
  journey: Journey,
  operation: Operation,
  asked: Turn,
  item?: Item,
  differing?: string,
): BuiltBody | undefined {
  const { body } = operation;
  // The copy that `POST /pages/{id}/copy` creates gets another name than the original: many servers would
  // rename an equal one.
  const turn = operation.method === 'POST' && makesCopy(nounSegment(operation.path)) ? 2 : asked;
  if (!body) return undefined;
  const { graph } = journey.planning;
  if (body.contentType === undefined || !takesAnyBytes(graph.resources, operation))
    throw new CannotPlan({
      reason: 'NO_VALUE_FITS',
      pointer: body.pointer,
      detail: `${operation.key} takes neither a JSON body, nor a form or a text that can be filled.`,
      edit: 'Document an application/json request body.',
    });
  const isReference = referenceNames(journey);
  const made = madeBy(graph, operation);
  const choice: Choice = {
    schemas: journey.planning.model.schemas,
    ownId: made && chosenIdName(made),
    telling: made?.create?.id.from === 'sent' ? ownIdName(made) : undefined,
    turn,
    carried: carriedFields(journey, operation, item, differing),
    refer: referring(journey),
    thing: (flat) => embeddedObject(journey, operation, flat),
    isReference,
    ...(differing !== undefined && { differing }),
    ...(item && { before: literalsOf(item) }),
    conflicts: operation.responses['409'] !== undefined || derivesIdentity(journey, operation, item),
    ...journey.making,
    marked: isListedOpenly(journey, operation),
    file: filesOf(operation),
  };
  const wrapper = bodyWrapper(choice.schemas, operation);
  const own = wrapper ? body.examples.map((example) => heldIn(wrapper, example)) : body.examples;
  const told = [...own.toSorted(byMadeUpIds), ...(item ? examplesOfCreate(journey, operation, item) : [])];
  const nearby = told.filter((example) => example !== undefined);
  const chosen = body.isText
    ? textBody(choice, body)
    : chooseValue(choice, wrapper?.schema ?? body.schema, wrapper?.name ?? 'body', nearby);
  if (isUnfit(chosen)) throw unfitBody(body.pointer, operation.key, chosen);
  const within = wrapper?.pointer ?? '';
  const free = made
    ? furtherMembers({ ...choice, isReference }, wrapper?.schema ?? body.schema, chosen.template, nearby)
    : { further: [], ifNamed: [] };
  // If the caller chooses the id in the path, the path's values are not known yet, so the body repeats none of them.
  const isChosen = made?.create?.id.from === 'path' && made.create.operation === operation;
  const above = isChosen || journey.makesNothing ? [] : namedByPath(journey, operation, chosen.template, item);
  const isOther = ({ name }: SentField) => above.every((one) => one.name !== name);
  const further = [...above, ...free.further.filter(isOther)];
  const taken = { isTaken: (template: Template) => isSentBefore(journey, template), noun: made?.noun ?? '' };
  return {
    contentType: body.contentType,
    ...(body.parts && { parts: body.parts }),
    template: wrapper ? wrapped(wrapper, chosen.template) : chosen.template,
    fields: chosen.fields
      .filter(({ name }) => !isEndOfPath(operation, name) && wrapper?.beside.includes(name) !== true)
      .map((field) => (isCallersWord(journey, operation, field) ? { ...field, isCallers: true } : field)),
    optional: (chosen.optional ?? []).map((pointer) => within + pointer),
    guessed: (chosen.guessed ?? []).map((pointer) => within + pointer),
    further,
    ifNamed: byPointer(within, free.ifNamed.filter(isOther)),
    renewed: body.isText ? {} : renewedValues(choice.schemas, chosen, within, turn, taken),
    within,
    exclusive: chosen.fields.some((field) => isFixedIdentity(field, choice)),
  };
}

/**
 * Sorts examples that hold a UUID to the end: one may name an item that the server does not have, so that the server
 * refuses it.
 */
function byMadeUpIds(left: Json | undefined, right: Json | undefined): number {
  const holdsId = (one: Json | undefined) =>
    Number(/[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}/i.test(JSON.stringify(one) ?? ''));
  return holdsId(left) - holdsId(right);
}

/**
 * Returns a function that is true for a member named after another resource, reference data or a part of an item. With
 * `just`, the member must have the name of the resource itself (`product`) or of reference data.
 */
function referenceNames({ planning: { graph, model } }: Journey): (name: string, just?: boolean) => boolean {
  return (name, just) =>
    graph[just ? 'producerCalled' : 'producerOfField'](name) !== undefined ||
    namesReferenceData(graph.stocks, name) ||
    (!just && namesEmbeddedPart(graph, model.schemas, name));
}

/**
 * Returns the function that gives a reference's value. If a body names both ends of a relation (`fromAccountId`,
 * `toAccountId`), each end gets an item of its own.
 */
function referring(journey: Journey): NonNullable<Choice['refer']> {
  const named = new Map<string, Template>();
  return (name, isGuess, key) => {
    const make = () => (key === undefined ? journey.referenceFor(name) : namedByKey(journey, name, key));
    const value = named.get(name) ?? (isGuess ? journey.attempt(make) : make());
    if (!value || named.has(name)) return value;
    const found = otherEnd(journey, name, value, Object.fromEntries(named)) ?? value;
    named.set(name, found);
    return found;
  };
}

/**
 * Returns the id of an item for an object that holds the item's key: `{"project": {"key": ...}}`. Undefined if no
 * resource has that name and key, or while its item is being created.
 */
function namedByKey(journey: Journey, name: string, key: string): Template | undefined {
  const thing = journey.planning.graph.producerOfField(name);
  return thing && isKnownBy(thing, key) && !journey.isMaking(thing) ? journey.referenceFor(name) : undefined;
}

/** True if the body of an earlier step holds the value. */
function isSentBefore({ steps }: Journey, template: Template): boolean {
  const wanted = canonicalJson(template as Json);
  return steps.some(({ body }) => body && textOf(body.value).includes(wanted));
}

const texts = new WeakMap<Template, string>();

function textOf(template: Template): string {
  const text = texts.get(template) ?? canonicalJson(template as Json);
  texts.set(template, text);
  return text;
}

function literalsOf({ held }: Item): Record<string, Json> {
  const known = [...held.values()].flatMap(({ pointer, name, template }) =>
    'literal' in template && pointer === pointerToken(name) ? [[name, template.literal] as const] : [],
  );
  return Object.fromEntries(known);
}

/**
 * True for a required, made-up value that the server cannot know: the owner, if the request has no credentials, or the
 * date of an event such as `hireDate`.
 */
function isCallersWord(
  journey: Journey,
  operation: Operation,
  { name, pointer, schema, template }: SentField,
): boolean {
  const { schemas } = journey.planning.model;
  const { required } = sentResource(schemas, operation);
  const isMadeUp = 'literal' in template || 'unique' in template;
  if (!isMadeUp || !required.includes(name) || pointer !== pointerToken(name)) return false;
  const isDay = String(schemas.flatten(schema).rest['format']).startsWith('date');
  return (isDay && isOfLife(name)) || (isOwnerLike(name) && !knowsCaller(journey, operation));
}

/**
 * True for an identity in the body of `PUT /files/{path}`. The server takes the name from the path, so the
 * member is not asserted.
 */
function isEndOfPath({ method, path }: Operation, name: string): boolean {
  return method === 'PUT' && /\{(file_?)?path\}$/i.test(path) && isIdentity(name);
}

/**
 * True if the server derives the item's id from a sent value (a slug from the title), so that free texts must be
 * unique. Also true for an item that only its list identifies, unless it takes a name.
 */
function derivesIdentity({ planning }: Journey, operation: Operation, item: Item | undefined): boolean {
  const made = madeBy(planning.graph, operation);
  // An item that its list alone identifies needs a unique value too, unless it takes a name: a name is made
  // unique anyway.
  if (made?.create && isOnlyListed(made.create.id)) return !hasOwnName(planning, operation, made);
  const isUpdate = [item?.resource.put, item?.resource.patch].includes(operation);
  return isNamedByServer(made ?? (isUpdate ? item?.resource : undefined));
}

/** True if the body takes a name that the list shows. Names are unique in each run. */
function hasOwnName({ model: { schemas } }: Planning, operation: Operation, { list }: Resource): boolean {
  const shown = list?.place.item.flat.properties ?? {};
  return Object.entries(sentResource(schemas, operation).properties).some(
    ([name, schema]) =>
      isIdentity(name) && !isPlainId(name) && Object.hasOwn(shown, name) && isNameLike(schemas.flatten(schema)),
  );
}

/** True if the list shows the created item without an id, in objects that may hold any member. */
function isListedOpenly({ planning: { graph } }: Journey, operation: Operation): boolean {
  const place = graph.makers.get(operation)?.[0]?.list?.place.item;
  return place !== undefined && place.id === undefined && Object.values(place.flat.properties).some(isOpenMember);
}
