import type { Json } from './plan.ts';

/** The value at an RFC 6901 pointer ("" = the whole), or undefined where nothing is there. Never walks prototypes. */
export function readPointer(value: Json | undefined, pointer: string): Json | undefined {
  let current = value;
  for (const segment of segmentsOf(pointer)) {
    if (Array.isArray(current)) current = /^\d+$/.test(segment) ? current[Number(segment)] : undefined;
    else if (current !== null && typeof current === 'object')
      current = Object.hasOwn(current, segment) ? current[segment] : undefined;
    else return undefined;
  }
  return current;
}

/** The unescaped segments of a pointer. */
export function segmentsOf(pointer: string): string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
