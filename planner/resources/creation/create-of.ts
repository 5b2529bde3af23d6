import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { making } from '../../vocabulary/crud-verbs.ts';
import { singular } from '../../vocabulary/singular.ts';
import { sentResource } from '../model/body-wrapper.ts';
import { listInAnsweredParent } from '../responses/list-in-answered-parent.ts';
import { type ItemName, memberNamed } from '../model/id-names.ts';
import { linkInto, type LinkedValue } from '../relations/linked-value.ts';
import { barePath, isItemPath, nounSegment, paramsOf, parentPath, shapeOf } from '../model/path-template.ts';
import { isUnsaid, itemIn, namesListIn, successBody } from '../responses/response-shape.ts';
import { textItemIn } from '../responses/text-item-in.ts';
import type { IdField } from '../model/item-place.ts';
import type { IdSource, ParentSource, Create } from '../model/create.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';
import { sameName, wordsOf } from '../../vocabulary/words-of.ts';
import type { Wanted } from './wanted.ts';
import { isIdentity, isIdLike, isPlainId } from '../../vocabulary/identifiers.ts';
import { isOwnerLike } from '../../vocabulary/people-and-access.ts';
import { idSourceOf, unsaidId } from './id-source-of.ts';

/** True if only a list shows the id of a new item, or nothing does. */
export function isOnlyListed({ from }: IdSource): boolean {
  return from === 'list' || from === 'none';
}

/**
 * True if the create's response shows a key in place of an id: a `slug`, which the server may have made from a title.
 */
export function isNamedByServer(resource: { create: Create | undefined } | undefined): boolean {
  const id = resource?.create?.id;
  return id?.from === 'body' && isIdentity(id.field.name) && !isIdLike(id.field.name);
}

/**
 * Returns the name of the schema that an operation answers with: ["Order"]. For an inline wrapper (`{"order": {…}}`),
 * it is the schema name of the item inside. Empty if there is none.
 */
export function identityOf(schemas: SchemaStore, operation: Operation | undefined, item: ItemName): string[] {
  const body = operation && successBody(operation);
  if (body === undefined) return [];
  const { names } = schemas.flatten(body);
  return (names.length > 0 ? names : itemIn(schemas, body, item).flat.names).slice(0, 1);
}

/** True if the create accepts an optional `id` and its response is undescribed. The server may choose another id. */
function isMaySend(schemas: SchemaStore, post: Operation, id: IdSource): boolean {
  if (id.from !== 'sent' || !isUnsaid(post)) return false;
  const name = id.pointer.split('/').at(-1) ?? '';
  return isPlainId(name) && !sentResource(schemas, post).required.includes(name);
}

/**
 * Returns where the create's response shows the id of `parent`: `ownerId`, or `{"owner": {"login": …}}`.
 * Undefined if it does not.
 */
function parentField(schemas: SchemaStore, operation: Operation, parent: ItemName): IdField | undefined {
  const body = successBody(operation);
  if (body === undefined) return undefined;
  const own = itemIn(schemas, body, parent).flat;
  const { properties } = own;
  const names = Object.keys(properties).sort();
  const isGeneric = parent.param === 'id';
  const specific = [...(isGeneric ? [] : [parent.param]), `${parent.noun}Id`, parent.noun].filter(
    (name) => name !== '',
  );
  for (const wanted of specific) {
    const name = memberNamed(names, wanted);
    const schema = name === undefined ? undefined : properties[name];
    if (name === undefined || schema === undefined) continue;
    const [type] = schemas.flatten(schema).types;
    if (type !== 'object' && type !== 'array') return { name, pointer: pointerToken(name), schema };
    const inner = type === 'object' ? itemIn(schemas, schema, { ...parent, noun: name }, 0).id : undefined;
    if (inner) return { ...inner, pointer: pointerToken(name) + inner.pointer };
  }
  return undefined;
}

/**
 * Returns the source of each path parameter before the item's own: the create's path or its response. Undefined if one
 * of them is in neither.
 */
export function parentsFor(
  schemas: SchemaStore,
  operation: Operation,
  { path, operations }: Wanted,
): ParentSource[] | undefined {
  const own = paramsOf(operation.path);
  const sources = paramsOf(path)
    .slice(0, -1)
    .map((param): ParentSource | undefined => {
      const before = path.slice(0, path.indexOf(`{${param}}`));
      if (own.includes(param) && shapeOf(operation.path).startsWith(shapeOf(`${before}{}`))) return { param };
      const noun = before.endsWith('}/') ? param : singular(nounSegment(before));
      const documented = operations.flatMap(({ parameters }) => parameters).find(({ name }) => name === param);
      const field = parentField(schemas, operation, { param, noun, paramSchema: documented?.schema ?? true });
      return field ? { field } : own.includes(param) ? { param } : undefined;
    });
  return sources.includes(undefined) ? undefined : (sources as ParentSource[]);
}

