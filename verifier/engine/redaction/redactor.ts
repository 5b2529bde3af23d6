import { segmentsOf } from '../../plan/json-pointer.ts';
import type { Json } from '../../plan/plan.ts';
import { MASK } from '../../result/mask.ts';
import { redactText } from './redact-text.ts';
import { hidesNumber, hidesText, hidesWhole, MAY_NAME_SECRET, secrecyOf } from './secrecy.ts';

/** The most bytes of a body in a trace. Assertions see the whole body. Planner and verifier §5. */
export const MAX_TRACE_BODY_BYTES = 16 * 1024;
/** Characters of a body that are searched for secrets, far more than are shown. */
const WINDOW = 4 * MAX_TRACE_BODY_BYTES;

const SECRET_KEY =
  /pass(word|wd|phrase|code)|secret|token|api[-_]?key|authorization|cookie|credential|private[-_]?key|access[-_]?key|signature|^(x-)?auth(?!ors?$)|^pwd$|session[-_]?id/i;

/** Matches stored password hashes: bcrypt, argon2, scrypt, crypt, and the formats of Django and Werkzeug. */
export const PASSWORD_HASH =
  /^(\$2[abxy]\$\d\d\$[./\w]{53}|\$argon2(id|i|d)\$\S{40,}|\$[156]\$\S{26,}|\$?(scrypt|pbkdf2)[:$_]\S{40,}|(argon2|bcrypt(_sha256)?|md5|scrypt)\$\S{30,})$/;

/**
 * True if a member is named like a secret. Verdicts use this; redaction uses `secrecyOf`, which leaves out names that
 * only describe a secret.
 */
export function isSecretName(name: string): boolean {
  return SECRET_KEY.test(name);
}

/**
 * Removes secrets from what the run writes: known credentials (also in base64, URL-encoded and JSON-escaped), values
 * with secret names, and values with the form of a secret (decision record 0104).
 */
export type Redactor = {
  /** Masks these values from now on, except those under four characters. */
  learn: (secrets: readonly string[]) => void;
  text: (text: string) => string;
  headers: (headers: Record<string, string>) => Record<string, string>;
  /** A body for the trace: redacted, then cut to 16 KiB. */
  body: (body: string) => string;
  json: (value: Json) => Json;
  /** A value, redacted as a member with the last name of `pointer`: at `/user/password` it is masked as a whole. */
  at: (pointer: string, value: Json) => Json;
};

export function createRedactor(): Redactor {
  const learned = new Set<string>();
  const forms = new Set<string>();
  let ordered: string[] = [];
  const known = (input: string): string => ordered.reduce((out, form) => out.replaceAll(form, MASK), input);
  const text = (input: string): string =>
    isPlain(input) ? known(input) : known(asDocument(input, json) ?? redactText(known(input)));
  const json = (value: Json): Json => {
    if (typeof value === 'string') return PASSWORD_HASH.test(value) ? MASK : text(value);
    if (Array.isArray(value)) return value.map(json);
    if (value === null || typeof value !== 'object') return value;
    const isNamed = isNamedSecret(value);
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        isPlain(key) ? key : text(key),
        isNamed && key === 'value' && isScalar(inner) ? MASK : member(key, inner),
      ]),
    );
  };
  const member = (name: string, value: Json): Json => {
    const secrecy = secrecyOf(name);
    if (secrecy === 'NONE' || value === null || typeof value === 'boolean') return json(value);
    const isSecret =
      typeof value === 'string'
        ? hidesText(secrecy, value)
        : typeof value === 'number'
          ? hidesNumber(secrecy, name)
          : hidesWhole(secrecy, name) && Object.keys(value).length > 0;
    return isSecret ? MASK : json(value);
  };
  return {
    learn: (secrets) => {
      if (secrets.every((secret) => learned.has(secret))) return;
      for (const secret of secrets) learned.add(secret);
      for (const form of secrets.flatMap(formsOf)) forms.add(form);
      // Longest first: a secret inside another must not leave the rest of the longer one behind.
      ordered = [...forms].sort((left, right) => right.length - left.length);
    },
    text,
    json,
    at: (pointer, value) => member(segmentsOf(pointer).findLast((one) => !/^\d+$/.test(one)) ?? '', value),
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, hidesText(secrecyOf(name), value) ? MASK : text(value)]),
      ),
    body: (body) => {
      const isLong = body.length > WINDOW;
      const seen = isLong ? body.slice(0, WINDOW) : body;
      const redacted = text(seen);
      // The window may cut a secret in half, which no pattern then recognises: the end of the window is not shown.
      return isLong ? cut(redacted.slice(0, -MAX_TRACE_BODY_BYTES), Buffer.byteLength(body)) : cut(redacted);
    },
  };
}

/**
 * True for a text that is too short for a secret with a known prefix and has no name before a value. Of the schemes
 * only Basic has credentials so short: `Basic YTpi`.
 */
const isPlain = (text: string): boolean => text.length < 12 && !/[=:<@\\[{]|basic/i.test(text);

/** True for an object such as `{ "name": "Authorization", "value": "…" }`. */
function isNamedSecret({ name, key, header, value }: { [key: string]: Json }): boolean {
  const named = name ?? key ?? header;
  return value !== undefined && typeof named === 'string' && ['ALL', 'TEXTS'].includes(secrecyOf(named));
}

const isScalar = (value: Json): boolean => (typeof value === 'string' && value !== '') || typeof value === 'number';

/**
 * A JSON document with its secrets masked, or as it was written if it holds none. Undefined for any other text, and
 * where a search of the plain text is enough.
 */
function asDocument(text: string, json: (value: Json) => Json): string | undefined {
  // Without a secret's name, escapes and the $ of a password hash, a search of the plain text finds the same.
  if (!/^\uFEFF?\s*[[{]/.test(text) || !(/[\\$]/.test(text) || MAY_NAME_SECRET.test(text))) return undefined;
  try {
    const parsed = JSON.parse(text.replace(/^\uFEFF/, '')) as Json;
    const redacted = JSON.stringify(json(parsed));
    return redacted === JSON.stringify(parsed) ? text : redacted;
  } catch {
    // Not JSON: the caller searches it as plain text.
    return undefined;
  }
}

function formsOf(secret: string): string[] {
  if (secret.length < 4) return [];
  const base64 = Buffer.from(secret).toString('base64');
  return [
    secret,
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
  ];
}

/**
 * The text cut to 16 KiB with a note of its length. `bytes`: the length of the whole body if `text` is only its
 * beginning.
 */
function cut(text: string, bytes?: number): string {
  const length = Buffer.byteLength(text);
  if (length <= MAX_TRACE_BODY_BYTES && bytes === undefined) return text;
  return `${Buffer.from(text).subarray(0, MAX_TRACE_BODY_BYTES).toString('utf8')}… [cut, ${bytes ?? length} bytes]`;
}
