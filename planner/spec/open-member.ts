import type { JsonSchema } from '#verifier/plan/plan.ts';

import type { FlatSchema } from './flat-schema.ts';
import { isObject } from './json-object.ts';

const NAME = 'note';
const ANYTHING: JsonSchema = {};
const TEXT: JsonSchema = { type: 'string' };

/**
 * Where a spec says itself that an object takes any further members, or is a map of texts, one of them stands for all: it documents nothing that
 * was not allowed.
 */
export function addOpenMember({ additional, alternatives, properties, types }: FlatSchema): void {
  if (!isObject(additional) || types[0] !== 'object' || alternatives.length > 0) return;
  const said = Object.keys(additional).length;
  if (said === 0) properties[NAME] ??= ANYTHING;
  else if (said === 1 && additional['type'] === 'string' && Object.keys(properties).length === 0)
    properties[NAME] = TEXT;
}

/** Whether a member's schema is that of a member which the client is free to name, and to fill as it likes. */
export function isOpenMember(schema: JsonSchema | undefined): boolean {
  return schema === ANYTHING;
}

/** Whether a member's schema is that of one which the client is free to name: such a member, or an entry of a map of texts. */
export function isFreelyNamed(schema: JsonSchema | undefined): boolean {
  return isOpenMember(schema) || schema === TEXT;
}
