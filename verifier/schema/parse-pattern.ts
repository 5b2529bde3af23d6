/** The syntax tree of a regular expression, without captures. */
export type PatternNode =
  /** One code point, in the notation of the source: `a`, `\d`, `[^x-z]`, `.`. */
  | { kind: 'one'; source: string }
  | { kind: 'sequence'; parts: PatternNode[] }
  | { kind: 'choice'; options: PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; least: number; most: number }
  | { kind: 'place'; at: 'start' | 'end' | 'boundary' | 'noBoundary' }
  | { kind: 'look'; part: PatternNode; behind: boolean; negated: boolean };

/** Thrown for patterns that the automaton does not support, such as the back reference in `(a)\1`. */
export class PatternUnsupported extends Error {
  override readonly name = 'PatternUnsupported';
}

type Cursor = { readonly source: string; at: number };

const UNICODE_PAIR = /^\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/;
const ESCAPE = /^\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[^])/;
const CLASS = /^\[(?:\\[^]|[^\]\\])*\]/;
const QUANTIFIER = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/;
const LOOK = /^\(\?(<?)([=!])/;
const GROUP = /^\((?:\?:|\?<[^>]*>)?/;

/**
 * Parses a regular expression that `new RegExp(source, 'u')` accepts. Throws PatternUnsupported for back references and
 * modifiers, and RangeError for groups nested too deep.
 */
export function parsePattern(source: string): PatternNode {
  return choice({ source, at: 0 });
}

function choice(cursor: Cursor): PatternNode {
  const options = [sequence(cursor)];
  while (cursor.source[cursor.at] === '|') {
    cursor.at += 1;
    options.push(sequence(cursor));
  }
  return options.length === 1 ? options[0]! : { kind: 'choice', options };
}

function sequence(cursor: Cursor): PatternNode {
  const parts: PatternNode[] = [];
  while (cursor.at < cursor.source.length && !'|)'.includes(cursor.source[cursor.at]!))
    parts.push(quantified(atom(cursor), cursor));
  return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts };
}

function quantified(part: PatternNode, cursor: Cursor): PatternNode {
  const found = QUANTIFIER.exec(cursor.source.slice(cursor.at, cursor.at + 64));
  if (found === null) return part;
  cursor.at += found[0].length;
  const [, sign, least, comma, most] = found;
  if (sign !== undefined)
    return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
  const from = Number(least);
  return { kind: 'repeat', part, least: from, most: comma === undefined ? from : most ? Number(most) : Infinity };
}

function atom(cursor: Cursor): PatternNode {
  const letter = cursor.source[cursor.at]!;
  if (letter === '(') return group(cursor);
  if (letter === '[') return one(cursor, CLASS.exec(cursor.source.slice(cursor.at))![0]);
  if (letter === '\\') return escape(cursor);
  if (letter === '^' || letter === '$') {
    cursor.at += 1;
    return { kind: 'place', at: letter === '^' ? 'start' : 'end' };
  }
  return one(cursor, String.fromCodePoint(cursor.source.codePointAt(cursor.at)!));
}

function one(cursor: Cursor, source: string): PatternNode {
  cursor.at += source.length;
  return { kind: 'one', source };
}

function escape(cursor: Cursor): PatternNode {
  const rest = cursor.source.slice(cursor.at, cursor.at + 100);
  const [written] = UNICODE_PAIR.exec(rest) ?? ESCAPE.exec(rest)!;
  if (/^\\[1-9k]/.test(written)) throw new PatternUnsupported('a back reference');
  if (written !== '\\b' && written !== '\\B') return one(cursor, written);
  cursor.at += 2;
  return { kind: 'place', at: written === '\\b' ? 'boundary' : 'noBoundary' };
}

function group(cursor: Cursor): PatternNode {
  const rest = cursor.source.slice(cursor.at, cursor.at + 1000);
  const look = LOOK.exec(rest);
  const [opening] = look ?? GROUP.exec(rest)!;
  cursor.at += opening.length;
  if (look === null && cursor.source[cursor.at] === '?') throw new PatternUnsupported('a modifier');
  const part = choice(cursor);
  cursor.at += 1;
  return look === null ? part : { kind: 'look', part, behind: look[1] === '<', negated: look[2] === '!' };
}
