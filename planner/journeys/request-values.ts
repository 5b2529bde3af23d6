import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { Json, JsonSchema, Template } from '#verifier/plan/plan.ts';

import { bodyWrapper, heldIn, sentResource, wrapped } from '../resources/body-wrapper.ts';
import { isNamedByServer, isOnlyListed } from '../resources/create-of.ts';
import { nounSegment, paramsOf } from '../resources/path-template.ts';
import { namesKeyOf } from '../resources/resource-graph.ts';
import type { Resource, ResourceGraph } from '../resources/resource.ts';
import { modelsOf, namesStock, speaksOf, valueOf } from '../resources/stock-lists.ts';
import { takesAnyBytes } from '../resources/text-items.ts';
import { CannotPlan, noValue } from '../rules/dropped-plan.ts';
import { canonicalJson } from '../spec/canonical-json.ts';
import { pointerToken } from '../spec/json-object.ts';
import { type FlatSchema, isNumber } from '../spec/flat-schema.ts';
import { isOpenMember } from '../spec/open-member.ts';
import type { Operation } from '../spec/spec-model.ts';
import { makesCopy } from '../values/action-words.ts';
import { chooseValue } from '../values/choose-value.ts';
import { type Choice, isUnfit, type SentField, type Turn } from '../values/choice.ts';
import { furtherMembers } from '../values/further-members.ts';
import { renewedValues } from '../values/renewed-values.ts';
import { textBody } from '../values/text-body.ts';
import {
  isIdentity,
  isIdLike,
  isOwnerLike,
  isPlainId,
  isVersionLike,
  isWhose,
  plainName,
  sameName,
  wordsOf,
} from '../values/field-names.ts';
import { givenBefore } from './given-before.ts';
import type { Item } from './item.ts';
import type { Journey } from './journey.ts';
import { namedByPath } from './named-by-path.ts';
import type { Planning } from './planning.ts';
import { thingInFull } from './thing-in-full.ts';

export type BuiltBody = {
  contentType: string;
  template: Template;
  fields: SentField[];
  /** JSON Pointers of made-up members that the spec does not require. */
  optional: string[];
  /** Those of them for which the spec gives no value. */
  guessed: string[];
  /** Members that a write is sent with where it is refused without them. */
  further: SentField[];
  /** By JSON Pointer: members that go along only where the refusal names them. */
  ifNamed: Record<string, Template>;
  /** By JSON Pointer: values that nothing has yet, for members that are sent with one that something else may have. */
  renewed: Record<string, Template>;
  /** JSON Pointer of the resource within the body; "" where the body is the resource itself. */
  within: string;
  /** Some identity field admits no suffix: journeys that send it must not run at the same time. */
  exclusive: boolean;
};

