import { isObject, type JsonObject } from '../plan/json-object.ts';
import type { Json } from '../plan/plan.ts';
import { freshLike } from '../engine/request/fresh-like.ts';
import { randomHex } from '../engine/context/random-hex.ts';
import { PUBLIC } from './header.ts';
import type { Identity } from './identity.ts';

/**
 * How credentials are forged. CREDENTIAL: random ones of the same form. PASSWORD: the user with a wrong password.
 * UNREADABLE: HTTP Basic without user and password. SIGNATURE: the JWT with another signature. PAYLOAD: another payload
 * under the old signature. UNSIGNED: `alg: none`.
 */
export type MadeUpForm = 'CREDENTIAL' | 'PASSWORD' | 'UNREADABLE' | 'SIGNATURE' | 'PAYLOAD' | 'UNSIGNED';
export type Known = Exclude<Identity, { problem: string }>;

/** A header value, and how a shell writes it. */
type Value = { text: string; shell: string; secrets?: string[] };

/** A value with fewer letters and digits gets random ones appended, because a short value may belong to somebody. */
const LEAST = 8;
/** Headers that name a user or tenant and are no secrets. Another value there is another user by design. */
const NAMES = /(^|[-_])(account|client|device|id|org|organi[sz]ation|tenant|user|user-?name|workspace)$/;
/**
 * One character is no base64. A strict decoder refuses it, and a lax one finds no user name in it. So no user's failed
 * sign-ins are counted.
 */
const UNREADABLE = 'Basic a';
const NONE = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');

/**
 * The forms in which an identity is forged. HTTP Basic with a user: PASSWORD in a `sample` journey, else UNREADABLE,
 * because some services lock accounts after failures. A JWT: CREDENTIAL and each JWT form in a sample, else only
 * SIGNATURE. Others: CREDENTIAL. Empty if no header may carry a credential.
 */
export function formsOf({ headers }: Known, isSample: boolean): MadeUpForm[] {
  const values = Object.entries(headers).flatMap(([name, value]) => (isKept(name) ? [] : [value]));
  if (values.length === 0) return [];
  const users = values.map(userOf).filter((user) => user !== undefined);
  if (users.some(({ isKey }) => !isKey)) return [isSample ? 'PASSWORD' : 'UNREADABLE'];
  if (!values.some((value) => jwtIn(value))) return ['CREDENTIAL'];
  return isSample ? ['CREDENTIAL', 'SIGNATURE', 'PAYLOAD', 'UNSIGNED'] : ['SIGNATURE'];
}

function isKept(name: string): boolean {
  return PUBLIC.has(name) || NAMES.test(name);
}

/**
 * The identity forged in the given form. Each header that may carry a credential is changed, because one of them may be
 * enough.
 */
export function makeUp({ headers, shell, secrets }: Known, form: MadeUpForm, random: () => number): Known {
  const written = Object.entries(shell);
  const made = Object.entries(headers).map(([name, text]): [string, Value] => {
    const [shown, own = ''] = written.find(([one]) => one.toLowerCase() === name) ?? [name];
    return [
      shown,
      isKept(name) ? { text, shell: own } : madeUpOf({ text, shell: own }, name === 'cookie', form, random),
    ];
  });
  return {
    headers: Object.fromEntries(made.map(([name, { text }]) => [name.toLowerCase(), text])),
    shell: Object.fromEntries(made.map(([name, value]) => [name, value.shell])),
    secrets: [...secrets, ...made.flatMap(([, value]) => value.secrets ?? [])],
  };
}

