import { successBody } from '../../resources/responses/response-shape.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { AccountIdentity } from './account-identity.ts';
import type { Planning } from '../model/planning.ts';
import { membersOf } from '../../resources/responses/shown-item.ts';
import { plainName, wordsOf } from '../../vocabulary/words-of.ts';
import { namesFollowRequests } from '../../vocabulary/people-and-access.ts';
import { callerSettings, privacy } from '../../vocabulary/people-words.ts';

/**
 * True if a follow may wait for approval. A path names follow requests, or a member of accounts, or of the caller's own
 * account or settings, says that accounts can be private.
 */
export function mayRequireApproval(
  { model: { operations, schemas } }: Planning,
  { read, caller }: AccountIdentity,
): boolean {
  const isOfCaller = (path: string): boolean =>
    !path.includes('{') && path.split('/').some((part) => callerSettings.has(plainName(part)));
  const sent = operations.flatMap(({ path, body }) => (body && isOfCaller(path) ? [body.schema] : []));
  const told = caller && successBody(caller.operation);
  const ofCaller = [...sent, ...(told === undefined ? [] : [told])].map((schema) => schemas.flatten(schema));
  return (
    operations.some(({ path }) => namesFollowRequests(path)) ||
    isPrivate(schemas, read.place.flat, 1) ||
    ofCaller.some((flat) => isPrivate(schemas, flat, 2))
  );
}

/**
 * True if a boolean or enum (`isPrivate`), or a member whose last word is privacy or visibility, says who may see an
 * account. Inner objects are searched down to `depth`.
 */
function isPrivate(schemas: SchemaStore, { properties }: FlatSchema, depth: number): boolean {
  return Object.entries(properties).some(([name, schema]) => {
    const flat = schemas.flatten(schema);
    const words = wordsOf(name);
    const choices = membersOf(flat);
    const isSaid =
      flat.types[0] === 'boolean' || choices.length > 0 || /^(privacy|visibility)$/.test(words.at(-1) ?? '');
    return (
      (isSaid && [...words, ...choices].some((word) => privacy.has(word.toLowerCase()))) ||
      (depth > 0 && isPrivate(schemas, flat, depth - 1))
    );
  });
}
