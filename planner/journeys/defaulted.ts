import type { Assertion, Json, JsonSchema } from '#verifier/plan/plan.ts';

import { sentResource } from '../resources/body-wrapper.ts';
import { itemIn, successBody } from '../resources/response-shape.ts';
import type { Resource } from '../resources/resource.ts';
import { isSameValue } from '../spec/canonical-json.ts';
import { pointerToken } from '../spec/json-object.ts';
import type { SchemaStore } from '../spec/schema-store.ts';
import type { Operation } from '../spec/spec-model.ts';
import {
  isFirstAmong,
  isGrant,
  isHiding,
  isIdentity,
  isLifetime,
  isLimit,
  isRank,
  isServersOwn,
  isStatusLike,
  isTitle,
} from '../values/field-names.ts';

/** What a server settles by itself, whatever a document takes it for: among other things, by the caller's account, or in the course of its own. */
const SETTLED = [
  isFirstAmong,
  isGrant,
  isHiding,
  isIdentity,
  isLifetime,
  isLimit,
  isRank,
  isServersOwn,
  isStatusLike,
  isTitle,
];

/** A flag, a whole number, a choice or a plain text that is taken where none is sent; undefined where the schema gives none. */
function defaultOf(schemas: SchemaStore, schema: JsonSchema): Json | undefined {
  const { types, rest, alternatives } = schemas.flatten(schema);
  const { default: usual = null, format, readOnly, writeOnly } = rest;
  const isPlain = ['boolean', 'integer', 'string'].includes(types[0] ?? '') && alternatives.length === 0;
  const isOfType = types[0] === 'integer' ? Number.isInteger(usual) : typeof usual === types[0];
  if (!isPlain || !isOfType || usual === '' || readOnly === true || writeOnly === true) return undefined;
  return types[0] === 'string' && format !== undefined ? undefined : usual;
}

/** The claim that a create which is sent what it requires alone answers what its document takes the other members for. */
export function assertDefaults(schemas: SchemaStore, resource: Resource, operation: Operation): Assertion[] {
  const sent = sentResource(schemas, operation);
  const leftOut = Object.keys(sent.properties).filter((name) => !sent.required.includes(name));
  const { flat, prefix } = itemIn(schemas, successBody(operation) ?? true, resource);
  return leftOut.flatMap((name): Assertion[] => {
    const value = defaultOf(schemas, sent.properties[name] ?? true);
    const shown = flat.properties[name];
    if (value === undefined || shown === undefined || SETTLED.some((test) => test(name))) return [];
    const { types, rest } = schemas.flatten(shown);
    const own = rest['default'] ?? null;
    if (types[0] !== schemas.flatten(sent.properties[name] ?? true).types[0]) return [];
    return own === null || isSameValue(own, value)
      ? [{ op: 'defaulted', pointer: prefix + pointerToken(name), value }]
      : [];
  });
}
