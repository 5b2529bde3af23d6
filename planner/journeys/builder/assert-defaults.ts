import type { Assertion, Json, JsonSchema } from '#verifier/plan/plan.ts';

import { sentResource } from '../../resources/model/body-wrapper.ts';
import { foundOnce } from '../../resources/model/found-once.ts';
import { itemIn, successBody } from '../../resources/responses/response-shape.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { transitionOf } from '../../resources/actions/transition-of.ts';
import { isSameValue } from '../../intake/json/canonical-json.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { isServerSettled } from '../../values/assertable/is-server-settled.ts';

/**
 * Returns the schema's `default` if it has the schema's type and is a boolean, an integer or a non-empty text without a
 * format. Undefined otherwise, with alternatives, and for a readOnly or writeOnly member.
 */
function defaultOf(schemas: SchemaStore, schema: JsonSchema): Json | undefined {
  const { types, rest, alternatives } = schemas.flatten(schema);
  const { default: usual = null, format, readOnly, writeOnly } = rest;
  const isPlain = ['boolean', 'integer', 'string'].includes(types[0] ?? '') && alternatives.length === 0;
  const isOfType = types[0] === 'integer' ? Number.isInteger(usual) : typeof usual === types[0];
  if (!isPlain || !isOfType || usual === '' || readOnly === true || writeOnly === true) return undefined;
  return types[0] === 'string' && format !== undefined ? undefined : usual;
}

/** An optional member of a create's body with its documented default, and its place in the response. */
export type Default = { name: string; pointer: string; value: Json };

/**
 * Returns the defaults (see `defaultOf`) of a create's optional members that its response documents. Left out: members
 * that an action changes or the server may choose. Computed once, because the mock asks at each create.
 */
export const defaultsOf = foundOnce(findDefaults);

function findDefaults(schemas: SchemaStore, resource: Resource, operation: Operation): Default[] {
  const sent = sentResource(schemas, operation);
  const { flat, prefix } = itemIn(schemas, successBody(operation) ?? true, resource);
  const moving = new Set(resource.actions.map((action) => transitionOf(schemas, action, flat)?.name));
  return Object.entries(sent.properties).flatMap(([name, schema]): Default[] => {
    const value = sent.required.includes(name) ? undefined : defaultOf(schemas, schema);
    const shown = flat.properties[name];
    if (value === undefined || shown === undefined || isServerSettled(name) || moving.has(name)) return [];
    const { types, rest } = schemas.flatten(shown);
    const own = rest['default'] ?? null;
    const isAlike = types[0] === schemas.flatten(schema).types[0] && (own === null || isSameValue(own, value));
    return isAlike ? [{ name, pointer: prefix + pointerToken(name), value }] : [];
  });
}

/** Returns the assertions that members that were not sent have their documented default, if the response shows them. */
export function assertDefaults(schemas: SchemaStore, resource: Resource, operation: Operation): Assertion[] {
  return defaultsOf(schemas, resource, operation).map(({ pointer, value }) => ({ op: 'defaulted', pointer, value }));
}
