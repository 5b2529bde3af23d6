import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { sentResource } from '../model/body-wrapper.ts';
import type { Resource } from '../model/resource.ts';
import { plainName } from '../../vocabulary/words-of.ts';
import { creationTimes } from '../../vocabulary/resources/item-members.ts';

/** The member of an item's read that holds its creation time: `createdAt`. */
export type CreationTime = { name: string; pointer: string };

/**
 * Returns the required member of an item's read with its creation time. Undefined without one, or if a
 * request may send it.
 */
export function creationTimeOf(schemas: SchemaStore, resource: Resource): CreationTime | undefined {
  const { read, create, put, patch } = resource;
  const name = read?.place.flat.required.find((one) => creationTimes.has(plainName(one)));
  const schema = read?.place.flat.properties[name ?? ''];
  if (!read || name === undefined || schema === undefined) return undefined;
  const { rest, nullable } = schemas.flatten(schema);
  const writes = [create?.operation, put, patch].filter((one) => one !== undefined);
  const isSent = writes.some((one) => Object.hasOwn(sentResource(schemas, one).properties, name));
  const isTime = rest['format'] === 'date-time' && !nullable;
  return isTime && (!isSent || rest['readOnly'] === true)
    ? { name, pointer: read.place.prefix + pointerToken(name) }
    : undefined;
}
