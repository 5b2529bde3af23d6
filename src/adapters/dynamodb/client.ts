import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** A client for the region (and, for an emulator, the endpoint) that the environment names. */
export function createDynamoClient(): DynamoDBClient {
  const region = process.env['AWS_REGION'];
  if (region === undefined) throw new Error('AWS_REGION is not set');
  return new DynamoDBClient({ region, maxAttempts: 3 });
}
