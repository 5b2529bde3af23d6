import type { Json } from '#verifier/plan/plan.ts';

import { readPointer } from '#verifier/plan/json-pointer.ts';
import { isObject, type JsonObject, member, pointerToken } from '../json/json-object.ts';
import { decoded } from './resolve-reference.ts';
import { type Keys, keysInside } from './keys-inside.ts';

/** A base for references. The real address of the document is unknown. */
const DOCUMENT = 'https://document.invalid/';

const resolved = (reference: string, base: string): URL | undefined => URL.parse(reference, base) ?? undefined;
const withoutFragment = (url: URL): string => url.href.slice(0, url.href.length - url.hash.length);

/** Returns the base URI inside a schema: its `$id` resolved against `base`, else `base`. */
function baseIn(value: JsonObject, base: string): string {
  const id = member(value, '$id');
  const url = typeof id === 'string' ? resolved(id, base) : undefined;
  return url ? withoutFragment(url) : base;
}

/** Returns the JSON Pointers of the schemas that have a URI by `$id` or `$anchor`, by that URI. */
function placesIn(document: JsonObject): Map<string, string> {
  const places = new Map<string, string>();
  const visit = (value: Json, at: string, above: string, keys: Keys): void => {
    if (keys === 'data' || typeof value !== 'object' || value === null) return;
    const base = isObject(value) ? baseIn(value, above) : above;
    if (base !== above) places.set(base, at);
    const anchor = isObject(value) ? member(value, '$anchor') : undefined;
    if (typeof anchor === 'string') places.set(`${base}#${anchor}`, at);
    for (const [key, inner] of Object.entries(value)) visit(inner, at + pointerToken(key), base, keysInside(keys, key));
  };
  visit(document, '', DOCUMENT, 'keywords');
  return places;
}

/**
 * Replaces references to an `$id` or `$anchor` by pointers into the document (JSON Schema 2020-12 §8.2, used by OpenAPI
 * 3.1). Other references stay. `#/$defs/…` inside a schema with an `$id` points into that schema. Nothing is fetched.
 */
export function resolveIds(document: JsonObject): JsonObject {
  const places = placesIn(document);
  if (places.size === 0) return document;
  const pointerOf = (reference: string, base: string): string | undefined => {
    const url = resolved(reference, base);
    if (!url) return undefined;
    const fragment = decoded(url.hash.slice(1));
    const isPointer = fragment === '' || fragment.startsWith('/');
    const whole = places.get(isPointer ? withoutFragment(url) : `${withoutFragment(url)}#${fragment}`);
    if (whole === undefined || !isPointer) return whole;
    return readPointer(document, whole + fragment) === undefined ? undefined : whole + fragment;
  };
  const rewrite = (value: Json, above: string, keys: Keys): Json => {
    if (keys === 'data') return value;
    if (Array.isArray(value)) return value.map((one) => rewrite(one, above, 'keywords'));
    if (!isObject(value)) return value;
    const base = baseIn(value, above);
    const entries = Object.entries(value).map(([key, inner]): [string, Json] => {
      if (key !== '$ref' || typeof inner !== 'string') return [key, rewrite(inner, base, keysInside(keys, key))];
      const pointer = pointerOf(inner, base);
      return [key, pointer === undefined ? inner : `#${pointer}`];
    });
    return Object.fromEntries(entries);
  };
  return rewrite(document, DOCUMENT, 'keywords') as JsonObject;
}
