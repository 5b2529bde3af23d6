import { type Change, type Condition, Placeholders, updateExpression } from './expressions.ts';
import { type Attributes, marshall } from './marshall.ts';

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** A whole item: its key and whatever else it holds. */
export type Item = Key & Attributes;

/** One write of a transaction; it happens only `if` its condition holds for the item as it was before. */
export type Write =
  | { readonly put: Item; readonly if?: Condition | undefined }
  | { readonly update: Key; readonly changes: readonly Change[]; readonly if?: Condition | undefined }
  | { readonly delete: Key; readonly if?: Condition | undefined }
  | { readonly check: Key; readonly if: Condition };

/** The fields that every write shares. A failed condition always brings the old item, so nobody has to read again. */
function guarded(tableName: string, condition: Condition | undefined, placeholders: Placeholders) {
  return {
    TableName: tableName,
    ...(condition && { ConditionExpression: condition.condition(placeholders) }),
    ...placeholders.fields(),
    ...(condition && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }),
  };
}

export function putInput(tableName: string, item: Item, condition?: Condition) {
  return { ...guarded(tableName, condition, new Placeholders()), Item: marshall(item) };
}

export function deleteInput(tableName: string, key: Key, condition?: Condition) {
  return { ...guarded(tableName, condition, new Placeholders()), Key: keyOf(key) };
}

export function updateInput(tableName: string, key: Key, changes: readonly Change[], condition?: Condition) {
  const placeholders = new Placeholders();
  const UpdateExpression = updateExpression(changes, placeholders);
  return { ...guarded(tableName, condition, placeholders), Key: keyOf(key), UpdateExpression };
}

/** One write as a member of TransactItems. */
export function transactItem(tableName: string, write: Write) {
  if ('put' in write) return { Put: putInput(tableName, write.put, write.if) };
  if ('update' in write) return { Update: updateInput(tableName, write.update, write.changes, write.if) };
  if ('delete' in write) return { Delete: deleteInput(tableName, write.delete, write.if) };
  const { ConditionExpression = '', ...rest } = deleteInput(tableName, write.check, write.if);
  return { ConditionCheck: { ...rest, ConditionExpression } };
}

/** Only the two key attributes, whatever else the object carries. */
export function keyOf({ pk, sk }: Key) {
  return { pk: { S: pk }, sk: { S: sk } };
}
