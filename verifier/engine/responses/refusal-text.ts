import { isObject } from '../../plan/json-object.ts';
import type { Json } from '../../plan/plan.ts';
import { sameJson } from '../../verdicts/compare-values.ts';
import { parseJson } from '../exchange/parse-json.ts';
import type { SentRequest } from '../request/resolve-template.ts';

/** Members that error bodies have by convention. Their names say nothing about the request. */
const ERROR_MEMBERS = new Set(
  'name title type status statusCode code message detail details error errors instance path requestId timestamp'.split(
    ' ',
  ),
);

/**
 * True if the body of a success reports a failure: `{"success": false}`, `{"error": "not found"}`. A body with an `id`
 * does not.
 */
export function saysRefused(body: Json | undefined): boolean {
  if (!isObject(body) || Object.hasOwn(body, 'id')) return false;
  const { success, ok, status, error } = body;
  const isFailed =
    typeof status === 'string' && /^(denied|error|fail|failed|failure|forbidden|unauthorized)$/i.test(status);
  return success === false || ok === false || isFailed || Boolean(error);
}

/**
 * True if a refusal names a sent member or query parameter, has a sent text of more than three characters, or says that
 * something exists already (verdict row 14). Members inside others do not count.
 */
export function namesInput(body: string, sent: SentRequest): boolean {
  const text = saidIn(body);
  if (saysTaken(text)) return true;
  const members = Object.entries({ ...sent.query, ...(isObject(sent.body) ? sent.body : {}) });
  return members.some(
    ([key, value]) => speaksOf(text, key) || (typeof value === 'string' && value.length > 3 && text.includes(value)),
  );
}

/** True if a refusal says that a value is taken: "already exists", "duplicate". */
export function namesTaken(body: string): boolean {
  return saysTaken(saidIn(body));
}

/** True if a refusal says that a time or place is taken: "overlaps", "already booked". */
export function saysOccupied(body: string): boolean {
  return /overlap|taken|booked|reserved|occupied|unavailable|not available|conflicts? with/i.test(saidIn(body));
}

function saysTaken(text: string): boolean {
  return /(?<!not )\bexist|duplicate|unique|already (been )?(in use|used|taken|registered)/i.test(text);
}

/**
 * True if a text mentions a name, as words or as one identifier: `redirect_uris` in "RedirectURIs", `password` in
 * "PasswordIsRequired".
 */
export function speaksOf(text: string, name: string): boolean {
  const written = text
    .split(/\W+/)
    .map((word) => lettersOf(word.replace(/(?<=[a-z])(Is|Are|Must|Not|Required)(?![a-z]).*/, '')));
  const apart = name.replaceAll('_', ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return (
    [name, apart].some((one) => plainWords(text).includes(plainWords(one))) ||
    (name.length > 3 && written.includes(lettersOf(name)))
  );
}

function lettersOf(word: string): string {
  return word.toLowerCase().replaceAll('_', '');
}

function plainWords(text: string): string {
  return ` ${text.toLowerCase().replaceAll(/\W+/g, ' ')} `;
}

/** True if a refusal names the member `name`. A copy of the sent request in the error body does not count. */
export function namesMember(body: string, name: string, sent: Json | undefined): boolean {
  return speaksOf(saidIn(body, sent), name);
}

/** True if a refusal allows only one of several members: "cannot set both", "mutually exclusive". */
export function saysOneOnly(body: string): boolean {
  return /\bboth\b.*\b(?:not|cannot)\b|\b(?:not|cannot)\b.*\bboth\b|mutually exclusive|(?:only|exactly) one of/i.test(
    saidIn(body),
  );
}

function saidIn(body: string, sent?: Json): string {
  return wordsOf(parseJson(body) ?? body, sent);
}

/** The text of an error body, without conventional member names and without a copy of the request. */
function wordsOf(value: Json, sent?: Json): string {
  if (Array.isArray(value)) return value.map((inner) => wordsOf(inner, sent)).join('\n');
  if (!isObject(value)) return String(value);
  if (isCopy(value, sent)) return '';
  return Object.entries(value)
    .map(([key, inner]) => `${ERROR_MEMBERS.has(key) ? '' : key} ${wordsOf(inner, sent)}`)
    .join('\n');
}

/** True if an object repeats several members exactly as sent. A single member is the one at fault, not a copy. */
function isCopy(value: { [key: string]: Json }, sent: Json | undefined): boolean {
  const members = Object.entries(value);
  return (
    members.length > 1 &&
    isObject(sent) &&
    members.every(([key, inner]) => Object.hasOwn(sent, key) && sameJson(sent[key] ?? null, inner))
  );
}
