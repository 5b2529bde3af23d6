import type { Json } from '../plan/plan.ts';

/** Bodies in traces are cut here, never for an assertion. Planner and verifier §5. */
export const MAX_TRACE_BODY_BYTES = 16 * 1024;

const MASK = '[redacted]';
const SECRET_KEY =
  /pass(word|wd|phrase|code)|secret|token|api[-_]?key|authorization|cookie|credential|private[-_]?key|access[-_]?key|signature|^(x-)?auth(?!ors?$)|^pwd$|session[-_]?id/i;

/** What password hashes look like as they are kept: bcrypt, argon2, scrypt, crypt, and those of Django and Werkzeug. */
export const PASSWORD_HASH =
  /^(\$2[abxy]\$\d\d\$[./\w]{53}|\$argon2(id|i|d)\$\S{40,}|\$[156]\$\S{26,}|\$?(scrypt|pbkdf2)[:$_]\S{40,}|(argon2|bcrypt(_sha256)?|md5|scrypt)\$\S{30,})$/;

/** Whether a member is named like a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_KEY.test(name);
}

/** Takes secrets out of everything that is written: known credential values in each form they travel in, and what is named like a secret. */
export type Redactor = {
  /** From now on these values are masked. */
  learn: (secrets: readonly string[]) => void;
  text: (text: string) => string;
  headers: (headers: Record<string, string>) => Record<string, string>;
  /** A body for the trace: redacted, then cut to 16 KiB. */
  body: (body: string) => string;
  json: (value: Json) => Json;
};

export function createRedactor(): Redactor {
  const learned = new Set<string>();
  const forms = new Set<string>();
  let ordered: string[] = [];
  const text = (input: string): string => ordered.reduce((out, form) => out.replaceAll(form, MASK), input);
  const json = (value: Json): Json => {
    if (typeof value === 'string') return PASSWORD_HASH.test(value) ? MASK : text(value);
    if (Array.isArray(value)) return value.map(json);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        SECRET_KEY.test(key) && typeof inner === 'string' ? MASK : json(inner),
      ]),
    );
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
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, SECRET_KEY.test(name) ? MASK : text(value)]),
      ),
    body: (body) => cut(redactBody(body, text, json)),
  };
}

/** Part of every name that `SECRET_KEY` knows, wherever it stands. */
const MAY_HOLD_SECRET = /pass|pwd|secret|token|key|auth|cookie|credential|signature|session/i;

function redactBody(body: string, text: (input: string) => string, json: (value: Json) => Json): string {
  // Without such a name, and without escapes that could hide a value, the text is all there is to look at.
  if (!/^\s*[[{]/.test(body) || !(body.includes('\\') || MAY_HOLD_SECRET.test(body))) return text(body);
  try {
    const parsed = JSON.parse(body) as Json;
    const redacted = JSON.stringify(json(parsed));
    return redacted === JSON.stringify(parsed) ? text(body) : text(redacted);
  } catch {
    // Not JSON after all: mask it as plain text.
    return text(body);
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

function cut(text: string): string {
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_TRACE_BODY_BYTES) return text;
  return `${Buffer.from(text).subarray(0, MAX_TRACE_BODY_BYTES).toString('utf8')}… [cut, ${bytes} bytes]`;
}
