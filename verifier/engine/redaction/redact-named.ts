import { MASK } from '../../result/mask.ts';
import { type Find, rememberFound } from './remember-found.ts';
import { hidesNumber, hidesText, hidesWhole, isOpaque, MAY_NAME_SECRET, secrecyOf, type Secrecy } from './secrecy.ts';

const MAY = new RegExp(MAY_NAME_SECRET, 'gi');
const NAME = /[\w.[\]-]/;
const longestName = 64;

/**
 * Masks values after the names of secrets: in forms, queries, headers, XML, multipart, and JSON that is cut off or
 * escaped. `password=abc` becomes `password=[redacted]`. Several plain words after `name:` stay, because validation
 * errors have that form: `password: must not be blank`. Takes linear time.
 */
export function redactNamed(text: string): string {
  let out = '';
  let done = 0;
  const find = rememberFound(text);
  MAY.lastIndex = 0;
  for (let found = MAY.exec(text); found !== null; found = MAY.exec(text)) {
    const [from, to] = nameAround(text, found.index, MAY.lastIndex);
    MAY.lastIndex = Math.max(MAY.lastIndex, to);
    if (from < done) continue;
    const name = lastPart(text.slice(from, to));
    const secrecy = secrecyOf(name);
    if (secrecy === 'NONE') continue;
    const value = valueBehind(text, { from, to }, secrecy, name, find);
    if (value === undefined) continue;
    out += text.slice(done, value.from) + MASK;
    done = value.to;
    MAY.lastIndex = Math.max(MAY.lastIndex, done);
  }
  return out + text.slice(done);
}

/** The last part of a name: `password` of `user[password]` and `user.password`. */
const lastPart = (name: string): string => name.split(/[.[\]]+/).findLast((part) => part !== '') ?? name;

function nameAround(text: string, index: number, end: number): [from: number, to: number] {
  let [from, to] = [index, end];
  while (from > 0 && index - from < longestName && NAME.test(text[from - 1]!)) from--;
  while (to < text.length && to - end < longestName && NAME.test(text[to]!)) to++;
  return [from, to];
}

type Span = { from: number; to: number };