/** Body fields that name another resource, the required ones and those of `links`: made by the journey, env-provided, or with a value in the spec; else not creatable. */
function carriedFields(journey: Journey, operation: Operation, item: Item | undefined): Record<string, Template> {
  const { schemas } = journey.planning.model;
  const body = sentResource(schemas, operation);
  const given = givenBefore(journey, operation);
  const carried: Record<string, Template> = { ...given };
  // What the path knows the item by stays as it is: an update that changed it would move the item.
  const own = item?.id && [ownIdName(item.resource) ?? idOfPath(item.resource), shownIdName(item.resource)];
  for (const name of own ?? [])
    if (name !== undefined && Object.hasOwn(body.properties, name) && item?.id) carried[name] = item.id.template;
  const made = madeBy(journey.planning.graph, operation);
  const chosenId = made && chosenIdName(made);
  const kind = made ?? item?.resource;
  const links = made ? Object.keys(body.properties).filter((name) => journey.links.has(name)) : [];
  const due = new Set([...body.required, ...links]);
  const owners = made ? ownersOf(journey, operation, made, body) : [];
  for (const name of [...new Set([...due, ...owners])].sort()) {
    if (Object.hasOwn(given, name)) continue;
    const schema = body.properties[name] ?? true;
    const flat = schemas.flatten(schema);
    // Called like the path's parameter beside an id of its own, it names something elsewhere.
    if (kind?.own !== undefined && sameName(name, kind.param)) continue;
    const seen = item && isVersionLike(name) ? captureRead(journey, item, name) : undefined;
    if (seen) carried[name] = seen;
    const make = () => journey.referenceFor(name, schema);
    const refer = () => (due.has(name) ? make() : journey.attempt(make));
    const named = isNamedAfter(journey, operation, name, flat) ? refer() : undefined;
    const after = named ?? modelFor(journey, operation, body, name);
    if (after) carried[name] ??= after;
    const isKey = refersByKey(journey, operation, name);
    if ((!isIdLike(name) && !isKey) || flat.rest['readOnly'] === true || flat.types[0] === 'array') continue;
    const isOwn = item?.id && (sameName(name, item.resource.param) || name === 'id');
    const isChosen = name === chosenId;
    // What the thing itself is called is no reference to the one of its kind that was made before.
    const value = isOwn ? item.id?.template : isChosen ? undefined : refer();
    if (value) carried[name] = value;
    const { examples, enum: members, const: constant, default: usual } = flat.rest;
    const vouched = [examples, members, constant, usual].some((source) => source !== undefined);
    const refers = flat.rest['format'] === 'uuid' || isNumber(flat);
    if (
      value ||
      vouched ||
      isKey ||
      !refers ||
      isChosen ||
      name === 'id' ||
      !due.has(name) ||
      (operation.body?.examples.length ?? 0) > 0
    )
      continue;
    throw new CannotPlan({
      reason: 'NOT_CREATABLE',
      pointer: operation.body?.pointer ?? operation.pointer,
      detail: `${operation.key} requires "${name}", and no operation of this spec creates what it names.`,
      edit: `Add the operation that creates it, give "${name}" an example, or declare it as env-provided.`,
    });
  }
  return carried;
}

/**
 * Members of a body that requires nothing which name what each such thing is shown to belong to: always, and never as null. A document that
 * requires nothing of what is shown either says it by null alone.
 */
function ownersOf(journey: Journey, operation: Operation, made: Resource, body: FlatSchema): string[] {
  const { graph, model } = journey.planning;
  const shown = made.read?.place.flat ?? made.list?.place.item.flat;
  if (body.required.length > 0 || !shown) return [];
  const isKnown = knowsCaller(journey, operation);
  return Object.keys(body.properties).filter((name) => {
    const owner = graph.producerOfField(name);
    const mayBeNull = [body, shown].some(({ properties }) => model.schemas.flatten(properties[name] ?? true).nullable);
    // What the path names, a body need not say again.
    const isNamed = paramsOf(operation.path).some((param) => sameName(param, name));
    const isShown = Object.hasOwn(shown.properties, name) && shown.required.length === 0 && !isNamed;
    const isSure = (shown.required.includes(name) || isShown) && !mayBeNull;
    return isSure && !(isWhose(name) && isKnown) && owner?.create !== undefined && owner !== made;
  });
}

/** A plain text or number that is called like another kind of thing ("payment_method", "plan_code") takes that thing's id, or what it is known by. */
function isNamedAfter({ planning }: Journey, operation: Operation, name: string, flat: FlatSchema): boolean {
  const { types, rest } = flat;
  const isId = isNumber(flat) || rest['format'] === 'uuid' || (types[0] === 'string' && rest['format'] === undefined);
  const told = ['enum', 'const', 'pattern', 'examples', 'default', 'readOnly', 'minimum', 'maximum', 'multipleOf'];
  const isPlain = isId && told.every((key) => rest[key] === undefined);
  if (!isPlain || isIdLike(name) || (operation.body?.examples.length ?? 0) > 0) return false;
  const { producerCalled, producerOfField, stocks } = planning.graph;
  const producer = producerCalled(name);
  if (producer) return producer.create?.operation !== operation;
  return producerOfField(name) === undefined && namesStock(stocks, name) && !isOwnName(planning.graph, operation, name);
}

