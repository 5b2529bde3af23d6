import type { JsonSchema } from '#verifier/plan/plan.ts';

import type { FlatSchema } from './flat-schema.ts';
import { isObject } from '../json/json-object.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';

const NAME = 'note';
const ANYTHING: JsonSchema = {};
const ANY_MEMBER: JsonSchema = { additionalProperties: ANYTHING };
const TEXT: JsonSchema = { type: 'string' };

/**
 * Adds a member `note` to an object that allows any further member, or that is a map of strings. It stands for all such
 * members.
 */
export function addOpenMember({ additional, alternatives, properties, types }: FlatSchema): void {
  if (!isObject(additional) || types[0] !== 'object' || alternatives.length > 0) return;
  const said = Object.keys(additional).length;
  if (said === 0) properties[NAME] ??= ANYTHING;
  else if (said === 1 && additional['type'] === 'string' && Object.keys(properties).length === 0)
    properties[NAME] = TEXT;
}

/** Last words of names of objects in which clients store data of their own. */
const CLIENTS_OWN = new Set(
  'annotations attributes context details extra extras labels meta metadata payload properties tags'.split(' '),
);
/**
 * Lets client metadata without documented members accept any member: `metadata: {type: object}`. So does an object that
 * is the only member of its object.
 */
export function openClientMetadata({ properties }: FlatSchema, flatten: (schema: JsonSchema) => FlatSchema): void {
  const isOnly = Object.keys(properties).length === 1;
  for (const [name, schema] of Object.entries(properties))
    if (((isOnly && isWrittenHere(schema)) || isClientMetadata(name)) && saysNothing(flatten(schema)))
      properties[name] = { allOf: [schema, ANY_MEMBER] };
}

/**
 * True if a schema has neither a reference nor members. A chain of objects with one member each may be as long as the
 * document, so it is not followed.
 */
function isWrittenHere(schema: JsonSchema): boolean {
  return isObject(schema) && !['$ref', 'allOf', 'properties'].some((key) => key in schema);
}

/** True for names of objects in which clients store data of their own: `metadata`, `userLabels`. */
export function isClientMetadata(name: string): boolean {
  return CLIENTS_OWN.has(wordsOf(name).at(-1) ?? '');
}

function saysNothing({ types, additional, alternatives, properties, required, rest }: FlatSchema): boolean {
  const { default: usual = null, emptyDefault: _empty, ...others } = rest;
  const said = [...alternatives, ...required, ...Object.keys(properties), ...Object.keys(others)];
  return types.join() === 'object' && additional === undefined && usual === null && said.length === 0;
}

/** True for an object without documented members. */
export function isUndescribedObject({ types, additional, alternatives, properties }: FlatSchema): boolean {
  return (
    types[0] === 'object' && additional === undefined && alternatives.length + Object.keys(properties).length === 0
  );
}

/** True if the member's name and value are free for the client to choose. */
export function isOpenMember(schema: JsonSchema | undefined): boolean {
  return schema === ANYTHING;
}

/** True if the member's name is free for the client to choose: a further member, or an entry in a map of texts. */
export function isFreelyNamed(schema: JsonSchema | undefined): boolean {
  return isOpenMember(schema) || schema === TEXT;
}
