import { listResults as endpoint } from '#contract/endpoints/runs.ts';
import { listResults } from '#domain/runs/list-results.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { runReader } from '../support/providers/runs-read.ts';

export const operation = implement(endpoint, listResults);
export const handler = onApiGateway(operation, {
  'runs:read': runReader,
});
