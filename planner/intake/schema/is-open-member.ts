import type { JsonSchema } from '#verifier/plan/plan.ts';

import type { FlatSchema } from './flat-schema.ts';
import { isObject } from '../json/json-object.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';

const NAME = 'note';
const ANYTHING: JsonSchema = {};
const ANY_MEMBER: JsonSchema = { additionalProperties: ANYTHING };
const TEXT: JsonSchema = { type: 'string' };

/**
 * Adds a member `note`, which stands for a member of any name, to an object without alternatives and with
 * `additionalProperties: {}`. Adds it also for `{type: string}` if the object has no documented member.
 */
export function addOpenMember({ additional, alternatives, properties, types }: FlatSchema): void {
  if (!isObject(additional) || types[0] !== 'object' || alternatives.length > 0) return;
  const said = Object.keys(additional).length;
  if (said === 0) properties[NAME] ??= ANYTHING;
  else if (said === 1 && additional['type'] === 'string' && Object.keys(properties).length === 0)
    properties[NAME] = TEXT;
}

/** Last words of names of objects in which clients store their own data. */
const CLIENTS_OWN = new Set(
  'annotations attributes context details extra extras labels meta metadata payload properties tags'.split(' '),
);
/**
 * Lets a member that is an object without described members accept any member: `metadata: {type: object}`. Its name
 * must say that clients store data there, unless it is the only member and written in place.
 */
export function openClientMetadata({ properties }: FlatSchema, flatten: (schema: JsonSchema) => FlatSchema): void {
  const isOnly = Object.keys(properties).length === 1;
  for (const [name, schema] of Object.entries(properties))
    if (((isOnly && isWrittenHere(schema)) || isClientMetadata(name)) && saysNothing(flatten(schema)))
      properties[name] = { allOf: [schema, ANY_MEMBER] };
}

/**
 * True if a schema has neither a reference nor members. Other schemas are not flattened for this question: a chain of
 * objects with one member each may be as long as the document.
 */
function isWrittenHere(schema: JsonSchema): boolean {
  return isObject(schema) && !['$ref', 'allOf', 'properties'].some((key) => key in schema);
}

/** True for the name of an object in which clients store their own data: `metadata`, `userLabels`. */
export function isClientMetadata(name: string): boolean {
  return CLIENTS_OWN.has(wordsOf(name).at(-1) ?? '');
}

function saysNothing({ types, additional, alternatives, properties, required, rest }: FlatSchema): boolean {
  const { default: usual = null, emptyDefault: _empty, ...others } = rest;
  const said = [...alternatives, ...required, ...Object.keys(properties), ...Object.keys(others)];
  return types.join() === 'object' && additional === undefined && usual === null && said.length === 0;
}

/** True for an object that may have any members: it documents none, and has no alternatives. */
export function isUndescribedObject({ types, additional, alternatives, properties }: FlatSchema): boolean {
  return (
    types[0] === 'object' && additional === undefined && alternatives.length + Object.keys(properties).length === 0
  );
}

/** True for the schema of a member whose name and value the client may choose (see `addOpenMember`). */
export function isOpenMember(schema: JsonSchema | undefined): boolean {
  return schema === ANYTHING;
}

/** True for the schema of a member whose name the client may choose: its value is free or a text. */
export function isFreelyNamed(schema: JsonSchema | undefined): boolean {
  return isOpenMember(schema) || schema === TEXT;
}