function madeUpOf(value: Value, isCookie: boolean, form: MadeUpForm, random: () => number): Value {
  const user = userOf(value.text);
  if (user?.isKey) return otherKey(user, random);
  if (user && form === 'UNREADABLE') return { text: UNREADABLE, shell: UNREADABLE };
  if (user) return otherPassword(value, user.name, random);
  const jwt = jwtIn(value.text);
  if (jwt && form !== 'CREDENTIAL') return otherJwt(value, jwt, form, random);
  const [, scheme = '', rest = ''] = /^([A-Za-z][\w-]* +)?(.*)$/s.exec(value.text) ?? [];
  const text = isCookie
    ? value.text.replaceAll(/(?<==)[^;]+/g, (one) => other(one, random))
    : scheme + other(rest, random);
  return { text, shell: text.replaceAll(/["$`\\]/g, String.raw`\$&`) };
}

function other(text: string, random: () => number): string {
  const isShort = text.replaceAll(/[^A-Za-z0-9]/g, '').length < LEAST;
  return freshLike(text, random) + (isShort ? randomHex(random, 2 * LEAST) : '');
}

type User = { name: string; isKey: boolean; password: string };

/**
 * User and password of HTTP Basic credentials; undefined for any other value. `isKey`: the user name is an API key, by
 * its form or because the password is empty or short. Many services check only that.
 */
function userOf(text: string): User | undefined {
  const encoded = /^basic +(\S+)$/i.exec(text)?.[1];
  if (encoded === undefined) return undefined;
  const [, name = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  const looksLikeKey = name.length >= 2 * LEAST && /\d/.test(name) && !name.includes('@');
  return { name, password, isKey: looksLikeKey || password.length < 4 };
}

function otherKey({ name, password }: User, random: () => number): Value {
  const text = basicOf(`${other(name, random)}:${password === '' ? '' : other(password, random)}`);
  return { text, shell: text };
}

function otherPassword({ shell }: Value, name: string, random: () => number): Value {
  const wrong = randomHex(random, 2 * LEAST);
  const ownName = `$(printf %s "${shell}" | cut -d' ' -f2 | base64 -d | cut -d: -f1)`;
  return {
    text: basicOf(`${name}:${wrong}`),
    shell: `Basic $(printf '%s:%s' "${ownName}" ${wrong} | base64 | tr -d '\\n')`,
    secrets: [`${name}:${wrong}`],
  };
}

function basicOf(pair: string): string {
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

type Jwt = { scheme: string; header: string; payload: string; signature: string; claims: JsonObject };

function jwtIn(text: string): Jwt | undefined {
  const [, scheme = '', header = '', payload = '', signature = ''] =
    /^([A-Za-z][\w-]*(?: +|=))?([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(text) ?? [];
  const claims = jsonIn(payload);
  return claims && typeof jsonIn(header)?.['alg'] === 'string'
    ? { scheme, header, payload, signature, claims }
    : undefined;
}

function jsonIn(part: string): JsonObject | undefined {
  try {
    const value = JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    // The text has three parts but is no JWT.
    return undefined;
  }
}

/**
 * The JWT forged in the given form. Its claims stay, so that a server that only decodes the token accepts it. They are
 * masked like the owner's secret.
 */
function otherJwt({ shell }: Value, jwt: Jwt, form: MadeUpForm, random: () => number): Value {
  const { scheme, header, payload, signature, claims } = jwt;
  const own = (part: number) => `$(printf %s "${shell}" | cut -d. -f${part})`;
  if (form === 'UNSIGNED')
    return { text: `${scheme}${NONE}.${payload}.`, shell: `${scheme}${NONE}.${own(2)}.`, secrets: [payload] };
  if (form === 'PAYLOAD') {
    const changed = Buffer.from(JSON.stringify({ ...claims, made_up: true })).toString('base64url');
    const decoded = `printf %s "${shell}" | cut -d. -f2 | tr '_-' '/+' | base64 -d 2>/dev/null`;
    const encoded = `jq -c '.made_up=true' | tr -d '\\n' | base64 | tr -d '=\\n' | tr '/+' '_-'`;
    // base64 without padding: the decoder ignores missing bits at the end.
    return {
      text: `${scheme}${header}.${changed}.${signature}`,
      shell: `${own(1)}.$(${decoded} | ${encoded}).${own(3)}`,
      secrets: [payload, changed],
    };
  }
  // Whole bytes, because some decoders refuse leftover bits.
  const { length } = Buffer.from(signature, 'base64url');
  const wrong = Buffer.from(randomHex(random, 2 * length), 'hex').toString('base64url');
  return { text: `${scheme}${header}.${payload}.${wrong}`, shell: `${own(1)}.${own(2)}.${wrong}`, secrets: [payload] };
}
