import type { JsonSchema } from '#verifier/plan/plan.ts';

import type { FlatSchema } from './flat-schema.ts';
import { isObject } from './json-object.ts';

const NAME = 'note';
const ANYTHING: JsonSchema = {};

/** Where a spec says itself that an object takes any further members, one of them stands for all: it documents nothing that was not allowed. */
export function addOpenMember(flat: FlatSchema): void {
  const isOpen = isObject(flat.additional) && Object.keys(flat.additional).length === 0;
  if (isOpen && flat.types[0] === 'object' && flat.alternatives.length === 0) flat.properties[NAME] ??= ANYTHING;
}

/** Whether a member's schema is that of a member which the client is free to name. */
export function isOpenMember(schema: JsonSchema | undefined): boolean {
  return schema === ANYTHING;
}
