import { getResult as endpoint } from '#contract/endpoints/runs.ts';
import { getResult } from '#domain/runs/get-result.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { runReader } from '../support/providers/runs-read.ts';

export const operation = implement(endpoint, getResult);
export const handler = onApiGateway(operation, {
  'runs:read': runReader,
});
