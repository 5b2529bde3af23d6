import { sentResource } from '../resources/body-wrapper.ts';
import { paramsOf } from '../resources/path-template.ts';
import type { Resource } from '../resources/resource.ts';
import type { SchemaStore } from '../spec/schema-store.ts';
import type { Operation } from '../spec/spec-model.ts';
import { isIdentity, sameName } from '../values/field-names.ts';
import { fits } from '../values/fits.ts';
import { ownIdName } from '../resources/own-id-name.ts';
import type { Planning } from './planning.ts';

/** What the last parameter of the path names and some operation makes, unless that comes from outside. */
export function makeableAbove({ graph, envProvidedParams }: Planning, { path }: Operation): Resource | undefined {
  const last = paramsOf(path).at(-1);
  if (last === undefined || envProvidedParams.some((name) => sameName(name, last))) return undefined;
  const thing = graph.producerOf(path, last);
  return thing?.create && thing;
}

/** The same where that surely makes a new one: a thing that the run makes. */
export function ownThing(planning: Planning, asked: Operation): Resource | undefined {
  const thing = makeableAbove(planning, asked);
  if (!thing?.create) return undefined;
  const { id, operation } = thing.create;
  const isNew = isNamedAnew(planning.model.schemas, thing);
  const isMade = id.from === 'path' || operation.responses['201'] !== undefined || isNew;
  return isMade ? thing : undefined;
}

/** What a name or id of this run looks like. */
const OWN_NAME = 'sample-a1b2c3d4';

/** A create that is answered 200 may have found what somebody has, unless it is sent a name that nothing had before this run. */
function isNamedAnew(schemas: SchemaStore, thing: Resource): boolean {
  if (!thing.create) return false;
  const { properties, required } = sentResource(schemas, thing.create.operation);
  const isName = (name: string) => isIdentity(name) || name === ownIdName(thing);
  return required.some((name) => isName(name) && fits(schemas, properties[name] ?? true, OWN_NAME));
}
