import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { nounSegment, paramsOf } from '../model/path-template.ts';
import { signsIn } from './signs-in.ts';
import { lastWordOf } from '../../vocabulary/words-of.ts';
import { isIdentity } from '../../vocabulary/identifiers.ts';

/** The two members of a sign-in, and the member around both: "user" for `{"user": {"email": …, "password": …}}`. */
export type SignInForm = { names: string[]; within: string | undefined };

const GIVES_SESSION = /^(session|auth|jwt|((access|auth)[-_]?)?token)$/i;

const known = new WeakMap<Operation, { form: SignInForm | undefined }>();

/**
 * Returns the two members of a sign-in (`POST /login`, `POST /session`): a user name and a password. Undefined for
 * other operations, and if more is required. Without required members, all members count.
 */
export function signInForm(schemas: SchemaStore, operation: Operation): SignInForm | undefined {
  const { form } = known.get(operation) ?? { form: find(schemas, operation) };
  known.set(operation, { form });
  return form;
}

function find(schemas: SchemaStore, operation: Operation): SignInForm | undefined {
  const { body, method, path } = operation;
  const isCalledSo = signsIn(operation) || (method === 'POST' && GIVES_SESSION.test(nounSegment(path)));
  if (!body || !isCalledSo || paramsOf(path).length > 0) return undefined;
  const { flat, within } = unwrapped(schemas, schemas.flatten(body.schema));
  const names = flat.required.length > 0 ? flat.required : Object.keys(flat.properties);
  const isWhole = names.length === 2 && names.some(isPassword) && names.some(isWho);
  return isWhole ? { names, within } : undefined;
}

function isWho(name: string): boolean {
  return isIdentity(name) || lastWordOf(name) === 'login';
}

/** True if the last word of a member's name is "password" or "passwd". */
export function isPassword(name: string): boolean {
  return /^(password|passwd)$/.test(lastWordOf(name));
}

/** Returns the content of an object's only member, if that is an object. Otherwise returns the object itself. */
export function unwrapped(schemas: SchemaStore, flat: FlatSchema): { flat: FlatSchema; within: string | undefined } {
  const [name, ...others] = Object.keys(flat.properties);
  const inner = name === undefined ? undefined : schemas.flatten(flat.properties[name] ?? true);
  return others.length === 0 && inner?.types[0] === 'object'
    ? { flat: inner, within: name }
    : { flat, within: undefined };
}
