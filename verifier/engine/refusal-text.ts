import type { Json } from '../plan/plan.ts';
import { parseJson } from './parse-json.ts';
import type { SentRequest } from './resolve-template.ts';

/** Members that every error body may have, whatever it speaks of. */
const ERROR_MEMBERS = new Set(
  'name title type status statusCode code message detail details error errors instance path requestId timestamp'.split(
    ' ',
  ),
);

/** Row 14: the refusal speaks of something that was sent, or says that it exists already. */
export function namesInput(body: string, sent: SentRequest): boolean {
  const text = wordsOf(parseJson(body) ?? body);
  if (saysTaken(text)) return true;
  const members = Object.entries({ ...sent.query, ...(isObject(sent.body) ? sent.body : {}) });
  return members.some(
    ([key, value]) => speaksOf(text, key) || (typeof value === 'string' && value.length > 3 && text.includes(value)),
  );
}

/** A refusal that says that something has the value already. */
export function namesTaken(body: string): boolean {
  return saysTaken(wordsOf(parseJson(body) ?? body));
}

function saysTaken(text: string): boolean {
  return /(?<!not )\bexist|duplicate|unique|already (been )?(in use|used|taken|registered)/i.test(text);
}

/** The text has the words of the name, one after the other. */
function speaksOf(text: string, name: string): boolean {
  return plainWords(text).includes(plainWords(name));
}

function plainWords(text: string): string {
  return ` ${text.toLowerCase().replaceAll(/\W+/g, ' ')} `;
}

/** A refusal that names this member of what was sent. */
export function namesMember(body: string, name: string): boolean {
  return speaksOf(wordsOf(parseJson(body) ?? body), name);
}

/** What an error body says, without the names of its own frame. */
function wordsOf(value: Json): string {
  if (Array.isArray(value)) return value.map(wordsOf).join('\n');
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${ERROR_MEMBERS.has(key) ? '' : key} ${wordsOf(inner)}`)
    .join('\n');
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return value !== undefined && value !== null && typeof value === 'object' && !Array.isArray(value);
}