/** What the thing that is made is called itself (the model_name of a model), whatever another list calls things of its kind. */
function isOwnName(graph: ResourceGraph, operation: Operation, name: string): boolean {
  const noun = madeBy(graph, operation)?.noun;
  return noun !== undefined && wordsOf(name).slice(0, -1).join('') === plainName(noun);
}

function isFreeText({ types, rest }: FlatSchema): boolean {
  const vouching = ['enum', 'const', 'format', 'pattern', 'examples', 'default', 'readOnly'];
  return types[0] === 'string' && vouching.every((key) => rest[key] === undefined);
}

/** A text that admits any name. */
function isNameLike({ types, rest }: FlatSchema): boolean {
  return types[0] === 'string' && ['enum', 'const', 'pattern', 'readOnly'].every((key) => rest[key] === undefined);
}

/**
 * The name of one of the things that new ones are made after (kernel specs, for kernels), where the request has no other word for it and the new
 * things are told apart by ids.
 */
function modelFor(journey: Journey, operation: Operation, body: FlatSchema, name: string): Template | undefined {
  const { graph, model } = journey.planning;
  const made = journey.makesNothing ? undefined : madeBy(graph, operation);
  const id = made?.create?.id.from === 'body' ? made.create.id.field.name : undefined;
  const schema = body.properties[name] ?? true;
  if (name !== 'name' || !made || id === undefined || !isIdLike(id) || operation.responses['409']) return undefined;
  const stock = isFreeText(model.schemas.flatten(schema)) ? modelsOf(graph.stocks, made.noun) : undefined;
  if (!stock || Object.keys(body.properties).some((other) => other !== name && speaksOf(stock, other)))
    return undefined;
  const found = valueOf(model.schemas, stock, name, schema);
  return found && journey.firstOf(found);
}

/** Names another kind of thing by what its things are known by ("copy_number"). */
function refersByKey({ planning }: Journey, operation: Operation, name: string): boolean {
  const producer = planning.graph.producerOfField(name);
  return producer !== undefined && producer.create?.operation !== operation && namesKeyOf(producer, name);
}

/** What the operation is the create of. */
export function madeBy({ makers }: ResourceGraph, operation: Operation): Resource | undefined {
  return makers.get(operation)?.find(({ create }) => create?.operation === operation);
}

/** Name of the parameter at which the caller chooses an item's path. */
function idOfPath({ create }: Resource): string | undefined {
  return create?.id.from === 'path' ? create.id.param : undefined;
}

/** Of what is made at a path that the client chose: name of the member that shows what was chosen. */
function shownIdName(resource: Resource): string | undefined {
  return idOfPath(resource) === undefined ? undefined : resource.read?.place.id?.name;
}

/** Name of the member by which a write's body would name the item; undefined where nothing tells. */
export function ownIdName({ create }: Resource): string | undefined {
  if (create?.id.from === 'body') return create.id.field.name;
  return create?.id.from === 'sent' ? segmentsOf(create.id.pointer).at(-1) : undefined;
}

/** The same of an id that the caller makes up. One that is called after another thing is that thing's: a waiver is known by its journey. */
function chosenIdName(resource: Resource): string | undefined {
  const name = ownIdName(resource) ?? '';
  return !isIdLike(name) || isPlainId(name) || sameName(name, `${resource.noun}Id`) ? name : undefined;
}

/** A field as the actor's last read of the item showed it; undefined where no read of this journey documents it. */
function captureRead(journey: Journey, { resource: { read, noun } }: Item, name: string): Template | undefined {
  const step = journey.steps.findLast(({ method, path }) => method === 'GET' && path === read?.operation.path);
  if (!step || !read || !Object.hasOwn(read.place.flat.properties, name)) return undefined;
  const capture = journey.freeCapture(`${noun}_${name}`);
  step.captures = { ...step.captures, [capture]: { from: 'body', pointer: read.place.prefix + pointerToken(name) } };
  return { capture };
}

