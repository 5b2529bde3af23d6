import { getFeature as endpoint } from '#contract/endpoints/features.ts';
import { getFeature } from '#domain/features/get-feature.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { featureReader } from '../support/providers/features-read.ts';

export const operation = implement(endpoint, getFeature);
export const handler = onApiGateway(operation, { 'features:read': featureReader });
