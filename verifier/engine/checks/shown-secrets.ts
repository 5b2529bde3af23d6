import { isObject, type JsonObject } from '../../plan/json-object.ts';
import { pointerToken } from '../../plan/json-pointer.ts';
import type { Json, JsonSchema } from '../../plan/plan.ts';
import type { StepFacts } from '../../verdicts/facts.ts';
import type { Attempt } from '../context/attempt.ts';
import { isSecretName, PASSWORD_HASH } from '../redaction/redactor.ts';

type Violations = NonNullable<StepFacts['schemaErrors']>;

const MAX_DEPTH = 12;
/** The shortest secret that is looked for. A shorter text may occur by chance. */
const LEAST = 6;

const PASSWORD = /^(password|passwd|pwd)$/i;
const SHOWS_PASSWORD = /"(password|passwd|pwd)"/i;
/** Names of members that identify the user at a sign-in. */
const SIGNS_IN_BY = /^(e[-_]?mail([-_]?address)?|user[-_]?name|login)$/i;
/** Member names of a connection to another service, such as a database. A response may show its password. */
const CONNECTS_TO = /host|server|url|uri|endpoint|database/i;
/** `port`, `smtpPort` and `db_port`, but not `passport` or `supportEmail`. */
const PORT = /(?:^|[-_.])port$/i;
const PORT_IN_CAMEL_CASE = /[a-z]Port$/;

/**
 * At most one violation: the response shows a writeOnly secret as it was sent, an undocumented password hash, or an
 * undocumented account password as it was sent. A masked secret (`****`) is none.
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

/** True if the schema lists members and has no `oneOf`, `anyOf` or `additionalProperties` other than false. */
function isClosed(parts: JsonObject[]): boolean {
  const isOpen = ({ additionalProperties: more, oneOf, anyOf }: JsonObject): boolean =>
    (more !== undefined && more !== false) || oneOf !== undefined || anyOf !== undefined;
  return parts.some(({ properties }) => isObject(properties)) && !parts.some(isOpen);
}

function isHash(member: string, text: string): boolean {
  return (isSecretName(member) || /hash/i.test(member)) && PASSWORD_HASH.test(text);
}

const hiding = new WeakMap<object, boolean>();

/** True if any schema of the bundle has `writeOnly: true`. */
function mayHide($defs: Record<string, JsonSchema>): boolean {
  const known = hiding.get($defs) ?? JSON.stringify($defs).includes('"writeOnly":true');
  hiding.set($defs, known);
  return known;
}

function hides({ writeOnly, format }: JsonObject, member: string): boolean {
  return writeOnly === true && (format === 'password' || isSecretName(member));
}

/** The schema, the target of its `$ref`, and its `allOf` parts. Branches of `oneOf` and `anyOf` are not included. */
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

/** True if an object names a user and has no connection member such as `host`: a sign-in and no database setting. */
function isAccount(body: JsonObject): boolean {
  const names = Object.keys(body);
  return names.some((name) => SIGNS_IN_BY.test(name)) && !names.some(connects);
}

function connects(name: string): boolean {
  return CONNECTS_TO.test(name) || PORT.test(name) || PORT_IN_CAMEL_CASE.test(name);
}
