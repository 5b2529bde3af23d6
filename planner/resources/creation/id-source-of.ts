import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { bodyWrapper, sentResource } from '../model/body-wrapper.ts';
import { agree, idNames, type ItemName, KNOWN_BY, memberNamed } from '../model/id-names.ts';
import { isItemPath, paramsOf } from '../model/path-template.ts';
import { isUnsaid, itemIn, successBody, successResponses } from '../responses/response-shape.ts';
import type { IdSource } from '../model/create.ts';
import { sameName } from '../../vocabulary/words-of.ts';
import type { Wanted } from './wanted.ts';
import { isIdentity, isIdLike, isPlainId } from '../../vocabulary/identifiers.ts';

/**
 * True if an optional request member is the only id of a create. It is named like the path parameter, and no
 * response body is documented. If the path parameter has an enum, the create must be below a parent: an enum value
 * may name a shared item.
 */
function isToldAlone(
  schemas: SchemaStore,
  operation: Operation,
  { param, paramSchema }: ItemName,
  name: string,
): boolean {
  if (successBody(operation) !== undefined || !sameName(name, param)) return false;
  return paramsOf(operation.path).length > 0 || schemas.flatten(paramSchema).rest['enum'] === undefined;
}

/** True if the success response has a body without type and properties: a server may return an id there. */
function answersAnything(schemas: SchemaStore, operation: Operation): boolean {
  const body = successBody(operation);
  const flat = schemas.flatten(body ?? false);
  return body !== undefined && flat.types.length === 0 && Object.keys(flat.properties).length === 0;
}

/**
 * Returns the request member with the id that the client chooses, as the item's path takes it. Undefined without one.
 */
function sentId(schemas: SchemaStore, operation: Operation, item: ItemName): IdSource | undefined {
  const wrapper = bodyWrapper(schemas, operation);
  const schema = wrapper?.schema ?? operation.body?.schema;
  if (schema === undefined) return undefined;
  const flat = schemas.flatten(schema);
  const names = Object.keys(flat.properties).sort();
  for (const { name: wanted, sure } of idNames(item)) {
    const name = memberNamed(names, wanted);
    const member = name === undefined ? undefined : flat.properties[name];
    if (name === undefined || member === undefined) continue;
    const own = schemas.flatten(member);
    const isText = own.types[0] === 'string' || own.types[0] === 'integer';
    if (!isText || own.rest['readOnly'] === true) continue;
    const isRequired = flat.required.includes(name);
    if (!isRequired && !isIdentity(name) && !isToldAlone(schemas, operation, item, name)) continue;
    if (!isRequired && own.types[0] === 'integer' && answersAnything(schemas, operation)) continue;
    if (sure || agree(schemas, item.paramSchema, member))
      return { from: 'sent', pointer: (wrapper?.pointer ?? '') + pointerToken(name), schema: member };
  }
  return undefined;
}

/**
 * Returns the source of a new item's id: the create's path, response body, Location header or request, in this order.
 * Undefined if none of them has it.
 */
export function idSourceOf(schemas: SchemaStore, operation: Operation, item: ItemName): IdSource | undefined {
  if (isItemPath(operation.path) && paramsOf(operation.path).at(-1) === item.param)
    return { from: 'path', param: item.param };
  const body = successBody(operation);
  const field = body === undefined ? undefined : itemIn(schemas, body, item).id;
  if (field) return { from: 'body', field };
  const located = successResponses(operation).some(([, response]) => response.headers.includes('location'));
  return located ? { from: 'location' } : sentId(schemas, operation, item);
}

/**
 * Returns the id source of a create whose response is undescribed (`isUnsaid`): the Location header or, `unsaid`, a
 * member of the body. That member is the id of the item's read, else `id`. Undefined for other creates, and without
 * operations on the item's path.
 */
export function unsaidId(
  schemas: SchemaStore,
  post: Operation,
  wanted: Pick<Wanted, keyof ItemName | 'operations'>,
): IdSource | undefined {
  if (!isUnsaid(post) || wanted.operations.length === 0) return undefined;
  const read = wanted.operations.find(({ method }) => method === 'GET');
  const shown = read && successBody(read);
  const id = shown === undefined ? undefined : itemIn(schemas, shown, wanted).id;
  return { from: 'location', unsaid: id ?? { name: 'id', pointer: '/id', schema: wanted.paramSchema } };
}

/**
 * Returns the member of the create's response with a name given by the server, if the response has no id. The response
 * requires it and the request does not send it. Undefined unless exactly one member fits. A name that the client sends
 * may differ from that in the path.
 */
export function givenName(schemas: SchemaStore, post: Operation, item: ItemName): string | undefined {
  const body = successBody(post);
  if (body === undefined || idSourceOf(schemas, post, item)) return undefined;
  const { properties, required } = schemas.flatten(body);
  if (Object.keys(properties).some(isIdLike)) return undefined;
  const { properties: sent } = schemas.flatten(bodyWrapper(schemas, post)?.schema ?? post.body?.schema ?? false);
  const own = required.filter((name) => KNOWN_BY.includes(name) && !Object.hasOwn(sent, name));
  return own.length === 1 ? own[0] : undefined;
}

/**
 * Returns "id" if the path parameter means the response's required `id`, not the request member of its name. In `POST
 * /models {"model_id": …}` for `/models/{model_id}`, the request's `model_id` is the provider's. Undefined if the
 * create documents 409: then the request member is the key.
 */
export function ownIdBeside(schemas: SchemaStore, post: Operation, item: ItemName): string | undefined {
  const body = successBody(post);
  if (body === undefined || post.responses['409'] || !isIdLike(item.param) || isPlainId(item.param)) return undefined;
  const { properties: sent } = sentResource(schemas, post);
  const { flat } = itemIn(schemas, body, item);
  const isTaken = memberNamed(Object.keys(sent), item.param) !== undefined && !Object.hasOwn(sent, 'id');
  const id = flat.required.includes('id') ? flat.properties['id'] : undefined;
  return isTaken && id !== undefined && agree(schemas, item.paramSchema, id) ? 'id' : undefined;
}