/**
 * Finds a create that is no POST on the collection:
 * - `POST /notes/create` for `/notes/{id}`;
 * - a POST that answers the item's schema, and has the same noun, a verb such as `create`, or a 201;
 * - `POST /posts/{id}/comments` for `/comments/{id}` (see `isMadeBelow`).
 */
function createElsewhere(model: SpecModel, wanted: Wanted): Create | undefined {
  const { schemas, operations } = model;
  const found = operations.flatMap((operation) => {
    if (operation.method !== 'POST' || isItemPath(operation.path)) return [];
    const path = barePath(operation.path);
    const last = path.split('/').at(-1) ?? '';
    const isBeside = making.has(last) && path === `${placeOf(wanted.path)}/${last}`;
    const sameNoun = sameName(singular(nounSegment(operation.path)), wanted.noun);
    const makes = isBeside || sameNoun || making.has(wordsOf(last)[0] ?? '');
    if (!makes && operation.responses['201'] === undefined) return [];
    const answersItem = isItself(schemas, operation, wanted) || (sameNoun && isMadeBelow(model, operation, wanted));
    if (!isBeside && !answersItem) return [];
    const parents = parentsFor(schemas, operation, wanted);
    const source = idSourceOf(schemas, operation, wanted);
    const told = source && !isMaySend(schemas, operation, source) ? source : undefined;
    const id = parents && (told ?? unsaidId(schemas, operation, wanted));
    const isTold = answersItem || id?.from === 'body' || isSentWhole(schemas, operation, wanted);
    if (!parents || !id || (isBeside ? !isTold : mayBeNone(schemas, operation, id))) return [];
    return [{ operation, id, parents, isBeside, sameNoun, params: paramsOf(operation.path).length }];
  });
  // A POST beside the items comes first, then one with their noun, then the one with the fewest path parameters.
  found.sort(
    (left, right) =>
      Number(right.isBeside) - Number(left.isBeside) ||
      Number(right.sameNoun) - Number(left.sameNoun) ||
      left.params - right.params,
  );
  const [best] = found;
  return best && { operation: best.operation, id: best.id, parents: best.parents };
}

/**
 * True for a POST below a parent that creates items of another path: `POST /posts/{id}/comments`, if only `DELETE
 * /comments/{id}` exists. Its response is undescribed (`isUnsaid`), or it documents a 201 for items without a read.
 */
function isMadeBelow({ operations: all }: SpecModel, operation: Operation, { operations }: Wanted): boolean {
  const { path, responses } = operation;
  if (!parentPath(path).endsWith('}')) return false;
  const isSaid = responses['201'] !== undefined && !operations.some(({ method }) => method === 'GET');
  if (!isSaid && !isUnsaid(operation)) return false;
  const shape = shapeOf(path);
  return !all.some((one) => isItemPath(one.path) && shapeOf(parentPath(one.path)) === shape);
}

/** True if a POST documents no response body, and its request has the schema of the item's read. */
function isSentWhole(schemas: SchemaStore, operation: Operation, { readNames }: Wanted): boolean {
  const isSent = operation.body !== undefined && successBody(operation) === undefined;
  return isSent && sentResource(schemas, operation).names.some((name) => readNames.includes(name));
}

/** Returns the path of the collection, without a segment for the key before the id: "/tools" for `/tools/id/{id}`. */
function placeOf(itemPath: string): string {
  return barePath(itemPath).replace(/(\/(by-)?id)?\/\{[^{}]*\}$/, '');
}

/**
 * True if the response has an `id` and the found id is another, nullable member. That one refers to another item:
 * `share_id` of a chat.
 */
function mayBeNone(schemas: SchemaStore, operation: Operation, id: IdSource): boolean {
  const body = successBody(operation);
  if (id.from !== 'body' || body === undefined || sameName(id.field.name, 'id')) return false;
  return Object.hasOwn(schemas.flatten(body).properties, 'id') && schemas.flatten(id.field.schema).nullable;
}

function linkedId({ from, pointer, schema }: LinkedValue): IdSource {
  return from === 'sent'
    ? { from, pointer, schema }
    : { from: 'body', field: { name: pointer.split('/').at(-1) ?? '', pointer, schema } };
}

/**
 * Returns the create with an OpenAPI link to an operation on the item, if the link gives its id; undefined if there is
 * none.
 */
function linkedCreate(model: SpecModel, { operations, param, path }: Wanted): Create | undefined {
  for (const operation of operations) {
    const link = linkInto(model, operation, param);
    if (!link) continue;
    const parents = paramsOf(path)
      .slice(0, -1)
      .map((name): ParentSource | undefined => {
        const value = link.values[name];
        if (value?.from === 'body') return { field: { name, pointer: value.pointer, schema: value.schema } };
        return paramsOf(link.operation.path).includes(name) ? { param: name } : undefined;
      });
    const own = link.values[param];
    if (own && !parents.includes(undefined))
      return { operation: link.operation, id: linkedId(own), parents: parents as ParentSource[] };
  }
  return undefined;
}

