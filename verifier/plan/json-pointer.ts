import type { Json } from './plan.ts';

/** The value at an RFC 6901 pointer ("" = the whole), or undefined where nothing is there. Never walks prototypes. */
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

/** A copy with another value at a pointer where there is one already; what is not changed is shared. */
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

/** The unescaped segments of a pointer. */
export function segmentsOf(pointer: string): string[] {
  if (pointer === '') return [];
  const segments = pointer.slice(1).split('/');
  return pointer.includes('~') ? segments.map(unescaped) : segments;
}

function unescaped(segment: string): string {
  return segment.includes('~') ? segment.replaceAll('~1', '/').replaceAll('~0', '~') : segment;
}

/** One reference token of a JSON Pointer (RFC 6901). */
export function pointerToken(token: string | number): string {
  const text = String(token);
  return /[~/]/.test(text) ? `/${text.replaceAll('~', '~0').replaceAll('/', '~1')}` : `/${text}`;
}