function isFixedIdentity({ name, schema, template }: SentField, choice: Choice): boolean {
  const { rest, types } = choice.schemas.flatten(schema);
  const open = rest['enum'] === undefined && rest['const'] === undefined && types[0] === 'string';
  return open && isIdentity(name) && !('unique' in template);
}

/**
 * Of an update's members that have no example of their own, those that the create of the item gives one: what is a legal text there is one here,
 * and the change takes another.
 */
function examplesOfCreate({ planning }: Journey, operation: Operation, { resource }: Item): Json[] {
  const { schemas } = planning.model;
  const create = resource.create?.operation;
  if (create === undefined || create === operation) return [];
  const examplesOf = (schema: JsonSchema) => {
    const { examples } = schemas.flatten(schema).rest;
    return Array.isArray(examples) ? examples : [];
  };
  const made = sentResource(schemas, create).properties;
  const { properties, alternatives } = sentResource(schemas, operation);
  const shown = Object.entries(properties).flatMap(([name, schema]) => {
    const [example] = Object.hasOwn(made, name) ? examplesOf(made[name] ?? true) : [];
    return example === undefined || examplesOf(schema).length > 0 ? [] : [[name, example] as const];
  });
  // Which of several bodies is meant, a part of one does not tell.
  return shown.length === 0 || alternatives.length > 0 ? [] : [Object.fromEntries(shown)];
}

/** By JSON Pointer into the body: what a write is sent with where it is refused without. */
export function furtherOf(body: BuiltBody | undefined): Record<string, Template> {
  return byPointer(body?.within ?? '', body?.further ?? []);
}

function byPointer(within: string, fields: SentField[]): Record<string, Template> {
  return Object.fromEntries(fields.map(({ pointer, template }) => [within + pointer, template]));
}

/** The body of a write with first or next values; undefined where the operation takes none. Throws CannotPlan. */
export function buildBody(
  journey: Journey,
  operation: Operation,
  asked: Turn,
  item?: Item,
  differing?: string,
): BuiltBody | undefined {
  const { body } = operation;
  // Called as what it is made from, a copy is called otherwise by many a server.
  const turn = operation.method === 'POST' && makesCopy(nounSegment(operation.path)) ? 2 : asked;
  if (!body) return undefined;
  const { graph } = journey.planning;
  if (body.contentType === undefined || !takesAnyBytes(graph.resources, operation))
    throw new CannotPlan({
      reason: 'NO_VALUE_FITS',
      pointer: body.pointer,
      detail: `${operation.key} takes neither a JSON body, nor an urlencoded form or a text that can be filled.`,
      edit: 'Document an application/json request body.',
    });
  const isReference = (name: string, just?: boolean) =>
    graph[just ? 'producerCalled' : 'producerOfField'](name) !== undefined || namesStock(graph.stocks, name);
  const made = madeBy(graph, operation);
  const choice: Choice = {
    schemas: journey.planning.model.schemas,
    ownId: made && chosenIdName(made),
    telling: made?.create?.id.from === 'sent' ? ownIdName(made) : undefined,
    turn,
    carried: carriedFields(journey, operation, item),
    refer: (name) => journey.referenceFor(name),
    thing: (flat) => thingInFull(journey, operation, flat),
    isReference,
    ...(differing !== undefined && { differing }),
    ...(item && { before: literalsOf(item) }),
    conflicts: operation.responses['409'] !== undefined || derivesIdentity(journey, operation, item),
    hidden: journey.hidden,
    marked: isListedOpenly(journey, operation),
  };
  const wrapper = bodyWrapper(choice.schemas, operation);
  const own = wrapper ? body.examples.map((example) => heldIn(wrapper, example)) : body.examples;
  const nearby = [...own, ...(item ? examplesOfCreate(journey, operation, item) : [])];
  const given = nearby.filter((example) => example !== undefined);
  const chosen = body.isText
    ? textBody(choice, body)
    : chooseValue(choice, wrapper?.schema ?? body.schema, wrapper?.name ?? 'body', given);
  if (isUnfit(chosen)) throw noValue(body.pointer, `"${chosen.unfit || 'the body'}" of ${operation.key}`);
  const within = wrapper?.pointer ?? '';
  const free = made
    ? furtherMembers({ ...choice, isReference }, wrapper?.schema ?? body.schema, chosen.template, nearby as Json[])
    : { further: [], ifNamed: [] };
  // The path of a create at a chosen id is not known yet.
  const isChosen = made?.create?.id.from === 'path' && made.create.operation === operation;
  const above = isChosen || journey.makesNothing ? [] : namedByPath(journey, operation, chosen.template, item);
  const isOther = ({ name }: SentField) => above.every((one) => one.name !== name);
  const further = [...above, ...free.further.filter(isOther)];
  const taken = { isTaken: (template: Template) => isSentBefore(journey, template), noun: made?.noun ?? '' };
  const exclusive = chosen.fields.some((field) => isFixedIdentity(field, choice));
  return {
    contentType: body.contentType,
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
    exclusive,
  };
}

