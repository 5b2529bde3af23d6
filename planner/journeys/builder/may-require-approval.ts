import type { PersonaBinding } from '#verifier/plan/plan.ts';

import { successBody } from '../../resources/responses/response-shape.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { CALLER_NAMES, type AccountIdentity } from './account-identity.ts';
import type { Planning } from '../model/planning.ts';
import { membersOf } from '../../resources/responses/shown-item.ts';
import { plainName, wordsOf } from '../../vocabulary/words-of.ts';

/** Names of operations that only ask for a relation: accept, approve, request. */
export const JOIN_REQUESTS = /\b(accept|approv|ask|pending|private|request)/i;
const ASKED_AT = /follow.*(accept|approv|deny|pending|request)|(accept|approv|deny|pending|request).*follow/i;
const IS_PRIVATE = new Set(
  'approval approve approved locked pending privacy private protected public visibility'.split(' '),
);
const OF_CALLER = new Set([...CALLER_NAMES, 'preferences', 'privacy', 'settings']);
const GUARDED = [
  /\b(private|protected|locked) (account|profile)\b/i,
  /\b(account|profile) is (private|protected|locked)\b/i,
  /\b(approves?|accepts?)\b[^.;]*\bfollow/i,
  /\b(banned|blocked|deactivated|suspended)\b/i,
];

/**
 * True if a follow may wait for approval: a path names follow requests, or a member says that accounts can be private.
 */
export function mayRequireApproval(
  { model: { operations, schemas } }: Planning,
  { read, caller }: AccountIdentity,
): boolean {
  const isOfCaller = (path: string): boolean =>
    !path.includes('{') && path.split('/').some((part) => OF_CALLER.has(plainName(part)));
  const sent = operations.flatMap(({ path, body }) => (body && isOfCaller(path) ? [body.schema] : []));
  const told = caller && successBody(caller.operation);
  const ofCaller = [...sent, ...(told === undefined ? [] : [told])].map((schema) => schemas.flatten(schema));
  return (
    operations.some(({ path }) => ASKED_AT.test(path)) ||
    isPrivate(schemas, read.place.flat, 1) ||
    ofCaller.some((flat) => isPrivate(schemas, flat, 2))
  );
}

/**
 * True if the persona's description says that follows of it may be refused: a private account, or a blocked or
 * suspended one.
 */
export function isPrivateAccount({ description }: PersonaBinding): boolean {
  return GUARDED.some((words) => words.test(description));
}

/** True if a boolean, an enum or a member named privacy says who sees an account. Members are searched to the depth. */
function isPrivate(schemas: SchemaStore, { properties }: FlatSchema, depth: number): boolean {
  return Object.entries(properties).some(([name, schema]) => {
    const flat = schemas.flatten(schema);
    const words = wordsOf(name);
    const choices = membersOf(flat);
    const isSaid =
      flat.types[0] === 'boolean' || choices.length > 0 || /^(privacy|visibility)$/.test(words.at(-1) ?? '');
    return (
      (isSaid && [...words, ...choices].some((word) => IS_PRIVATE.has(word.toLowerCase()))) ||
      (depth > 0 && isPrivate(schemas, flat, depth - 1))
    );
  });
}
