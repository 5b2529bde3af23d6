import { createHash } from 'node:crypto';

import type { Json } from '#verifier/plan/plan.ts';

/** Members sorted by UTF-16 code units at every level, no white space, numbers as ECMAScript writes them (RFC 8785). Depth is bounded by the intake. */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts: string[] = [];
  write(value, parts);
  return parts.join('');
}

/** Piece by piece: a large text that is put together from texts is copied once more when it is hashed. */
function write(value: Json, parts: string[]): void {
  if (typeof value !== 'object' || value === null) {
    parts.push(JSON.stringify(value));
  } else if (Array.isArray(value)) {
    parts.push('[');
    let separator = '';
    for (const item of value) {
      parts.push(separator);
      write(item, parts);
      separator = ',';
    }
    parts.push(']');
  } else {
    parts.push('{');
    let separator = '';
    for (const key of Object.keys(value).sort()) {
      const member = value[key];
      if (member === undefined) continue;
      parts.push(separator, JSON.stringify(key), ':');
      write(member, parts);
      separator = ',';
    }
    parts.push('}');
  }
}

/** Whether two values have one canonical form. */
export function isSameValue(left: Json, right: Json): boolean {
  const isScalar = (value: Json) => typeof value !== 'object' || value === null;
  if (isScalar(left) || isScalar(right)) return left === right;
  return canonicalJson(left) === canonicalJson(right);
}

/** `sha256:<hex>` of the canonical form. */
export function hashOf(value: Json): string {
  return `sha256:${createHash('sha256').update(canonicalJson(value)).digest('hex')}`;
}
