import { MASK } from '../../result/mask.ts';
import { hidesNumber, hidesText, hidesWhole, isOpaque, MAY_NAME_SECRET, secrecyOf, type Secrecy } from './secrecy.ts';

const MAY = new RegExp(MAY_NAME_SECRET, 'gi');
const NAME = /[\w.[\]-]/;
const longestName = 64;

/**
 * Masks each value after a secret's name, in any text: forms, queries, headers, XML, multipart, JSON that is cut off or
 * escaped. `password=abc` becomes `password=[redacted]`. Looks only around names, so that it takes linear time.
 */
export function redactNamed(text: string): string {
  let out = '';
  let done = 0;
  const plain: Plain = { to: 0 };
  MAY.lastIndex = 0;
  for (let found = MAY.exec(text); found !== null; found = MAY.exec(text)) {
    const [from, to] = nameAround(text, found.index, MAY.lastIndex);
    MAY.lastIndex = Math.max(MAY.lastIndex, to);
    if (from < done) continue;
    const name = lastPart(text.slice(from, to));
    const secrecy = secrecyOf(name);
    if (secrecy === 'NONE') continue;
    const value = valueBehind(text, { from, to }, secrecy, name, plain);
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
/** End of the last long word that `inLine` judged harmless, so that no word is judged twice. */
type Plain = { to: number };

const SEPARATOR = /^(?:\\{0,9}["'])?\s{0,3}(=>|:|=|%3D)\s{0,3}/;
const near = 512;

function valueBehind(text: string, { from, to }: Span, secrecy: Secrecy, name: string, plain: Plain): Span | undefined {
  const before = text.slice(Math.max(0, from - 24), from);
  if (/<(?:[\w-]+:)?$/.test(before)) return inElement(text, from, to, secrecy, name);
  if (/(?:name|key|header)\\{0,9}["']?\s{0,3}[:=]\s{0,3}\\{0,9}["']$/.test(before))
    return besideName(text, to, secrecy);
  const separator = SEPARATOR.exec(text.slice(to, to + 24));
  if (separator === null) return undefined;
  const start = to + separator[0].length;
  const isQuoted = /^\\*["']/.test(separator[0]);
  return separator[1] === ':' && !isQuoted
    ? inLine(text, { from, to: start }, secrecy, name, plain)
    : inPair(text, start, secrecy, name);
}

/**
 * The secret after `name=` or `"name":`: a quoted text, a whole list or object, or the text up to the next delimiter.
 * Undefined if it is none.
 */
function inPair(text: string, start: number, secrecy: Secrecy, name: string): Span | undefined {
  const quote = /^\\*["']/.exec(text.slice(start, start + 12))?.[0];
  if (quote !== undefined) {
    const from = start + quote.length;
    const to = endOfQuoted(text, from, quote);
    return hidesText(secrecy, text.slice(from, to)) && !isShell(text, from) ? { from, to } : undefined;
  }
  if (/[[{]/.test(text[start] ?? ''))
    return hidesWhole(secrecy, name) ? { from: start, to: endOfNested(text, start) } : undefined;
  const value = /^[^\s&"'<>;,)}\]\\]*/.exec(text.slice(start, start + 4096))![0];
  if (value.startsWith('=') || value === MASK || /^(?:null|true|false|undefined)?$/.test(value) || isShell(text, start))
    return undefined;
  const isSecret = /^-?[\d.]+$/.test(value) ? hidesNumber(secrecy, name) : hidesText(secrecy, value);
  return isSecret ? { from: start, to: start + value.length } : undefined;
}

/** True if the text begins with a shell expansion such as `$(cat token)`, which shows no secret. */
const isShell = (text: string, at: number): boolean => /^[\w ]{0,12}\$[({]/.test(text.slice(at, at + 16));

function endOfQuoted(text: string, from: number, quote: string): number {
  if (quote.length > 1) {
    const end = text.indexOf(quote, from);
    return end === -1 ? text.length : end;
  }
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
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
const LINE = /[^\r\n"'<>]*/y;
const WORD = /[^\s,;&"'<>]*/y;
const BLANKS_TO_END = /[^\S\r\n]*(?=[\r\n"'<>]|$)/y;

/**
 * The secret after `name:`, as in a header or YAML. Undefined for words of a sentence. Linear over all names of a line.
 */
function inLine(
  text: string,
  { from, to: start }: Span,
  secrecy: Secrecy,
  name: string,
  plain: Plain,
): Span | undefined {
  if (/^[\r\n"'<>]?$/.test(text.charAt(start)) || isShell(text, start)) return quotedInLine(text, start, secrecy);
  if (WHOLE_LINE.test(name)) {
    const line = matchAt(LINE, text, start);
    return isProse(line) ? undefined : { from: start, to: start + line.length };
  }
  if (start < plain.to) return undefined;
  const value = matchAt(WORD, text, start);
  const end = start + value.length;
  BLANKS_TO_END.lastIndex = end;
  const isAlone = /(?:^|[\n"'])[\s-]*$/.test(text.slice(Math.max(0, from - 8), from)) && BLANKS_TO_END.test(text);
  const looksSecret = isOpaque(value) || (/\d/.test(value) && value.length >= 4);
  const isNumber = /^-?[\d.]+$/.test(value);
  const isSecret = isNumber ? hidesNumber(secrecy, name) : hidesText(secrecy, value);
  if (isSecret && (looksSecret || isAlone || isNumber) && value !== MASK) return { from: start, to: end };
  if (!looksSecret && value.length >= 8) plain.to = end;
  return undefined;
}

function matchAt(pattern: RegExp, text: string, from: number): string {
  pattern.lastIndex = from;
  return pattern.exec(text)?.[0] ?? '';
}

const quotedInLine = (text: string, start: number, secrecy: Secrecy): Span | undefined =>
  /^["']/.test(text.slice(start, start + 1)) ? inPair(text, start, secrecy, '') : undefined;

/** True for a sentence: several words of letters alone. */
const isProse = (line: string): boolean => /^[A-Za-z]+(?: [a-z]+)+[.!]?$/.test(line.trim());

/** The secret inside `<name attributes>value</name>`, CDATA and inner elements included. Undefined if it is none. */
function inElement(text: string, from: number, to: number, secrecy: Secrecy, name: string): Span | undefined {
  const open = text.slice(to, to + near).indexOf('>');
  if (open === -1 || text[to + open - 1] === '/') return undefined;
  const start = to + open + 1;
  const close = text.indexOf(`</`, start);
  const isFlat = close !== -1 && !text.slice(start, close).replace('<![CDATA[', '').includes('<');
  const end = isFlat ? close : text.indexOf(`${text.slice(from, to)}>`, start);
  const last = end === -1 ? text.length : isFlat ? end : text.lastIndexOf('<', end);
  const value = text.slice(start, last).trim();
  const isSecret = isFlat || end === -1 ? hidesText(secrecy, value) : hidesWhole(secrecy, name);
  return isSecret && value !== MASK && !/^(?:true|false)$/.test(value) ? { from: start, to: last } : undefined;
}

/**
 * The secret beside a name that is itself a value: `name="password"` with `value="…"`, or a part of a multipart form.
 * Undefined if it is none.
 */
function besideName(text: string, to: number, secrecy: Secrecy): Span | undefined {
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
  const end = inner === null ? endOfPart(text, start) : text.indexOf('<', start);
  const last = end === -1 ? text.length : end;
  return hidesText(secrecy, text.slice(start, last).trim()) ? { from: start, to: last } : undefined;
}

function endOfPart(text: string, start: number): number {
  const end = text.indexOf('\n--', start);
  return end > start && text[end - 1] === '\r' ? end - 1 : end;
}
