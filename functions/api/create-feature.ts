import { createFeature as endpoint } from '#contract/endpoints/features.ts';
import { createFeature } from '#domain/features/create-feature.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { featurePlacer } from '../support/providers/features-place.ts';

export const operation = implement(endpoint, createFeature);
export const handler = onApiGateway(operation, { 'features:place': featurePlacer });
