import type { Template } from '#verifier/plan/plan.ts';

import { sentResource } from '../resources/body-wrapper.ts';
import { requiredQuery } from '../resources/required-query.ts';
import type { Resource } from '../resources/resource.ts';
import type { SchemaStore } from '../spec/schema-store.ts';
import type { Operation, Parameter } from '../spec/spec-model.ts';
import { isIdentity } from '../values/field-names.ts';
import { sentFor, type Item } from './item.ts';

/**
 * Members of a create's body that later calls on what it makes must name in their query (`?user_id=`): left out, the thing would be nobody's, and
 * not found by whoever asks.
 */
export function saidAgain(schemas: SchemaStore, { create, read, list, put, patch, remove }: Resource): string[] {
  const later = [read?.operation, list?.operation, put, patch, remove].filter((one) => one !== undefined);
  const asked = later.flatMap(requiredQuery);
  if (asked.length === 0 || !create?.operation.body) return [];
  const { properties } = sentResource(schemas, create.operation);
  const typeOf = (schema: Parameter['schema']) => schemas.flatten(schema).types[0];
  const isTold = ({ name, schema }: Parameter) =>
    Object.hasOwn(properties, name) &&
    !isIdentity(name) &&
    ['string', 'integer'].includes(typeOf(schema) ?? '') &&
    typeOf(schema) === typeOf(properties[name] ?? true);
  return [...new Set(asked.filter(isTold).map(({ name }) => name))];
}

/** What a call on an item must say of it in its query, as it was sent. */
export function saidOf(operation: Operation, item: Item | undefined): Record<string, Template> {
  if (!item || operation === item.resource.create?.operation) return {};
  const said = requiredQuery(operation).flatMap(({ name }) => {
    const template = sentFor(item, name);
    return template ? [[name, template] as const] : [];
  });
  return Object.fromEntries(said);
}
