import {
  type AttributeValue,
  type CancellationReason,
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { unmarshall } from './marshall.ts';
import type { Item } from './writes.ts';

export interface FailedCondition {
  /** Which write of the transaction; 0 for a single write. */
  readonly index: number;
  /** The item as it was; absent where there was none. */
  readonly oldItem: Item | undefined;
}

/** At least one condition did not hold, and nothing was written. */
export class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed';
  /** Every condition that failed, in the order of the writes. */
  readonly failures: readonly [FailedCondition, ...FailedCondition[]];

  constructor(failures: readonly [FailedCondition, ...FailedCondition[]], cause: unknown) {
    super(`The condition of write ${failures.map(({ index }) => index).join(', ')} does not hold`, { cause });
    this.failures = failures;
  }

  /** The first write whose condition failed. */
  get index(): number {
    return this.failures[0].index;
  }

  /** The old item of that write. */
  get oldItem(): Item | undefined {
    return this.failures[0].oldItem;
  }
}

/** A failed condition as ConditionFailed; every other error as it is. */
export function decoded(error: unknown): unknown {
  const [first, ...more] = failuresOf(error);
  return first === undefined ? error : new ConditionFailed([first, ...more], error);
}

/**
 * Whether only other transactions stood in the way, so that the same request may be sent again. A cancelled
 * transaction counts only when *every* reason says so (security and reliability §2.4).
 */
export function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictException) return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = reasonsOf(error).map(({ Code }) => Code ?? 'None');
  return codes.includes('TransactionConflict') && codes.every((code) => ['TransactionConflict', 'None'].includes(code));
}

function failuresOf(error: unknown): FailedCondition[] {
  if (error instanceof ConditionalCheckFailedException) return [{ index: 0, oldItem: itemOf(error.Item) }];
  if (!(error instanceof TransactionCanceledException)) return [];
  return reasonsOf(error).flatMap(({ Code, Item: old }, index) =>
    Code === 'ConditionalCheckFailed' ? [{ index, oldItem: itemOf(old) }] : [],
  );
}

function reasonsOf(error: TransactionCanceledException): readonly CancellationReason[] {
  return error.CancellationReasons ?? [];
}

export function itemOf(attributes: Record<string, AttributeValue> | undefined): Item | undefined {
  return attributes && (unmarshall(attributes) as Item);
}