const SEPARATOR = /^(?:\\{0,9}["'])?\s{0,3}(=>|:|=|%3D)\s{0,3}/;
/** Characters after a name that are searched for the end of its tag or header. */
const near = 512;

function valueBehind(text: string, { from, to }: Span, secrecy: Secrecy, name: string, find: Find): Span | undefined {
  const before = text.slice(Math.max(0, from - 24), from);
  if (/<(?:[\w-]+:)?$/.test(before)) return inElement(text, { from, to }, secrecy, name, find);
  if (/(?:name|key|header)\\{0,9}["']?\s{0,3}[:=]\s{0,3}\\{0,9}["']$/.test(before))
    return besideName(text, to, secrecy, find);
  const separator = SEPARATOR.exec(text.slice(to, to + 24));
  if (separator === null) return undefined;
  const start = to + separator[0].length;
  const isQuoted = /^\\*["']/.test(separator[0]);
  return separator[1] === ':' && !isQuoted
    ? inLine(text, { from, to: start }, secrecy, name, find)
    : inPair(text, start, secrecy, name, find);
}

/** Characters of a value that tell whether it is a secret. */
const judged = 128;

/** The start of a value. Names in one long value share its end: judging all of it for each takes quadratic time. */
const headOf = (text: string, { from, to }: Span): string =>
  to - from > judged ? text.slice(from, from + judged) : text.slice(from, to).trim();

const PAIR_END = /[\s&"'<>;,)}\]\\]/g;

/**
 * The secret after `name=` or `"name":`: a quoted text, a whole list or object, or the text up to the next delimiter.
 * Undefined if it is none.
 */
function inPair(text: string, start: number, secrecy: Secrecy, name: string, find: Find): Span | undefined {
  const quote = /^\\*["']/.exec(text.slice(start, start + 12))?.[0];
  if (quote !== undefined) {
    const from = start + quote.length;
    const to = endOfQuoted(text, from, quote);
    return hidesText(secrecy, text.slice(from, to)) && !isShell(text, from) ? { from, to } : undefined;
  }
  if (/[[{]/.test(text[start] ?? ''))
    return hidesWhole(secrecy, name) ? { from: start, to: endOfNested(text, start) } : undefined;
  const span = { from: start, to: find(PAIR_END, start) };
  const value = headOf(text, span);
  if (value.startsWith('=') || value === MASK || /^(?:null|true|false|undefined)?$/.test(value) || isShell(text, start))
    return undefined;
  const isSecret = /^-?[\d.]+$/.test(value) ? hidesNumber(secrecy, name) : hidesText(secrecy, value);
  return isSecret ? span : undefined;
}

/**
 * True if a shell expansion such as `$(cat token)` is there, or follows a word such as `Bearer`. It shows no secret.
 */
const isShell = (text: string, at: number): boolean => /^[\w ]{0,12}\$[({]/.test(text.slice(at, at + 16));

/**
 * The place of the quote that ends a value, or the end of the text. `quote` is how the value began: `"`, or `\"` in
 * escaped JSON, where `\\\"` is a quote inside the value.
 */
function endOfQuoted(text: string, from: number, quote: string): number {
  const sign = quote.at(-1)!;
  for (let at = text.indexOf(sign, from); at !== -1; at = text.indexOf(sign, at + 1)) {
    let escapes = 0;
    while (at - escapes > from && text[at - escapes - 1] === '\\') escapes++;
    if (escapes % (2 * quote.length) === quote.length - 1) return at - quote.length + 1;
  }
  return text.length;
}

/** The place after the bracket that closes the one at `start`, or the end of the text. */
function endOfNested(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === '"') at = endOfQuoted(text, at + 1, '"');
    else if (sign === '[' || sign === '{') depth++;
    else if ((sign === ']' || sign === '}') && --depth === 0) return at + 1;
  }
  return text.length;
}

const WHOLE_LINE = /^(?:proxy-)?authorization$|cookie$/i;
const LINE_END = /[\r\n"'<>]/g;
const WORD_END = /[\s,;&"'<>]/g;
const BLANKS_TO_END = /[^\S\r\n]*(?=[\r\n"'<>]|$)/y;

/** The secret after `name:`, as in a header or YAML. Undefined for words of a sentence. */
function inLine(text: string, { from, to: start }: Span, secrecy: Secrecy, name: string, find: Find): Span | undefined {
  if (/^[\r\n"'<>]?$/.test(text.charAt(start)) || isShell(text, start)) return quotedInLine(text, start, secrecy, find);
  if (WHOLE_LINE.test(name)) {
    const line = { from: start, to: find(LINE_END, start) };
    return isProse(text.slice(line.from, line.to)) ? undefined : line;
  }
  const end = find(WORD_END, start);
  const value = headOf(text, { from: start, to: end });
  BLANKS_TO_END.lastIndex = end;
  const isAlone = /(?:^|[\n"'])[\s-]*$/.test(text.slice(Math.max(0, from - 8), from)) && BLANKS_TO_END.test(text);
  const looksSecret = isOpaque(value) || (/\d/.test(value) && value.length >= 4) || value.length === judged;
  const isNumber = /^-?[\d.]+$/.test(value);
  const isSecret = isNumber ? hidesNumber(secrecy, name) : hidesText(secrecy, value);
  return isSecret && (looksSecret || isAlone || isNumber) && value !== MASK ? { from: start, to: end } : undefined;
}

const quotedInLine = (text: string, start: number, secrecy: Secrecy, find: Find): Span | undefined =>
  /^["']/.test(text.slice(start, start + 1)) ? inPair(text, start, secrecy, '', find) : undefined;

/** True for a sentence: several words of letters alone. */
const isProse = (line: string): boolean => /^[A-Za-z]+(?: [a-z]+)+[.!]?$/.test(line.trim());

const TAG = /</g;
const CDATA = '<![CDATA[';

/** The secret inside `<name attributes>value</name>`, CDATA and inner elements included. Undefined if it is none. */
function inElement(text: string, { from, to }: Span, secrecy: Secrecy, name: string, find: Find): Span | undefined {
  const open = text.slice(to, to + near).indexOf('>');
  if (open === -1 || text[to + open - 1] === '/') return undefined;
  const start = to + open + 1;
  const first = find(TAG, start);
  const tag = text.startsWith(CDATA, first) ? find(TAG, first + 1) : first;
  const span = { from: start, to: tag };
  // Flat: the next tag closes the element, or the text is cut off before one.
  if (tag >= text.length - 1 || text[tag + 1] === '/') {
    const value = headOf(text, span);
    return hidesText(secrecy, value) && value !== MASK && !/^(?:true|false)$/.test(value) ? span : undefined;
  }
  if (!hidesWhole(secrecy, name)) return undefined;
  const end = text.indexOf(`${text.slice(from, to)}>`, tag);
  return { from: start, to: end === -1 ? text.length : text.lastIndexOf('<', end) };
}

const PART_END = /\r?\n--/g;

/**
 * The secret beside a name that is itself a value: `name="password"` with `value="…"`, or a part of a multipart form.
 * Undefined if it is none.
 */
function besideName(text: string, to: number, secrecy: Secrecy, find: Find): Span | undefined {
  const rest = text.slice(to, to + near);
  const attribute = /^\\{0,9}["'][\s,]{1,9}(?:\\{0,9}["'])?value(?:\\{0,9}["'])?\s{0,3}[:=]\s{0,3}(\\{0,9}["'])/.exec(
    rest,
  );
  if (attribute !== null) {
    const start = to + attribute[0].length;
    const end = endOfQuoted(text, start, attribute[1]!);
    return hidesText(secrecy, text.slice(start, end)) ? { from: start, to: end } : undefined;
  }
  const inner = /^["']\s*>/.exec(rest);
  const part = inner ?? /^["'][^\r\n]*\r?\n(?:[^\r\n]+\r?\n){0,8}\r?\n/.exec(rest);
  if (part === null) return undefined;
  const start = to + part[0].length;
  const span = { from: start, to: find(inner === null ? PART_END : TAG, start) };
  return hidesText(secrecy, headOf(text, span)) ? span : undefined;
}
