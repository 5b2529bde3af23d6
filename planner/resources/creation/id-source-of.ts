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
 * Only this request member identifies the item: it is named like the path parameter, and the response is empty. An enum
 * value names something shared, unless it is below a created item.
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

/** The response has an undocumented object, in which a service may return the number of the item. */
function answersAnything(schemas: SchemaStore, operation: Operation): boolean {
  const body = successBody(operation);
  const flat = schemas.flatten(body ?? false);
  return body !== undefined && flat.types.length === 0 && Object.keys(flat.properties).length === 0;
}

/** The request member that the item's path takes: the client chose the id. */
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

/** Where a create's response tells the id of the new item; undefined where it does not. */
export function idSourceOf(schemas: SchemaStore, operation: Operation, item: ItemName): IdSource | undefined {
  if (isItemPath(operation.path) && paramsOf(operation.path).at(-1) === item.param)
    return { from: 'path', param: item.param };
  const body = successBody(operation);
  const field = body === undefined ? undefined : itemIn(schemas, body, item).id;
  if (field) return { from: 'body', field };
  const located = successResponses(operation).some(([, response]) => response.headers.includes('location'));
  return located ? { from: 'location' } : sentId(schemas, operation, item);
}

/** Where an undocumented response tells the id: the Location header, or the body in the form of the item's read. */
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
 * The name that the service gives a new item whose response shows no id: always present and never sent. A name that the
 * client sends need not be the one in the path.
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
 * "id": the create takes a member named like the path parameter and always returns another id of its own. The path then
 * means that id, and the member refers elsewhere (the model_id of a provider). With a documented 409 the member is the
 * key.
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
