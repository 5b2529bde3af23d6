import type { JsonSchema } from '#verifier/plan/plan.ts';

import { isTextType } from '../../intake/operations/read-content.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { singular } from '../../vocabulary/singular.ts';
import type { Resource } from '../model/resource.ts';
import { successBody, successResponses } from './response-shape.ts';
import type { ItemPlace } from '../model/item-place.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';

const TEXT: JsonSchema = { type: 'string' };

/**
 * The text that a read returns where a write takes one: a JSON string, a text type, or bytes. An undocumented read
 * counts (decision 59). Undefined for other responses.
 */
export function textItemIn(schemas: SchemaStore, read: Operation): ItemPlace | undefined {
  const shown = successBody(read) ?? (mayBeText(read) ? TEXT : undefined);
  const flat = schemas.flatten(shown ?? true);
  return flat.types[0] === 'string' ? { prefix: '', flat, id: undefined } : undefined;
}

function mayBeText(read: Operation): boolean {
  const types = successResponses(read).map(([, { contentTypes }]) => contentTypes);
  return types.some((documented) => documented.length === 0 || documented.some(isTextType));
}

/** The read that shows as a whole what a write takes as a whole. */
export function textRead(schemas: SchemaStore, operation: Operation, write: Operation | undefined): Resource['read'] {
  const place = write?.body?.isText ? textItemIn(schemas, operation) : undefined;
  return place && { operation, place, isText: true };
}

/** What only bytes of a certain kind are, whatever its type is called. */
const KINDS = new Set(
  (
    'archive attachment audio avatar backup banner binary certificate cover database dump firmware icon image key logo media package photo picture ' +
    'plugin snapshot sound thumbnail video voice'
  ).split(' '),
);

/** True if a write accepts arbitrary bytes and a read returns them unchanged. */
export function takesAnyBytes(resources: Resource[], write: Operation): boolean {
  if (!write.body?.contentType?.startsWith('application/octet-stream')) return true;
  const own = resources.find(({ create, put, patch }) => [create?.operation, put, patch].includes(write));
  return own?.read?.isText === true && !wordsOf(write.path).some((word) => KINDS.has(singular(word)));
}
