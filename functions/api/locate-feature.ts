import { locateFeature as endpoint } from '#contract/endpoints/features.ts';
import { locateFeature } from '#domain/features/locate-feature.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { featureLocator } from '../support/providers/features-locate.ts';
import { featureReader } from '../support/providers/features-read.ts';
import { projectReader } from '../support/providers/projects-read.ts';

export const operation = implement(endpoint, locateFeature);
export const handler = onApiGateway(operation, {
  'features:locate': featureLocator,
  'features:read': featureReader,
  'projects:read': projectReader,
});
