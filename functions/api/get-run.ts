import { getRun as endpoint } from '#contract/endpoints/runs.ts';
import { getRun } from '#domain/runs/get-run.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { runReader } from '../support/providers/runs-read.ts';

export const operation = implement(endpoint, getRun);
export const handler = onApiGateway(operation, {
  'runs:read': runReader,
});
