import type { JsonSchema } from '#verifier/plan/plan.ts';

import { sentResource } from '../../resources/model/body-wrapper.ts';
import { paramsOf } from '../../resources/model/path-template.ts';
import type { Resource } from '../../resources/model/resource.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { fits } from '../../intake/schema/fits.ts';
import { uniqueFor } from '../../values/text/unique-for.ts';
import { ownIdName } from '../../resources/model/own-id-name.ts';
import type { Planning } from '../model/planning.ts';
import { isIdentity } from '../../vocabulary/identifiers.ts';
import { envProvidedParam } from '../model/env-provided-param.ts';

/**
 * Returns the resource of the path's last parameter if an operation creates it. Undefined if not, or if the
 * value is env-provided.
 */
export function creatableAncestor(planning: Planning, { path }: Operation): Resource | undefined {
  const last = paramsOf(path).at(-1);
  if (last === undefined || envProvidedParam(planning, last) !== undefined) return undefined;
  const thing = planning.graph.producerOf(path, last);
  return thing?.create && thing;
}

/** Like `creatableAncestor`, but undefined if the create might return an existing item. */
export function createdAncestor(planning: Planning, asked: Operation): Resource | undefined {
  const thing = creatableAncestor(planning, asked);
  if (!thing?.create) return undefined;
  const { id, operation } = thing.create;
  const isNew = isNamedAnew(planning.model.schemas, thing);
  const isMade = id.from === 'path' || operation.responses['201'] !== undefined || isNew;
  return isMade ? thing : undefined;
}

/**
 * Like `createdAncestor`, but undefined if another caller may have the same item. Either its required name takes no
 * unique value (an enum), or it has no required name and 200 may return an existing item.
 */
export function newAncestor(planning: Planning, asked: Operation): Resource | undefined {
  const thing = createdAncestor(planning, asked);
  if (!thing?.create) return undefined;
  const { schemas } = planning.model;
  const { id, operation } = thing.create;
  const { properties, required } = sentResource(schemas, operation);
  const isOpen = (name: string, schema: JsonSchema) =>
    uniqueFor(schemas, schemas.flatten(schema), name, undefined, 0) !== undefined;
  if (id.from === 'path')
    return operation.parameters.every(({ name, schema }) => name !== id.param || isOpen(name, schema))
      ? thing
      : undefined;
  const names = required.filter((name) => isName(thing, name));
  if (!names.every((name) => isOpen(name, properties[name] ?? true))) return undefined;
  return names.length > 0 || operation.responses['200'] === undefined ? thing : undefined;
}

/** An example of the names that a run makes up. */
const OWN_NAME = 'sample-a1b2c3d4';

/**
 * True if the create requires a name that takes a value unique to this run. Without one, 200 may return an
 * existing item.
 */
function isNamedAnew(schemas: SchemaStore, thing: Resource): boolean {
  if (!thing.create) return false;
  const { properties, required } = sentResource(schemas, thing.create.operation);
  return required.some((name) => isName(thing, name) && fits(schemas, properties[name] ?? true, OWN_NAME));
}

function isName(thing: Resource, name: string): boolean {
  return isIdentity(name) || name === ownIdName(thing);
}