/** By the body of another step of the journey. */
function isSentBefore({ steps }: Journey, template: Template): boolean {
  const wanted = canonicalJson(template as Json);
  return steps.some(({ body }) => body && canonicalJson(body.value as Json).includes(wanted));
}

function literalsOf({ held }: Item): Record<string, Json> {
  const known = [...held.values()].flatMap(({ pointer, name, template }) =>
    'literal' in template && pointer === pointerToken(name) ? [[name, template.literal] as const] : [],
  );
  return Object.fromEntries(known);
}

/** Whether an identity tells the server whose a thing is. */
function knowsCaller({ actor }: Journey, { secured }: Operation): boolean {
  return actor !== null || secured;
}

/** Who did it, where that is required and the server is told by nothing else: no identity is sent. */
function isCallersWord(journey: Journey, operation: Operation, { name, pointer, template }: SentField): boolean {
  const { schemas } = journey.planning.model;
  const { required } = sentResource(schemas, operation);
  const isMadeUp = 'literal' in template || 'unique' in template;
  return (
    !knowsCaller(journey, operation) &&
    isMadeUp &&
    isOwnerLike(name) &&
    required.includes(name) &&
    pointer === pointerToken(name)
  );
}

/** What stands at a path that the client chose is called like the end of it, whatever else is sent: nothing is claimed of that. */
function isEndOfPath({ method, path }: Operation, name: string): boolean {
  return method === 'PUT' && /\{(file_?)?path\}$/i.test(path) && isIdentity(name);
}

/** Items are known by a name that the server makes from what is sent (a slug from the title): then what is sent must differ too. */
function derivesIdentity({ planning }: Journey, operation: Operation, item: Item | undefined): boolean {
  const made = madeBy(planning.graph, operation);
  // Found in its list by what was sent, it must be the only one that has it: a name of its own is enough.
  if (made?.create && isOnlyListed(made.create.id)) return !hasOwnName(planning, operation, made);
  const isUpdate = [item?.resource.put, item?.resource.patch].includes(operation);
  return isNamedByServer(made ?? (isUpdate ? item?.resource : undefined));
}

/** Whether things are sent and listed with a name, which is made anew for each of them anyway. */
function hasOwnName({ model: { schemas } }: Planning, operation: Operation, { list }: Resource): boolean {
  const shown = list?.place.item.flat.properties ?? {};
  return Object.entries(sentResource(schemas, operation).properties).some(
    ([name, schema]) =>
      isIdentity(name) && !isPlainId(name) && Object.hasOwn(shown, name) && isNameLike(schemas.flatten(schema)),
  );
}

/** What the operation makes is shown without a documented id by a list that may show anything else. */
function isListedOpenly({ planning: { graph } }: Journey, operation: Operation): boolean {
  const place = graph.makers.get(operation)?.[0]?.list?.place.item;
  return place !== undefined && place.id === undefined && Object.values(place.flat.properties).some(isOpenMember);
}
