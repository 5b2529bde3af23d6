import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { ServiceError } from './service-error.ts';

const utf8 = new TextDecoder();

/** One DynamoDB operation by name, input and output in wire form; rejects with a ServiceError or a defect. */
export type Execute = (operation: string, input: Record<string, unknown>) => Promise<object>;

interface Request {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * What the SDK client calls instead of a socket. A service error becomes the answer that DynamoDB would send; a
 * defect of the engine is rejected as it is, so that its stack stays readable.
 */
export function inProcessHandler(execute: Execute): NonNullable<DynamoDBClientConfig['requestHandler']> {
  const handle = async ({ headers, body }: Request) => {
    const operation = headers['x-amz-target']?.split('.')[1] ?? '';
    try {
      return answer(200, await execute(operation, JSON.parse(utf8.decode(body))));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return answer(error.statusCode, error.body);
    }
  };
  return { handle } as NonNullable<DynamoDBClientConfig['requestHandler']>;
}

function answer(statusCode: number, body: object) {
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return { response: { statusCode, headers, body: Buffer.from(JSON.stringify(body)) } };
}
