import { sentResource } from '../model/body-wrapper.ts';
import type { Resource } from '../model/resource.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { isIdLike } from '../../vocabulary/identifiers.ts';
import { isOwnerLike, isWhose } from '../../vocabulary/people-and-access.ts';

/** Keywords of members that a server may fill in itself if they are null. */
const FILLED = ['enum', 'const', 'default', 'readOnly', 'writeOnly'];

/** True for a PATCH with a JSON Merge Patch body (RFC 7396): null removes a member. */
export function isMergePatch({ method, body }: Operation): boolean {
  return method === 'PATCH' && /^application\/merge-patch\+json\b/i.test(body?.contentType ?? '');
}

/**
 * Returns pointers of the text members that a merge patch may set to null: `PATCH /flags/f {"description": null}`. The
 * schema allows null, the create takes the member, and neither create nor update requires it. References and owners are
 * left out: a server may set them to the caller's own.
 */
export function nullableMembers(schemas: SchemaStore, { create }: Resource, operation: Operation): string[] {
  if (!create || create.operation === operation || !isMergePatch(operation)) return [];
  const made = sentResource(schemas, create.operation);
  const { properties, required } = sentResource(schemas, operation);
  return Object.entries(properties).flatMap(([name, schema]) => {
    const { types, nullable, rest } = schemas.flatten(schema);
    const isText = types[0] === 'string' && nullable && FILLED.every((key) => rest[key] === undefined);
    const isRequired = required.includes(name) || made.required.includes(name);
    const isTaken = Object.hasOwn(made.properties, name) && !isRequired;
    const isReference = isIdLike(name) || isOwnerLike(name) || isWhose(name);
    return isText && isTaken && !isReference ? [pointerToken(name)] : [];
  });
}
