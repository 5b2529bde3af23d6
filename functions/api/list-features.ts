import { listFeatures as endpoint } from '#contract/endpoints/features.ts';
import { listFeatures } from '#domain/features/list-features.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { featureReader } from '../support/providers/features-read.ts';

export const operation = implement(endpoint, listFeatures);
export const handler = onApiGateway(operation, { 'features:read': featureReader });
