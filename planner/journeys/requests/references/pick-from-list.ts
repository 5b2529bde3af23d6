import type { Capture, JsonSchema, Template } from '#verifier/plan/plan.ts';

import { sentResource } from '../../../resources/model/body-wrapper.ts';
import { agree } from '../../../resources/model/id-names.ts';
import { isItemPath, nounSegment, shapeOf } from '../../../resources/model/path-template.ts';
import { listIn, successBody } from '../../../resources/responses/response-shape.ts';
import { namesReferenceData } from '../../../resources/relations/find-reference-data.ts';
import type { SchemaStore } from '../../../intake/schema/schema-store.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { singular } from '../../../vocabulary/singular.ts';
import type { Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import type { Planning } from '../../model/planning.ts';
import type { ListPlace } from '../../../resources/model/item-place.ts';
import type { ResourceGraph } from '../../../resources/model/resource-graph.ts';
import { sameName } from '../../../vocabulary/words-of.ts';
import { isPlainId } from '../../../vocabulary/identifiers.ts';
import { envProvidedParam } from '../../model/env-provided-param.ts';

/**
 * The list at an operation's own path that shows what the operation accepts now. `pointer` is the id's place in an
 * entry; `member` is the body member that takes it.
 */
export type PickList = { list: Operation; noun: string; place: ListPlace; pointer: string; member: Member };
/** A body member `{name: {key: …}}`, as in `transition: {id}`: `key` is its one required member, of this `schema`. */
type Member = { name: string; key: string; schema: JsonSchema };

/**
 * Returns the body member with the id of the list's first entry. `GET /issues/{key}/transitions` shows what
 * `POST /issues/{key}/transitions {transition: {id}}` accepts. The list depends on the item's state, so it is read
 * again each time. {} if there is no such list.
 */
export function pickFromList(journey: Journey, operation: Operation, item: Item | undefined): Record<string, Template> {
  const picked = journey.picked.get(operation);
  const listed = journey.makesNothing ? undefined : pickListFor(journey.planning, operation);
  if (!listed || picked) return picked ?? {};
  const { noun, place, pointer, member } = listed;
  const capture = journey.freeCapture(noun);
  // If the list is empty, the request sends an id that no entry has, and may be refused.
  const otherwise = journey.planning.model.schemas.flatten(member.schema).types[0] === 'integer' ? 0 : 'none';
  const first: Capture = { from: 'first', list: place.list, pointer, otherwise };
  const asked = journey.attempt(() => readPickList(journey, operation, item, listed, { [capture]: first }));
  return asked === undefined ? {} : pickedEntryBody(listed, capture);
}

/**
 * Adds a read of the list at the operation's path, with captures of its entries. The read may answer 404. Returns the
 * step's id. Throws CannotPlan.
 */
export function readPickList(
  journey: Journey,
  operation: Operation,
  item: Item | undefined,
  { list, noun }: PickList,
  captures: Record<string, Capture>,
): string {
  return journey.step({
    verb: 'find',
    noun,
    operation: list,
    persona: journey.actor,
    path: journey.pathOf(operation, item),
    captures,
    mayBeAbsent: true,
  });
}

/** Returns the body member that names the captured entry: `{transition: {id: ...}}`. */
export function pickedEntryBody({ member: { name, key } }: PickList, capture: string): Record<string, Template> {
  return { [name]: { object: { [key]: { capture } } } };
}

/** Returns the list at the operation's own path whose entries its body names; undefined if there is none. */
export function pickListFor(planning: Planning, operation: Operation): PickList | undefined {
  const { graph, model } = planning;
  const { method, path, responses } = operation;
  const list = model.byKey.get(`GET ${path}`);
  const body = list && successBody(list);
  if (method !== 'POST' || !list || body === undefined || isItemPath(path)) return undefined;
  if (responses['201'] !== undefined || isCreate(graph, operation)) return undefined;
  const noun = singular(nounSegment(path));
  const field = `${noun}Id`;
  // If entries are created elsewhere, the POST adds one to this list, and does not pick one of it.
  const isElsewhere =
    graph.producerOfField(field)?.create !== undefined ||
    namesReferenceData(graph.stocks, noun) ||
    envProvidedParam(planning, field) !== undefined;
  if (isElsewhere || isWrittenOtherwise(model.operations, operation)) return undefined;
  const member = memberNaming(model.schemas, operation, noun);
  const place = member && listIn(model.schemas, body, { noun, param: field, paramSchema: member.schema }, []);
  const id = place?.item.id;
  if (!member || !place || place.isMap || !id || !agree(model.schemas, member.schema, id.schema)) return undefined;
  return { list, noun, place, pointer: id.pointer, member };
}

function isCreate({ makers }: ResourceGraph, operation: Operation): boolean {
  return makers.get(operation)?.some(({ create }) => create?.operation === operation) ?? false;
}

function isWrittenOtherwise(operations: Operation[], { path }: Operation): boolean {
  const own = shapeOf(path);
  return operations.some((other) => {
    const shape = shapeOf(other.path);
    const isHere = shape === own && other.method !== 'POST';
    return other.method !== 'GET' && other.method !== 'HEAD' && (isHere || shape.startsWith(`${own}/{}`));
  });
}

function memberNaming(schemas: SchemaStore, operation: Operation, noun: string): Member | undefined {
  const { properties, required } = sentResource(schemas, operation);
  return required.flatMap((name): Member[] => {
    const inner = schemas.flatten(properties[name] ?? true);
    const [key, ...others] = inner.required;
    if (!sameName(name, noun) || key === undefined || others.length > 0 || !isPlainId(key)) return [];
    const schema = inner.properties[key] ?? true;
    return isOpen(schemas, schema) ? [{ name, key, schema }] : [];
  })[0];
}

/** True for a text or integer without `enum` or `const`, whose values the document does not list. */
function isOpen(schemas: SchemaStore, schema: JsonSchema): boolean {
  const { types, rest } = schemas.flatten(schema);
  return (types[0] === 'string' || types[0] === 'integer') && rest['enum'] === undefined && rest['const'] === undefined;
}
