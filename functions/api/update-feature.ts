import { updateFeature as endpoint } from '#contract/endpoints/features.ts';
import { updateFeature } from '#domain/features/update-feature.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { featureWriter } from '../support/providers/features-write.ts';

export const operation = implement(endpoint, updateFeature);
export const handler = onApiGateway(operation, { 'features:write': featureWriter });
