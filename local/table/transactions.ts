import { itemSizeBytes, type WireItem } from './attribute-values.ts';
import { type PlainKey, plainKey } from './item-keys.ts';
import { parseGet } from './reads.ts';
import { type Input, refuseUnknownFields } from './requests.ts';
import { ServiceError, validationError } from './service-error.ts';
import type { ItemReader } from './sqlite-store.ts';
import { parseConditionCheck, parseWrite, type Write } from './writes.ts';

/** Tests may make a transaction meet another one: answers whether the item with this key is busy. */
export type IsBusy = (key: PlainKey) => boolean;

/** What a write left behind: the item before and after. */
export interface Effect {
  readonly key: PlainKey;
  readonly before: WireItem | undefined;
  readonly after: WireItem | undefined;
}

interface Reason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: unknown;
}

const parsers: Readonly<Record<string, (input: Input) => Write>> = {
  Put: (input) => parseWrite('PutItem', withoutReturnValues(input)),
  Update: (input) => parseUpdate(withoutReturnValues(input)),
  Delete: (input) => parseWrite('DeleteItem', withoutReturnValues(input)),
  ConditionCheck: parseConditionCheck,
};
const actionsPerTransaction = 100;
const transactionSizeBytes = 4 * 1024 * 1024;
const none: Reason = { Code: 'None' };

/** Reads a TransactWriteItems but for its token, as DynamoDB does before it looks at any item. */
export function parseTransactWrite(input: Input): Write[] {
  const writes = actionsOf('TransactWriteItems', input, parsers);
  const size = putsOf(input).reduce((sum, item) => sum + itemSizeBytes(item), 0);
  if (size > transactionSizeBytes) throw validationError('Transaction payload size cannot exceed 4MB');
  return writes;
}

/**
 * What all the writes do to the items as they are. Throws TransactionCanceledException with one reason for each write,
 * in their order, when any of them fails.
 */
export function runTransaction(writes: readonly Write[], store: ItemReader, isBusy: IsBusy): Effect[] {
  const effects: Effect[] = [];
  const reasons = writes.map((write): Reason => {
    const failure = keyFailureOf(write, isBusy);
    if (failure !== undefined) return failure;
    const key = plainKey(write.key);
    const before = store.get(key);
    try {
      effects.push({ key, before, after: write.run(before).after });
      return none;
    } catch (error) {
      return reasonOf(error);
    }
  });
  cancelIfAny(reasons);
  return effects;
}

/** Reads every item of the transaction; no commit comes in between. */
export function transactGet(input: Input, store: ItemReader, isBusy: IsBusy): object {
  const gets = actionsOf('TransactGetItems', input, { Get: parseGet });
  cancelIfAny(gets.map((get) => keyFailureOf(get, isBusy) ?? none));
  return { Responses: gets.map((get) => get.read(store)) };
}

function actionsOf<T extends { readonly key: WireItem }>(
  operation: string,
  input: Input,
  kinds: Readonly<Record<string, (input: Input) => T>>,
): T[] {
  refuseUnknownFields(operation, input, ['TransactItems']);
  const items = Array.isArray(input['TransactItems']) ? (input['TransactItems'] as Input[]) : [];
  if (items.length < 1 || items.length > actionsPerTransaction) {
    throw validationError(`TransactItems must have between 1 and ${actionsPerTransaction} members`);
  }
  const actions = items.map((item) => {
    const [kind = '', ...others] = Object.keys(item);
    const parse = kinds[kind];
    if (parse === undefined || others.length > 0) {
      throw validationError(`TransactItems must contain exactly one of ${Object.keys(kinds).join(', ')}`);
    }
    return parse(item[kind] as Input);
  });
  if (new Set(actions.map(({ key }) => JSON.stringify([key['pk'], key['sk']]))).size < actions.length) {
    throw validationError('Transaction request cannot include multiple operations on one item');
  }
  return actions;
}

function parseUpdate(input: Input): Write {
  if (input['UpdateExpression'] === undefined) throw validationError('UpdateExpression must not be null in Update');
  return parseWrite('UpdateItem', input);
}

/** Members of a transaction answer nothing. */
function withoutReturnValues(input: Input): Input {
  if (input['ReturnValues'] !== undefined) throw validationError('ReturnValues is no field of a transaction');
  return input;
}

function putsOf(input: Input): WireItem[] {
  const items = input['TransactItems'] as { Put?: { Item: WireItem } }[];
  return items.flatMap(({ Put }) => (Put ? [Put.Item] : []));
}

function keyFailureOf({ key, refusal }: Pick<Write, 'key' | 'refusal'>, isBusy: IsBusy): Reason | undefined {
  if (refusal !== undefined) return reasonOf(refusal);
  return isBusy(plainKey(key))
    ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }
    : undefined;
}

function reasonOf(error: unknown): Reason {
  if (!(error instanceof ServiceError)) throw error;
  switch (error.name) {
    case 'ConditionalCheckFailedException':
      return { Code: 'ConditionalCheckFailed', Message: error.message, Item: error.body['Item'] };
    case 'ValidationException':
      return { Code: 'ValidationError', Message: error.message };
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
