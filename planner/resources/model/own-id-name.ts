import { segmentsOf } from '#verifier/plan/json-pointer.ts';

import type { Resource } from './resource.ts';

/**
 * Returns the name of the body member that holds the item's id. Undefined unless the create's response or request has
 * it.
 */
export function ownIdName({ create }: Resource): string | undefined {
  if (create?.id.from === 'body') return create.id.field.name;
  return create?.id.from === 'sent' ? segmentsOf(create.id.pointer).at(-1) : undefined;
}
