import type { Json } from './plan.ts';

/**
 * The value at a JSON Pointer (RFC 6901); "" is the whole. Undefined if nothing is there. Reads own properties only.
 */
export function readPointer(value: Json | undefined, pointer: string): Json | undefined {
  let current = value;
  let end = 0;
  for (let at = 0; at < pointer.length; at = end) {
    const next = pointer.indexOf('/', at + 1);
    end = next < 0 ? pointer.length : next;
    const segment = unescaped(pointer.slice(at + 1, end));
    if (Array.isArray(current)) current = /^\d+$/.test(segment) ? current[Number(segment)] : undefined;
    else if (current !== null && typeof current === 'object')
      current = Object.hasOwn(current, segment) ? current[segment] : undefined;
    else return undefined;
  }
  return current;
}

/** A copy with another value at a JSON Pointer. Unchanged if nothing is there. Unchanged parts are shared. */
export function withValueAt<T>(value: T, pointer: string, replacement: Json): T {
  return replaceAt(value as Json, segmentsOf(pointer), replacement) as T;
}

function replaceAt(value: Json, [segment, ...rest]: string[], replacement: Json): Json {
  if (segment === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === segment ? replaceAt(item, rest, replacement) : item));
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, segment)) return value;
  return { ...value, [segment]: replaceAt(value[segment] as Json, rest, replacement) };
}

/** The unescaped segments of a JSON Pointer: `/a~1b/0` gives "a/b" and "0". */
export function segmentsOf(pointer: string): string[] {
  if (pointer === '') return [];
  const segments = pointer.slice(1).split('/');
  return pointer.includes('~') ? segments.map(unescaped) : segments;
}

function unescaped(segment: string): string {
  return segment.includes('~') ? segment.replaceAll('~1', '/').replaceAll('~0', '~') : segment;
}

/** One segment of a JSON Pointer with its slash, escaped: "a/b" gives `/a~1b` (RFC 6901). */
export function pointerToken(token: string | number): string {
  const text = String(token);
  return /[~/]/.test(text) ? `/${text.replaceAll('~', '~0').replaceAll('/', '~1')}` : `/${text}`;
}
