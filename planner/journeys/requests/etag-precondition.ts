import type { Capture, Template } from '#verifier/plan/plan.ts';

import type { Resource } from '../../resources/model/resource.ts';
import { successResponses } from '../../resources/responses/response-shape.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { Item } from '../model/item.ts';

/** The value of an If-Match header that accepts any version. */
const ANY = '*';

function isLock({ in: place, name }: Operation['parameters'][number]): boolean {
  return place === 'header' && name.toLowerCase() === 'if-match';
}

/**
 * Returns the name of the header that states the expected version. Undefined without such a header, unless 428 is
 * documented. Undefined also for an optional header if the operation is a GET or documents neither 412 nor 428.
 */
function lockOf({ method, parameters, responses }: Operation): string | undefined {
  const header = parameters.find(isLock);
  const isDocumented = responses['412'] !== undefined || responses['428'] !== undefined;
  const isAsked = header?.required || (isDocumented && method !== 'GET');
  if (header) return isAsked ? header.name : undefined;
  return responses['428'] === undefined ? undefined : 'If-Match';
}

/**
 * True if a request without `If-Match` may be refused. The header is required, or a write documents it with 412 or 428,
 * or 428 is documented without the header.
 */
export function requiresVersion(operation: Operation): boolean {
  return lockOf(operation) !== undefined;
}

/**
 * Returns the name of the If-Match header if it takes any text and the operation documents 412; undefined otherwise.
 */
export function versionHeaderName({ parameters, responses }: Operation, schemas: SchemaStore): string | undefined {
  const header = parameters.find(isLock);
  const { types, rest } = schemas.flatten(header?.schema ?? true);
  const isText = types[0] === 'string' && ['pattern', 'format', 'enum'].every((key) => rest[key] === undefined);
  return header && isText && responses['412'] ? header.name : undefined;
}

function isLocked({ put, patch, remove, actions }: Resource): boolean {
  const changes = [put, patch, remove, ...actions.map(({ operation }) => operation)];
  return changes.some((operation) => operation !== undefined && lockOf(operation) !== undefined);
}

function tellsVersion(operation: Operation | undefined): boolean {
  return operation !== undefined && successResponses(operation).some(([, { headers }]) => headers.includes('etag'));
}

function captureName(item: Item): string {
  return `${nameOf(item).replaceAll(/[^A-Za-z0-9]+/g, '_')}_etag`;
}

/**
 * Returns the name that tells the item's capture from others: that of its id's capture, or the step that sent its
 * chosen id, or else its noun.
 */
function nameOf({ id, resource: { noun } }: Item): string {
  if (!id) return noun;
  if ('capture' in id.template) return id.template.capture;
  return 'sent' in id.template ? id.template.sent : noun;
}

/**
 * Captures the response's ETag for a later If-Match, or `*` if the response has none. A read that documents no ETag
 * captures none if the create documents one. {} for a list, a DELETE and operations of other resources, and if no
 * change of the item needs a version.
 */
export function captureVersion(item: Item, operation: Operation): Record<string, Capture> {
  const { resource } = item;
  const { create, read, put, patch, actions } = resource;
  if (!isLocked(resource)) return {};
  const writes = [create?.operation, put, patch, ...actions.map((action) => action.operation)];
  const isTold = operation === read?.operation && (tellsVersion(operation) || !tellsVersion(create?.operation));
  if (!isTold && !writes.includes(operation)) return {};
  return { [captureName(item)]: { from: 'header', name: 'etag', take: 'all', otherwise: ANY } };
}

/**
 * Returns the header for the expected version: the captured ETag if `captured` is true for its name, else `*`. {} if
 * the operation needs none, without an item, and for a create without an ETag whose header is optional.
 */
export function etagPrecondition(
  operation: Operation,
  item: Item | undefined,
  captured: (name: string) => boolean,
): Record<string, Template> {
  const name = lockOf(operation);
  if (name === undefined || !item) return {};
  const capture = captureName(item);
  if (captured(capture)) return { [name]: { capture } };
  // `If-Match: *` is refused for an item that does not exist yet (RFC 9110 §13.1.1), so a create omits it
  // unless the header is required.
  const mayMake = operation === item.resource.create?.operation && !operation.parameters.find(isLock)?.required;
  return mayMake ? {} : { [name]: { literal: ANY } };
}
