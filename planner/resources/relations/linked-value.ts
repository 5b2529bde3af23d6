import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { JsonSchema } from '#verifier/plan/plan.ts';

import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Link, Operation } from '../../intake/model/operation.ts';
import { shapeOf } from '../model/path-template.ts';
import type { Resource } from '../model/resource.ts';
import { successBody, successResponses } from '../responses/response-shape.ts';
import type { ResourceGraph } from '../model/resource-graph.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';

/** A value that an OpenAPI link takes from the response body, or from the request body before it (`sent`). */
export type LinkedValue = { from: 'body' | 'sent'; pointer: string; schema: JsonSchema };

function schemaAt(schemas: SchemaStore, schema: JsonSchema | undefined, pointer: string): JsonSchema | undefined {
  let current = schema;
  for (const token of segmentsOf(pointer)) {
    if (current === undefined) return undefined;
    const { properties, items } = schemas.flatten(current);
    current = Object.hasOwn(properties, token) ? properties[token] : /^\d+$/.test(token) ? items : undefined;
  }
  return current;
}

function valueOf(schemas: SchemaStore, operation: Operation, expression: string): LinkedValue | undefined {
  const [, source, pointer = ''] = /^\{?\$(request|response)\.body#(\/[^}]*)\}?$/.exec(expression) ?? [];
  if (source === undefined) return undefined;
  const from = source === 'request' ? 'sent' : 'body';
  const schema = schemaAt(schemas, from === 'sent' ? operation.body?.schema : successBody(operation), pointer);
  return schema === undefined ? undefined : { from, pointer, schema };
}

function isTarget(link: Link, { id, pointer }: Operation): boolean {
  return link.target === id || link.target === pointer;
}

/** True if a success response has links. */
export function hasLinks(from: Operation): boolean {
  return successResponses(from).some(([, { links }]) => links.length > 0);
}

/** True if a success response of `from` links to `target`. */
export function linksTo(from: Operation, target: Operation): boolean {
  return successResponses(from).some(([, { links }]) => links.some((link) => isTarget(link, target)));
}

/** Methods of operations that may create the item of a link. */
const MAKING = new Set(['POST', 'PUT']);

const linkingBy = new WeakMap<Operation[], Operation[]>();

function linkingMakers(operations: Operation[]): Operation[] {
  const linking = linkingBy.get(operations) ?? operations.filter((one) => MAKING.has(one.method) && hasLinks(one));
  linkingBy.set(operations, linking);
  return linking;
}

/**
 * Returns the POST or PUT with a link to `target` that has a value for the path parameter `param`, and all values of
 * that link. Undefined without such a link.
 */
export function linkInto(
  { operations, schemas }: SpecModel,
  target: Operation,
  param: string,
): { operation: Operation; values: Record<string, LinkedValue> } | undefined {
  for (const operation of linkingMakers(operations)) {
    const links = successResponses(operation).flatMap(([, response]) => response.links);
    for (const link of links) {
      if (!isTarget(link, target)) continue;
      const values: Record<string, LinkedValue> = {};
      for (const [name, expression] of Object.entries(link.parameters)) {
        const value = valueOf(schemas, operation, expression);
        if (value) values[name.replace(/^path\./, '')] = value;
      }
      if (values[param]) return { operation, values };
    }
  }
  return undefined;
}

/**
 * Returns a function that finds the creatable resources whose read links to an operation. Operations at or below the
 * resource's own path are left out, except a write on that path if the create has another path.
 */
export function linkingResources(all: Resource[]): ResourceGraph['leadingTo'] {
  const known = new Map<Operation, Resource[]>();
  // A POST on the collection's path may need an item (to repeat a build), if the create has another path.
  const isBelow = ({ method, path }: Operation, { key, create }: Resource) =>
    shapeOf(path).startsWith(key) && (shapeOf(path) !== key || method === 'GET' || create?.operation.path === path);
  const linking = all.flatMap((resource) =>
    resource.create && resource.read && hasLinks(resource.read.operation)
      ? [{ resource, read: resource.read.operation }]
      : [],
  );
  const find = (operation: Operation) =>
    linking.flatMap(({ resource, read }) =>
      linksTo(read, operation) && !isBelow(operation, resource) ? [resource] : [],
    );
  return (operation) => {
    const found = known.get(operation) ?? find(operation);
    known.set(operation, found);
    return found;
  };
}
