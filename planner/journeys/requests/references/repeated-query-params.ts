import type { RequestTemplate, Step, Template } from '#verifier/plan/plan.ts';

import { sentResource } from '../../../resources/model/body-wrapper.ts';
import { requiredQuery } from '../../../resources/lists/required-query.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import { canonicalJson } from '../../../intake/json/canonical-json.ts';
import type { SchemaStore } from '../../../intake/schema/schema-store.ts';
import type { Operation, Parameter } from '../../../intake/model/operation.ts';
import { sentFor, type Item } from '../../model/item.ts';
import { isIdentity } from '../../../vocabulary/identifiers.ts';
import { isWhose } from '../../../vocabulary/people-and-access.ts';

/**
 * Returns the members of a create's body that later calls on the item or its list require in their query: `?region=eu`.
 * The item is found only if both have one value.
 */
export function repeatedQueryParams(
  schemas: SchemaStore,
  { create, read, list, put, patch, remove }: Resource,
): string[] {
  const ofItem = [read?.operation, put, patch, remove].filter((one) => one !== undefined).flatMap(requiredQuery);
  // An owner in the list's query is not repeated: most servers take the owner from the credentials, and a made-up
  // `user_id` would name no user.
  const ofList = list ? requiredQuery(list.operation).filter(({ name }) => !isWhose(name)) : [];
  const asked = [...ofItem, ...ofList];
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

/**
 * Returns the query parameters that a call on an item requires, with the values that the item was sent. {} for its
 * create, and without an item.
 */
export function repeatedQueryOf(operation: Operation, item: Item | undefined): Record<string, Template> {
  if (!item || operation === item.resource.create?.operation) return {};
  const said = requiredQuery(operation).flatMap(({ name }) => {
    const template = sentFor(item, name);
    return template ? [[name, template] as const] : [];
  });
  return Object.fromEntries(said);
}

/**
 * Throws CannotPlan if the list requires a created parent in its query (`?team_id=`) and the item was not created with
 * that parent.
 */
export function refuseUnlinked(
  steps: Step[],
  operation: Operation,
  { createdBy, resource }: Item,
  { params }: RequestTemplate,
): void {
  const made = steps.find(({ id }) => id === createdBy);
  const told = canonicalJson([made?.body ?? null, made?.params ?? null]);
  const unlinked = requiredQuery(operation).find(({ name }) => {
    const asked = params.query[name];
    return asked !== undefined && 'capture' in asked && !told.includes(canonicalJson(asked));
  });
  if (unlinked)
    throw new CannotPlan({
      reason: 'NOT_CREATABLE',
      pointer: unlinked.pointer,
      detail: `${operation.key} must be asked for one "${unlinked.name}", and nothing says which one a new ${resource.noun} belongs to.`,
      edit: `Let the create of a ${resource.noun} take "${unlinked.name}".`,
    });
}
