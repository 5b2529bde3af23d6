import { segmentsOf } from '#verifier/plan/json-pointer.ts';

import type { Resource } from './resource.ts';

/**
 * Returns the name of the member that holds the item's id in the create's response or request.
 * Undefined if neither has it.
 */
export function ownIdName({ create }: Resource): string | undefined {
  if (create?.id.from === 'body') return create.id.field.name;
  return create?.id.from === 'sent' ? segmentsOf(create.id.pointer).at(-1) : undefined;
}
