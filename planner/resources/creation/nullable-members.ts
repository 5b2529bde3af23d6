import { sentResource } from '../model/body-wrapper.ts';
import type { Resource } from '../model/resource.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { isIdLike } from '../../vocabulary/identifiers.ts';
import { isOwnerLike, isWhose } from '../../vocabulary/people-and-access.ts';

/** What a server may fill in by itself where nothing is held: the value that was sent would say nothing. */
const FILLED = ['enum', 'const', 'default', 'readOnly', 'writeOnly'];

/** Whether the body of an update is a JSON Merge Patch (RFC 7396): null removes a member. */
export function isMergePatch({ method, body }: Operation): boolean {
  return method === 'PATCH' && /^application\/merge-patch\+json\b/i.test(body?.contentType ?? '');
}

/**
 * Pointers of texts that a merge patch may be sent as null: `PATCH /flags/f {"description":null}`. The schema says
 * null, neither create nor update requires them, and the create takes them. A reference or an owner may fall back to
 * the caller's own, so it is none of them.
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
