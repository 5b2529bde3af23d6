import { isNumber } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { lastWordOf } from '../../vocabulary/words-of.ts';
import { portions } from '../../vocabulary/resources/transition-words.ts';
import type { ItemAction } from '../model/item-action.ts';

/**
 * True if an action's request has a list, or a number such as `amount` or `quantity`. It may then concern a part of the
 * item, as half of a refund, and the state may stay.
 */
export function mayBePartial(schemas: SchemaStore, { operation: { body } }: ItemAction): boolean {
  const { properties } = schemas.flatten(body?.schema ?? true);
  return Object.entries(properties).some(([name, schema]) => {
    const flat = schemas.flatten(schema);
    return flat.types[0] === 'array' || (isNumber(flat) && portions.has(lastWordOf(name)));
  });
}
