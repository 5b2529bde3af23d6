import { isObject, type JsonObject } from '../../plan/json-object.ts';
import { pointerToken } from '../../plan/json-pointer.ts';
import type { Json, JsonSchema } from '../../plan/plan.ts';
import type { StepFacts } from '../../verdicts/facts.ts';
import type { Attempt } from '../context/attempt.ts';
import { isSecretName, PASSWORD_HASH } from '../redaction/redactor.ts';

type Violations = NonNullable<StepFacts['schemaErrors']>;

const MAX_DEPTH = 12;
/** The least length of a sent secret that is looked for: a shorter text may occur by chance. */
const LEAST = 6;

/** Names of a password member. */
const PASSWORD = /^(password|passwd|pwd)$/i;
const SHOWS_PASSWORD = /"(password|passwd|pwd)"/i;
/** Names of a member that identifies the user at a sign-in. */
const SIGNS_IN_BY = /^(e[-_]?mail([-_]?address)?|user[-_]?name|login)$/i;
/** Member names of a connection to another service, such as a database. A response may show the password of one. */
const CONNECTS_TO = /host|server|url|uri|port|endpoint|database/i;

/**
 * Violations for secrets in a response: a writeOnly secret shown as sent, an undocumented password hash, an
 * undocumented account password. Reports at most one. A masked secret (`****`) is none.
 */
export function shownSecrets({ run, sent }: Attempt, name: string, body: Json, text: string): Violations {
  const { $defs } = run.bundle;
  if (!mayHide($defs) && !text.includes('$') && !SHOWS_PASSWORD.test(text)) return [];
  const wasSent = (member: string, value: string, isIn = (_holder: JsonObject): boolean => true): boolean =>
    [...sent.values()].some((request) => holds(request.body, member, value, isIn));
  const found: Violations = [];
  const visit = (schema: JsonSchema | Json | undefined, value: Json, at: string, depth: number): void => {
    if (!isObject(schema) || value === null || typeof value !== 'object' || depth > MAX_DEPTH) return;
    const parts = partsOf(schema, $defs);
    if (Array.isArray(value)) {
      const [items] = parts.flatMap((part) => part['items'] ?? []);
      for (const [index, entry] of value.entries()) visit(items, entry, `${at}/${index}`, depth + 1);
      return;
    }
    for (const [member, held] of Object.entries(value)) {
      const own = parts.flatMap(({ properties }) =>
        isObject(properties) && Object.hasOwn(properties, member) ? [properties[member]] : [],
      );
      const pointer = at + pointerToken(member);
      const isSecret = own.some((one) => isObject(one) && partsOf(one, $defs).some((part) => hides(part, member)));
      if (isSecret && typeof held === 'string' && held.length >= LEAST && wasSent(member, held))
        found.push({
          pointer,
          keyword: 'writeOnly',
          message: 'the secret that was sent is shown, and it is write-only',
        });
      if (own.length === 0 && isClosed(parts) && typeof held === 'string' && isHash(member, held))
        found.push({
          pointer,
          keyword: 'writeOnly',
          message: 'the hash of a password is shown, which is not documented',
        });
      const isAccounts = (): boolean => PASSWORD.test(member) && wasSent(member, String(held), isAccount);
      if (own.length === 0 && isClosed(parts) && typeof held === 'string' && held.length >= LEAST && isAccounts())
        found.push({
          pointer,
          keyword: 'writeOnly',
          message: 'the password that was sent is shown, which is not documented',
        });
      for (const one of own) visit(one, held, pointer, depth + 1);
    }
  };
  visit($defs[name], body, '', 0);
  return found.slice(0, 1);
}

/**
 * True if the schema lists its members and allows no others. False for `oneOf` and `anyOf`, whose right branch is
 * unknown.
 */
function isClosed(parts: JsonObject[]): boolean {
  const isOpen = ({ additionalProperties: more, oneOf, anyOf }: JsonObject): boolean =>
    (more !== undefined && more !== false) || oneOf !== undefined || anyOf !== undefined;
  return parts.some(({ properties }) => isObject(properties)) && !parts.some(isOpen);
}

function isHash(member: string, text: string): boolean {
  return (isSecretName(member) || /hash/i.test(member)) && PASSWORD_HASH.test(text);
}

const hiding = new WeakMap<object, boolean>();

/** True if a schema of the bundle has `writeOnly: true`. Saves the walk through long responses where none has. */
function mayHide($defs: Record<string, JsonSchema>): boolean {
  const known = hiding.get($defs) ?? JSON.stringify($defs).includes('"writeOnly":true');
  hiding.set($defs, known);
  return known;
}

function hides({ writeOnly, format }: JsonObject, member: string): boolean {
  return writeOnly === true && (format === 'password' || isSecretName(member));
}

/** The schema, what its `$ref` leads to, and its `allOf` parts. Branches of `oneOf` and `anyOf` are not included. */
function partsOf(schema: JsonObject, $defs: Record<string, JsonSchema>, depth = 0): JsonObject[] {
  const { $ref, allOf } = schema;
  const target = typeof $ref === 'string' ? $defs[$ref.replace('#/$defs/', '')] : undefined;
  const inner = [target, ...(Array.isArray(allOf) ? allOf : [])];
  if (depth > MAX_DEPTH) return [schema];
  return [schema, ...inner.flatMap((one) => (isObject(one) ? partsOf(one, $defs, depth + 1) : []))];
}

/** True if `body`, at any depth, has an object that passes `isIn` and whose member `member` is `text`. */
function holds(body: Json | undefined, member: string, text: string, isIn: (holder: JsonObject) => boolean): boolean {
  if (body === null || typeof body !== 'object') return false;
  const isHere = isObject(body) && isIn(body);
  return Object.entries(body).some(
    ([key, value]) => (isHere && key === member && value === text) || holds(value, member, text, isIn),
  );
}

/**
 * True if an object has a user name and a password's place, and no connection members: a sign-in, not a database
 * setting.
 */
function isAccount(body: JsonObject): boolean {
  const names = Object.keys(body);
  return names.some((name) => SIGNS_IN_BY.test(name)) && !names.some((name) => CONNECTS_TO.test(name));
}
