import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';

/** What of an answer two engines must agree on: outputs, error names, cancellation reasons; never messages. */
export async function outcomeOf(answer: Promise<unknown>): Promise<object> {
  try {
    const { $metadata: _metadata, ...ok } = (await answer) as { $metadata?: unknown };
    return { ok };
  } catch (error) {
    if (error instanceof TransactionCanceledException) {
      const reasons = error.CancellationReasons?.map(({ Code, Item }) => ({ code: Code, ...(Item && { item: Item }) }));
      return { error: error.name, reasons };
    }
    if (error instanceof ConditionalCheckFailedException) {
      return { error: error.name, ...(error.Item && { item: error.Item }) };
    }
    return { error: (error as Error).name };
  }
}
