import type { JsonSchema } from '#verifier/plan/plan.ts';
import { upperSnake } from '#verifier/plan/upper-snake.ts';
import type { Planning } from '../journeys/model/planning.ts';
import { actionsOf } from '../resources/actions/actions-of.ts';
import { paramsOf } from '../resources/model/path-template.ts';
import type { Resource } from '../resources/model/resource.ts';
import { successBody } from '../resources/responses/response-shape.ts';
import type { Operation } from '../intake/model/operation.ts';
import type { SchemaStore } from '../intake/schema/schema-store.ts';
import { type Drop, NO_EDIT } from '../outcome/dropped-plan.ts';
import type { ResourceGraph } from '../resources/model/resource-graph.ts';
import { notCreatable } from '../outcome/not-creatable.ts';

/** Returns a function that tells why no shape proposed a journey for an operation, and which edit would help. */
export function createGapFinder({ graph, model }: Planning): (operation: Operation) => Drop {
  const resources = new Map<Operation, Resource>();
  for (const resource of graph.resources)
    for (const operation of [resource.blindCreate, ...actionsOf(resource).map((one) => one.operation)])
      if (operation && !resources.has(operation)) resources.set(operation, resource);
  return (operation) => {
    const resource = resources.get(operation);
    return resource && !resource.create && !resource.isSingleton
      ? notCreatable(resource).drop
      : gapOfLoose(operation, graph, model.schemas);
  };
}

function gapOfLoose(operation: Operation, graph: ResourceGraph, schemas: SchemaStore): Drop {
  const { key, method, path, pointer } = operation;
  const isRead = method === 'GET' || method === 'HEAD';
  const body = successBody(operation);
  if (body === undefined)
    return {
      reason: 'OUTCOME_NOT_SHOWN',
      pointer,
      detail: `No 2xx response of ${key} documents a JSON body.`,
      edit: isRead
        ? `Document what ${key} shows in its 200 response.`
        : `Document what ${key} brought about in its 2xx response, or add a GET that shows it.`,
    };
  const missing = paramsOf(path).find((name) => !graph.producerOf(path, name));
  if (missing !== undefined)
    return {
      reason: 'NOT_CREATABLE',
      pointer,
      detail: `No operation of this spec creates what {${missing}} of ${path} names.`,
      edit: `Add the operation that creates it, or give "${missing}" from outside: declare it as env-provided (APITEST_PARAM_${upperSnake(missing)}).`,
    };
  if (isRead)
    return {
      reason: 'NO_PRODUCED_VALUE',
      pointer,
      detail: `${key} shows nothing that another operation of this spec creates.`,
      edit: isList(schemas, body)
        ? 'Add a POST that creates what it lists, and answers it with the same schema.'
        : NO_EDIT,
    };
  return {
    reason: 'OUTCOME_NOT_SHOWN',
    pointer,
    detail: `What ${key} answers is no item that another operation of this spec shows.`,
    edit: `Answer ${key} with the item that it changed, in the schema that its GET has.`,
  };
}

function isList(schemas: SchemaStore, body: JsonSchema): boolean {
  const { types, properties } = schemas.flatten(body);
  return types[0] === 'array' || Object.values(properties).some((one) => schemas.flatten(one).types[0] === 'array');
}
