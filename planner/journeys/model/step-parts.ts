import type { AssumedAnswer, RequestTemplate, Template } from '#verifier/plan/plan.ts';

import { passesStates } from '../../resources/actions/async-work-of.ts';
import { isItemPath } from '../../resources/model/path-template.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { isFreelyNamed, isOpenMember } from '../../intake/schema/is-open-member.ts';
import { successBody, successResponses } from '../../resources/responses/response-shape.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { Item } from './item.ts';
import { isGet } from './is-plain-read.ts';
import type { BuiltBody } from './built-body.ts';
import { sameName } from '../../vocabulary/words-of.ts';

/** Returns the query parameter that names the item, with its id: `POST /orders.get?order_id=7`. {} if there is none. */
export function idInQuery(query: Record<string, Template>, item: Item | undefined): Record<string, Template> {
  const name = item && Object.keys(query).find((one) => sameName(one, item.resource.param));
  return name !== undefined && item?.id ? { [name]: item.id.template } : {};
}

/**
 * True if the operation's path ends with the item's id. False for a singleton, and for an update of the
 * collection with the id in the body.
 */
export function isOnItemPath({ path }: Operation, { resource }: Item): boolean {
  return !resource.isSingleton && isItemPath(path);
}

/** True if an operation reads, updates or deletes an item of the resource. */
export function isItemOf(operation: Operation, { read, put, patch, remove }: Resource): boolean {
  return [read?.operation, put, patch, remove].includes(operation);
}

/**
 * Returns `passes: true` for an update or DELETE that documents 409 if its item changes state by itself: waiting
 * may end the 409. {} otherwise.
 */
export function passesOf(
  schemas: SchemaStore,
  operation: Operation,
  item: Pick<Item, 'resource'> | undefined,
): { passes?: true } {
  if (!item || isGet(operation.method) || !operation.responses['409']) return {};
  return isItemOf(operation, item.resource) && passesStates(schemas, item.resource) ? { passes: true } : {};
}

/**
 * Returns pointers of sent members that a response may omit or show otherwise: members whose name and value the client
 * may choose. For a documented response, texts with a free name count too, such as the entries of a map.
 */
export function openMembersOf(operation: Operation, body: BuiltBody | undefined): { open?: string[] } {
  const isOpen = successBody(operation) === undefined ? isOpenMember : isFreelyNamed;
  const open = body?.fields.filter(({ schema }) => isOpen(schema)).map(({ pointer }) => body.within + pointer);
  return open === undefined || open.length === 0 ? {} : { open };
}

/** Returns how the response was assumed, if the document does not describe it; {} otherwise. */
export function assumedOf(operation: Operation): { assumed?: AssumedAnswer } {
  const found = successResponses(operation).find(([, response]) => response.assumed);
  return found?.[1].assumed ? { assumed: found[1].assumed } : {};
}

/** Returns the request with further query parameters. */
export function withQuery(request: RequestTemplate, query: Record<string, Template>): RequestTemplate {
  return { ...request, params: { ...request.params, query: { ...request.params.query, ...query } } };
}
