import type { JsonSchema } from '#verifier/plan/plan.ts';

import { isTextType } from '../../intake/operations/read-content.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { singular } from '../../vocabulary/singular.ts';
import type { Resource } from '../model/resource.ts';
import { successBody, successResponses } from './response-shape.ts';
import type { ItemPlace } from '../model/item-place.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';
import { formattedBytes } from '../../vocabulary/resources/item-nouns.ts';

const TEXT: JsonSchema = { type: 'string' };

/**
 * Returns the place of the text that a read returns: a JSON string, a text media type, or bytes. A response without a
 * documented media type counts as text (decision 59). Undefined for other responses.
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

/** Returns the read of an item that is one text, if the write takes a text as its whole body. Undefined otherwise. */
export function textRead(schemas: SchemaStore, operation: Operation, write: Operation | undefined): Resource['read'] {
  const place = write?.body?.isText ? textItemIn(schemas, operation) : undefined;
  return place && { operation, place, isText: true };
}

/** True if a write takes any bytes and a read returns them unchanged. Also true for a write of another media type. */
export function takesAnyBytes(resources: Resource[], write: Operation): boolean {
  if (!write.body?.contentType?.startsWith('application/octet-stream')) return true;
  const own = resources.find(({ create, put, patch }) => [create?.operation, put, patch].includes(write));
  return own?.read?.isText === true && !wordsOf(write.path).some((word) => formattedBytes.has(singular(word)));
}
