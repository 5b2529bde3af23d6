import { isNumber } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { lastWordOf } from '../../vocabulary/words-of.ts';
import { portions } from '../../vocabulary/resources/transition-words.ts';
import type { ItemAction } from '../model/item-action.ts';

/**
 * True if the action may concern a part of the item: half of a refund, one line of an order. Then the state may stay.
 * The request has a list, or a number such as `amount` or `quantity`.
 */
export function mayBePartial(schemas: SchemaStore, { operation: { body } }: ItemAction): boolean {
  const { properties } = schemas.flatten(body?.schema ?? true);
  return Object.entries(properties).some(([name, schema]) => {
    const flat = schemas.flatten(schema);
    return flat.types[0] === 'array' || (isNumber(flat) && portions.has(lastWordOf(name)));
  });
}