/**
 * True for a PUT that only updates existing items: the item's id is its only path parameter, and it
 * documents 404 but no 201.
 */
export function isOfKnownItem({ path, responses }: Operation): boolean {
  return paramsOf(path).length === 1 && responses['404'] !== undefined && responses['201'] === undefined;
}

/**
 * True if `PUT /things/{id}` with an id of the client's choice creates the item. The caller has found no other create.
 * The PUT's response shows the id, and either the item has a DELETE, or the PUT is below a parent and documents no 404.
 * If the item is one text, a DELETE is enough. False for a PUT of known items.
 */
function isUpsert(schemas: SchemaStore, put: Operation, wanted: Wanted): boolean {
  if (isOfKnownItem(put)) return false;
  const body = successBody(put);
  const isRemoved = wanted.operations.some(({ method }) => method === 'DELETE');
  const read = wanted.operations.find(({ method }) => method === 'GET');
  if (put.body?.isText && read && textItemIn(schemas, read)) return isRemoved;
  const isFree = paramsOf(put.path).length > 1 && put.responses['404'] === undefined;
  return (isRemoved || isFree) && body !== undefined && itemIn(schemas, body, wanted).id !== undefined;
}

/** True for a key-value store: the list has only names, items have GET and DELETE, and the PUT documents no 404. */
function isOfKeys({ schemas, byKey }: SpecModel, put: Operation, { param, operations }: Wanted): boolean {
  const list = byKey.get(`GET ${parentPath(put.path)}`);
  const body = list && successBody(list);
  const has = (wanted: string) => operations.some(({ method }) => method === wanted);
  if (put.responses['404'] || body === undefined || !has('GET') || !has('DELETE')) return false;
  return namesListIn(schemas, body, param) !== undefined;
}

/**
 * True if the operation answers the item's own schema. False if that schema is in a member such as `owner`, where
 * it is the creator's.
 */
function isItself(schemas: SchemaStore, operation: Operation, wanted: Wanted): boolean {
  if (!identityOf(schemas, operation, wanted).some((name) => wanted.readNames.includes(name))) return false;
  const [holder = ''] = segmentsOf(itemIn(schemas, successBody(operation) ?? true, wanted).prefix).slice(-1);
  return !isOwnerLike(holder) || sameName(holder, wanted.noun);
}

/**
 * Finds the create of a resource, in this order: an OpenAPI link; POST on the collection or, if the spec has none,
 * another POST (`createElsewhere`); POST on the item's path; PUT on the item's path (`put`). `blind` is the POST on the
 * collection, if its response shows no id and nothing else creates.
 */
export function createOf(
  model: SpecModel,
  wanted: Wanted,
  post: Operation | undefined,
  put: Operation | undefined,
): { create: Create | undefined; blind: Operation | undefined } {
  const linked = linkedCreate(model, wanted);
  if (linked) return { create: linked.operation === post ? { ...linked, parents: [] } : linked, blind: undefined };
  const inParent = post && listInAnsweredParent(model, post, wanted)?.item.id;
  const id: IdSource | undefined = inParent
    ? { from: 'list', pointer: inParent.pointer, schema: inParent.schema }
    : post && idSourceOf(model.schemas, post, wanted);
  if (post && id && !isMaySend(model.schemas, post, id))
    return { create: { operation: post, id, parents: [] }, blind: undefined };
  const elsewhere = post ? undefined : createElsewhere(model, wanted);
  if (elsewhere) return { create: elsewhere, blind: undefined };
  // If PUT on the item's path answers 201 with the item, POST there creates a child: a file in a folder.
  const isMadeByPut = put?.responses['201'] !== undefined && successBody(put) !== undefined;
  const made = isMadeByPut ? undefined : wanted.operations.find(({ method }) => method === 'POST');
  // A POST on the collection comes first. If its response shows no id, a POST on the item's path counts if it answers
  // the item's own schema.
  const there = made && (!post || isItself(model.schemas, made, wanted)) ? made : undefined;
  if (there?.responses['201'] && !there.responses['200'] && (put || wanted.operations.length > 1))
    return { create: { operation: there, id: { from: 'path', param: wanted.param }, parents: [] }, blind: undefined };
  if (
    !put ||
    !(put.responses['201'] || (!post && (isUpsert(model.schemas, put, wanted) || isOfKeys(model, put, wanted))))
  )
    return { create: undefined, blind: post };
  return { create: { operation: put, id: { from: 'path', param: wanted.param }, parents: [] }, blind: undefined };
}
