import { segmentsOf } from '#verifier/plan/json-pointer.ts';

import type { Resource } from './resource.ts';

/** Name of the member by which a write's body would name the item; undefined where nothing tells. */
export function ownIdName({ create }: Resource): string | undefined {
  if (create?.id.from === 'body') return create.id.field.name;
  return create?.id.from === 'sent' ? segmentsOf(create.id.pointer).at(-1) : undefined;
}
