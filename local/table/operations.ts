import batchGetItem from 'dynalite/actions/batchGetItem.js';
import deleteItem from 'dynalite/actions/deleteItem.js';
import getItem from 'dynalite/actions/getItem.js';
import putItem from 'dynalite/actions/putItem.js';
import query from 'dynalite/actions/query.js';
import updateItem from 'dynalite/actions/updateItem.js';
import engine, { type Parsed, type Store, type WireItem } from 'dynalite/db/index.js';
import batchGetItemRules from 'dynalite/validations/batchGetItem.js';
import deleteItemRules from 'dynalite/validations/deleteItem.js';
import getItemRules from 'dynalite/validations/getItem.js';
import validations from 'dynalite/validations/index.js';
import putItemRules from 'dynalite/validations/putItem.js';
import queryRules from 'dynalite/validations/query.js';
import updateItemRules from 'dynalite/validations/updateItem.js';
import { asServiceError, ServiceError, unsupported, validationError } from './service-error.ts';
import { description, sizeRefusalOf } from './table-store.ts';

export type Input = Record<string, unknown>;
export type ParsedWrite = Parsed & { readonly Item?: WireItem; readonly Key?: WireItem };

const operations = {
  GetItem: { action: getItem, rules: getItemRules, writes: false },
  BatchGetItem: { action: batchGetItem, rules: batchGetItemRules, writes: false },
  Query: { action: query, rules: queryRules, writes: false },
  PutItem: { action: putItem, rules: putItemRules, writes: true },
  UpdateItem: { action: updateItem, rules: updateItemRules, writes: true },
  DeleteItem: { action: deleteItem, rules: deleteItemRules, writes: true },
};

export type OperationName = keyof typeof operations;

export function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

export type WriteName = 'PutItem' | 'UpdateItem' | 'DeleteItem';

export function isWrite(name: OperationName): name is WriteName {
  return operations[name].writes;
}

/** Checks an input as DynamoDB does before it looks at any item; refuses by name what dynalite would drop in silence. */
export function parse<T extends ParsedWrite>(name: OperationName, input: Input, store: Store): T {
  const { rules, writes } = operations[name];
  const { ReturnValuesOnConditionCheckFailure: returned = 'NONE', ...known } = input;
  if (!writes && returned !== 'NONE') throw unsupported(`ReturnValuesOnConditionCheckFailure in ${name}`);
  if (returned !== 'NONE' && returned !== 'ALL_OLD') {
    throw validationError('ReturnValuesOnConditionCheckFailure can only be ALL_OLD or NONE');
  }
  const unknown = Object.keys(known).find((key) => rules.types[key] === undefined);
  if (unknown !== undefined) throw unsupported(`${unknown} in ${name}`);
  const parsed = validations.checkTypes<T>(known, rules.types);
  validations.checkValidations(parsed, rules.types, rules.custom, store);
  const oversized = parsed.Item && sizeRefusalOf(parsed.Item);
  if (oversized !== undefined) throw oversized;
  for (const condition of [parsed._condition, parsed._filter]) refuseDocumentComparison(condition?.expression);
  return parsed;
}

/** Runs one parsed operation against a view of the store. */
export function run(name: OperationName, parsed: Parsed, store: Store): Promise<object> {
  return new Promise((resolve, reject) => {
    operations[name].action(store, parsed, (error, output) => (error ? reject(error) : resolve(output ?? {})));
  });
}

/** A failed condition with its old item, where the caller asked for it (dynalite knows nothing of that). */
export function withOldItem(error: unknown, input: Input, key: WireItem, store: Store): unknown {
  const failure = asServiceError(error);
  if (failure?.name !== 'ConditionalCheckFailedException') return error;
  const old = input['ReturnValuesOnConditionCheckFailure'] === 'ALL_OLD' ? itemAt(key, store) : undefined;
  return new ServiceError(failure.name, failure.message, old && { Item: old });
}

export function itemAt(key: WireItem, store: Store): WireItem | undefined {
  let found: WireItem | undefined;
  store.getItemDb(description.TableName).get(engine.createKey(key, description), (_error, item) => (found = item));
  return found;
}

/** dynalite compares lists and maps by identity, so `=` on them would be false where DynamoDB says true. */
function refuseDocumentComparison(expression: unknown): void {
  if (typeof expression !== 'object' || expression === null || Array.isArray(expression)) return;
  const { type, args } = expression as { type?: string; args?: unknown[] };
  for (const argument of args ?? []) {
    if (['=', '<>', 'in'].includes(type ?? '') && isDocument(argument)) {
      throw unsupported('a comparison of whole lists or maps');
    }
    refuseDocumentComparison(argument);
  }
}

function isDocument(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('L' in value || 'M' in value);
}
