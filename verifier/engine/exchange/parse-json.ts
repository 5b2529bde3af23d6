import type { Json } from '../../plan/plan.ts';

/** The deepest body that is parsed. No API nests so deep, and later recursive code would overflow. */
const MAX_DEPTH = 512;

/** Matches a number that may exceed the safe integers (2^53). */
const LONG_NUMBER = /\d{16}/;

/**
 * The body as JSON; undefined if it is no JSON or nested too deep. An integer of 2^53 or more, if written in digits
 * alone, becomes its digits as text, because rounding would change an id.
 */
export function parseJson(text: string): Json | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    return LONG_NUMBER.test(text) ? (JSON.parse(text, keepDigits) as Json) : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/** The body with long integers as numbers, for schema validation. `parsed` is the result of `parseJson`. */
export function asNumbers(text: string, parsed: Json): Json {
  return LONG_NUMBER.test(text) ? (JSON.parse(text) as Json) : parsed;
}

/**
 * JSON.parse reviver that returns the digits of unsafe integers. On runtimes without `context.source`, the number stays
 * rounded.
 */
function keepDigits(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  const unsafe = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return unsafe && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value;
}

function isTooDeep(text: string): boolean {
  if (opensFew(text)) return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth -= 1;
  }
  return false;
}

/** True if the text has at most MAX_DEPTH opening brackets, so that it cannot be nested deeper. */
function opensFew(text: string): boolean {
  let found = 0;
  for (const bracket of '[{')
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      found += 1;
      if (found > MAX_DEPTH) return false;
    }
  return true;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
