import type { JsonSchema } from '#verifier/plan/plan.ts';

import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { SentField } from '../model/choice.ts';
import { isPlainText } from '../../vocabulary/field-names.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';

/**
 * Returns the member of an item that shows a value sent with an action: `cancellationReason` for `POST
 * /orders/{id}/cancel {"reason": …}`. It is the only member that ends in the value's name, and it begins like the verb.
 * Or it is the number that a PUT sets. Undefined if there is none.
 */
export function memberSaying(
  schemas: SchemaStore,
  action: ItemAction,
  { name, pointer, schema }: SentField,
  item: FlatSchema,
): string | undefined {
  const { verb } = action;
  const set = memberSetBy(schemas, action, name, schema, item);
  if (set !== undefined) return set;
  const isText = (of: FlatSchema) => of.types[0] === 'string' && MORE.every((key) => of.rest[key] === undefined);
  if (verb === undefined || pointer !== pointerToken(name) || !isPlainText(name) || !isText(schemas.flatten(schema)))
    return undefined;
  const own = wordsOf(name).join(' ');
  const alike = Object.keys(item.properties).filter((one) => ` ${wordsOf(one).join(' ')}`.endsWith(` ${own}`));
  const [found, ...others] = alike;
  if (found === undefined || others.length > 0 || !isText(schemas.flatten(item.properties[found] ?? true)))
    return undefined;
  const before = wordsOf(found).slice(0, -wordsOf(name).length);
  return before.length === 1 && before[0]?.startsWith(stemOf(verb)) ? found : undefined;
}

/**
 * Returns the member that a number in a PUT sets: `odometer_km` for `PUT /vehicles/{id}/odometer {"km": …}`. Its name
 * joins the action and the sent member. Undefined if the item has no such number.
 */
function memberSetBy(
  schemas: SchemaStore,
  { operation, name: called }: ItemAction,
  sent: string,
  schema: JsonSchema,
  item: FlatSchema,
): string | undefined {
  if (operation.method !== 'PUT' || !isNumber(schemas.flatten(schema))) return undefined;
  const words = [...wordsOf(called), ...wordsOf(sent)].join(' ');
  return Object.keys(item.properties).find(
    (name) => wordsOf(name).join(' ') === words && isNumber(schemas.flatten(item.properties[name] ?? true)),
  );
}

const MORE = ['enum', 'const', 'format', 'pattern', 'writeOnly'];

/** Returns the beginning that a verb usually shares with its noun and participle: "canc" for cancel, cancellation. */
function stemOf(verb: string): string {
  return verb.slice(0, Math.max(4, verb.length - 2));
}
