import { createHash } from 'node:crypto';

import type { Json } from '#verifier/plan/plan.ts';

/** Members sorted by UTF-16 code units at every level, no white space, numbers as ECMAScript writes them (RFC 8785). Depth is bounded by the intake. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .filter((key) => value[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

/** `sha256:<hex>` of the canonical form. */
export function hashOf(value: Json): string {
  return `sha256:${createHash('sha256').update(canonicalJson(value)).digest('hex')}`;
}
