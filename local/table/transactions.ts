import engine, { type Store, type WireItem } from 'dynalite/db/index.js';
import { type Input, itemAt, type OperationName, parse, type ParsedWrite, run, withOldItem } from './operations.ts';
import { asServiceError, ServiceError, unsupported, validationError } from './service-error.ts';
import { description, itemSizeBytes, keyOf, plainKey } from './table-store.ts';

/** Tests may make a transaction meet another one: answers whether the item with this key is busy. */
export type IsBusy = (key: { readonly pk: string; readonly sk: string }) => boolean;

interface Reason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: unknown;
}

interface Action {
  readonly kind: 'Put' | 'Update' | 'Delete' | 'ConditionCheck' | 'Get';
  readonly input: Input;
  readonly parsed: ParsedWrite;
  readonly key: WireItem;
}

const operationOf = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  // A condition check takes exactly what a delete takes.
  ConditionCheck: 'DeleteItem',
  Get: 'GetItem',
} as const satisfies Record<Action['kind'], OperationName>;

const requiredIn: Partial<Record<Action['kind'], string>> = {
  Update: 'UpdateExpression',
  ConditionCheck: 'ConditionExpression',
};
const actionsPerTransaction = 100;
const transactionSizeBytes = 4 * 1024 * 1024;
const none: Reason = { Code: 'None' };

/**
 * Runs every write of the transaction against `store`, a staging view: the caller commits what it collected.
 * Throws TransactionCanceledException with one reason for each action, in their order, when any of them fails.
 */
export async function transactWrite(input: Input, store: Store, isBusy: IsBusy): Promise<object> {
  refuseUnknown('TransactWriteItems', input, ['TransactItems', 'ClientRequestToken']);
  const actions = parseActions(input, ['Put', 'Update', 'Delete', 'ConditionCheck'], store);
  const size = actions.reduce((sum, { parsed }) => sum + (parsed.Item ? itemSizeBytes(parsed.Item) : 0), 0);
  if (size > transactionSizeBytes) throw validationError('Transaction payload size cannot exceed 4MB');
  const reasons = await Promise.all(actions.map((action) => failureOf(action, store, isBusy)));
  cancelIfAny(reasons);
  return {};
}

/** Reads every item of the transaction; the caller holds the write queue, so no commit comes in between. */
export async function transactGet(input: Input, store: Store, isBusy: IsBusy): Promise<object> {
  refuseUnknown('TransactGetItems', input, ['TransactItems']);
  const actions = parseActions(input, ['Get'], store);
  cancelIfAny(actions.map((action) => keyFailureOf(action, isBusy) ?? none));
  return { Responses: await Promise.all(actions.map(({ parsed }) => run('GetItem', parsed, store))) };
}

function parseActions(input: Input, kinds: readonly Action['kind'][], store: Store): Action[] {
  const items = Array.isArray(input['TransactItems']) ? (input['TransactItems'] as Input[]) : [];
  if (items.length < 1 || items.length > actionsPerTransaction) {
    throw validationError(`TransactItems must have between 1 and ${actionsPerTransaction} members`);
  }
  const actions = items.map((item) => {
    const [kind, ...others] = kinds.filter((candidate) => item[candidate] !== undefined);
    if (kind === undefined || others.length > 0) {
      throw validationError(`TransactItems must contain exactly one of ${kinds.join(', ')}`);
    }
    const action = item[kind] as Input;
    const required = requiredIn[kind];
    if (required !== undefined && action[required] === undefined) {
      throw validationError(`${required} must not be null in ${kind}`);
    }
    const parsed = parse<ParsedWrite>(operationOf[kind], action, store);
    return { kind, input: action, parsed, key: keyOf(parsed) };
  });
  const keys = new Set(actions.map(({ key }) => JSON.stringify(key)));
  if (keys.size < actions.length) {
    throw validationError('Transaction request cannot include multiple operations on one item');
  }
  return actions;
}

async function failureOf(action: Action, store: Store, isBusy: IsBusy): Promise<Reason> {
  const keyFailure = keyFailureOf(action, isBusy);
  if (keyFailure !== undefined) return keyFailure;
  try {
    if (action.kind === 'ConditionCheck') {
      const failed = engine.checkConditional(action.parsed, itemAt(action.key, store));
      if (failed) throw failed;
    } else {
      await run(operationOf[action.kind], action.parsed, store);
    }
    return none;
  } catch (error) {
    return reasonOf(withOldItem(error, action.input, action.key, store));
  }
}

function keyFailureOf({ key, parsed }: Action, isBusy: IsBusy): Reason | undefined {
  if (parsed.TableName !== description.TableName) {
    throw new ServiceError('ResourceNotFoundException', 'Requested resource not found');
  }
  const invalid = engine.validateKey(parsed.Key ?? key, description);
  if (invalid) return reasonOf(invalid);
  return isBusy(plainKey(key))
    ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }
    : undefined;
}

function reasonOf(error: unknown): Reason {
  const failure = asServiceError(error);
  switch (failure?.name) {
    case 'ConditionalCheckFailedException':
      return { Code: 'ConditionalCheckFailed', Message: failure.message, Item: failure.body['Item'] };
    case 'ValidationException':
      return { Code: 'ValidationError', Message: failure.message };
    default:
      throw error;
  }
}

function cancelIfAny(reasons: readonly Reason[]): void {
  if (reasons.every(({ Code }) => Code === 'None')) return;
  throw new ServiceError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
    { CancellationReasons: reasons },
  );
}

function refuseUnknown(operation: string, input: Input, known: readonly string[]): void {
  const unknown = Object.keys(input).find((key) => !known.includes(key));
  if (unknown !== undefined) throw unsupported(`${unknown} in ${operation}`);
}
