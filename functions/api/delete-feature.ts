import { deleteFeature as endpoint } from '#contract/endpoints/features.ts';
import { deleteFeature } from '#domain/features/delete-feature.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobRemover } from '../support/providers/blobs-remove.ts';
import { featurePlacer } from '../support/providers/features-place.ts';

export const operation = implement(endpoint, deleteFeature);
export const handler = onApiGateway(operation, { 'features:place': featurePlacer, 'blobs:remove': blobRemover });
