import { hash } from 'node:crypto';

import type { Json } from '#verifier/plan/plan.ts';

import { remembered } from '../../vocabulary/remembered.ts';

const memberStart = remembered((key) => `${JSON.stringify(key)}:`);
/** Characters that JSON.stringify may escape: quotes, backslashes, control characters and surrogates. */
const NEEDS_ESCAPES = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;
/** Insertion sort is faster than `sort` up to this number of keys. */
const FEW = 24;

/** Returns canonical JSON (RFC 8785): members sorted by UTF-16 code units, no white space. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return NEEDS_ESCAPES.test(value) ? JSON.stringify(value) : `"${value}"`;
  if (typeof value === 'boolean' || value === null) return String(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  let text = '';
  let separator = '';
  if (Array.isArray(value)) {
    for (const item of value) {
      text += separator + canonicalJson(item);
      separator = ',';
    }
    return `[${text}]`;
  }
  for (const key of inOrder(Object.keys(value))) {
    const member = value[key];
    if (member === undefined) continue;
    text += separator + memberStart(key) + canonicalJson(member);
    separator = ',';
  }
  return `{${text}}`;
}

function inOrder(keys: string[]): string[] {
  if (keys.length > FEW) return keys.sort();
  for (let at = 1; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    let to = at;
    for (let before = keys[to - 1]; before !== undefined && before > key; before = keys[to - 1]) {
      keys[to] = before;
      to -= 1;
    }
    keys[to] = key;
  }
  return keys;
}

/** True if two values have the same canonical JSON. */
export function isSameValue(left: Json, right: Json): boolean {
  const isScalar = (value: Json) => typeof value !== 'object' || value === null;
  if (isScalar(left) || isScalar(right)) return left === right;
  return canonicalJson(left) === canonicalJson(right);
}

/** Returns `sha256:` and the hash of the value's canonical JSON in hex. */
export function hashOf(value: Json): string {
  return `sha256:${hash('sha256', canonicalJson(value))}`;
}
