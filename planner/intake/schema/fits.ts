import type { Json, JsonSchema } from '#verifier/plan/plan.ts';
import { matchesPattern } from '#verifier/schema/pattern.ts';

import { canonicalJson, isSameValue } from '../json/canonical-json.ts';
import { isObject } from '../json/json-object.ts';
import type { FlatSchema } from './flat-schema.ts';
import type { SchemaStore } from './schema-store.ts';

const FORMATS: Record<string, (text: string) => boolean> = {
  'date-time': (text) => /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:\d\d)$/.test(text),
  date: (text) => /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text),
  time: (text) => /^\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:\d\d)?$/.test(text),
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  uri: (text) => /^[a-z][\w+.-]*:\S+$/i.test(text),
  url: (text) => /^[a-z][\w+.-]*:\S+$/i.test(text),
  hostname: (text) => /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(text),
  ipv4: (text) => /^(\d{1,3}\.){3}\d{1,3}$/.test(text),
  ipv6: (text) => /^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text),
};

function isType(value: Json, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return typeof value === type;
}

function bound(flat: FlatSchema, key: string, otherwise: number): number {
  const value = flat.rest[key];
  return typeof value === 'number' ? value : otherwise;
}

function lengthFits(flat: FlatSchema, text: string): boolean {
  const [least, most] = [bound(flat, 'minLength', 0), bound(flat, 'maxLength', Infinity)];
  if (least === 0 && most === Infinity) return true;
  const { length } = [...text];
  return length >= least && length <= most;
}

function textFits(flat: FlatSchema, text: string, formats: boolean): boolean {
  const { pattern, format } = flat.rest;
  if (!lengthFits(flat, text)) return false;
  // A pattern that cannot be evaluated (a back reference) refuses nothing.
  if (typeof pattern === 'string' && matchesPattern(pattern, text) === false) return false;
  return !formats || typeof format !== 'string' || !Object.hasOwn(FORMATS, format) || (FORMATS[format]?.(text) ?? true);
}

function numberFits(flat: FlatSchema, value: number): boolean {
  const step = bound(flat, 'multipleOf', 0);
  return (
    value >= bound(flat, 'minimum', -Infinity) &&
    value <= bound(flat, 'maximum', Infinity) &&
    value > bound(flat, 'exclusiveMinimum', -Infinity) &&
    value < bound(flat, 'exclusiveMaximum', Infinity) &&
    (step <= 0 || Math.abs(value / step - Math.round(value / step)) < 1e-9)
  );
}

function arrayFits(schemas: SchemaStore, flat: FlatSchema, items: Json[], formats: boolean): boolean {
  const { items: schema } = flat;
  if (items.length < bound(flat, 'minItems', 0) || items.length > bound(flat, 'maxItems', Infinity)) return false;
  if (flat.rest['uniqueItems'] === true && new Set(items.map(canonicalJson)).size < items.length) return false;
  return schema === undefined || items.every((item) => fits(schemas, schema, item, formats));
}

function objectFits(schemas: SchemaStore, flat: FlatSchema, value: Record<string, Json>, formats: boolean): boolean {
  if (flat.required.some((name) => !Object.hasOwn(value, name) && !isReadOnly(schemas, flat.properties[name])))
    return false;
  return Object.entries(value).every(([name, part]) => {
    const schema = Object.hasOwn(flat.properties, name) ? flat.properties[name] : flat.additional;
    return schema === undefined || fits(schemas, schema, part, formats);
  });
}

function isReadOnly(schemas: SchemaStore, schema: JsonSchema | undefined): boolean {
  return schema !== undefined && schemas.flatten(schema).rest['readOnly'] === true;
}

/** The most checks of one value. Nested alternatives multiply them, and recursive ones would never end. */
const MOST_CHECKS = 100_000;
const MOST_LEVELS = 500;
const effort = { left: 0, level: 0 };

/**
 * True if a request value fits the schema's types, values, bounds, pattern, members and alternatives. Other keywords,
 * such as `not`, are ignored, and read-only members may be absent. With `formats`, the value must also have the
 * `format`. False beyond 100,000 checks or 500 levels.
 */
export function fits(schemas: SchemaStore, schema: JsonSchema, value: Json, formats = true): boolean {
  if (effort.level === 0) effort.left = MOST_CHECKS;
  effort.left -= 1;
  if (effort.left < 0 || effort.level >= MOST_LEVELS) return false;
  effort.level += 1;
  try {
    return satisfies(schemas, schema, value, formats);
  } finally {
    effort.level -= 1;
  }
}

function satisfies(schemas: SchemaStore, schema: JsonSchema, value: Json, formats: boolean): boolean {
  if (typeof schema === 'boolean') return schema;
  const flat = schemas.flatten(schema);
  if (value === null) return flat.nullable && (flat.types.length === 0 || flat.nullable);
  if (flat.types.length > 0 && !flat.types.some((type) => isType(value, type))) return false;
  const { const: constant, enum: members } = flat.rest;
  if (constant !== undefined && !isSameValue(constant, value)) return false;
  if (Array.isArray(members) && !members.some((item) => isSameValue(item, value))) return false;
  if (typeof value === 'string' && !textFits(flat, value, formats)) return false;
  if (typeof value === 'number' && !numberFits(flat, value)) return false;
  if (Array.isArray(value) && !arrayFits(schemas, flat, value, formats)) return false;
  if (isObject(value) && !objectFits(schemas, flat, value, formats)) return false;
  return flat.alternatives.length === 0 || flat.alternatives.some((branch) => fits(schemas, branch, value, formats));
}
