import { listRuns as endpoint } from '#contract/endpoints/runs.ts';
import { listRuns } from '#domain/runs/list-runs.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { runReader } from '../support/providers/runs-read.ts';

export const operation = implement(endpoint, listRuns);
export const handler = onApiGateway(operation, {
  'runs:read': runReader,
});
