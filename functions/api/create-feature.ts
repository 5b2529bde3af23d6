import { createFeature as endpoint } from '#contract/endpoints/features.ts';
import { createFeature } from '#domain/features/create-feature.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { featureWriter } from '../support/providers/features-write.ts';

export const operation = implement(endpoint, createFeature);
export const handler = onApiGateway(operation, { 'features:write': featureWriter });
