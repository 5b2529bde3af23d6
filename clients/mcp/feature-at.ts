import { locateFeature } from '#contract/endpoints/features.ts';
import type { Call } from '../api/call-api.ts';
import type { FeaturePath } from '../api/feature-path.ts';

/** The path of a feature of which only the id is known. A workspace that it does not lie in leads nowhere, as in the interface itself. */
export const featureAt = async (call: Call, featureId: string, workspaceId?: string): Promise<FeaturePath> => {
  const location = await call(locateFeature, { path: { id: featureId } });
  return workspaceId === undefined ? location : { ...location, workspaceId };
};
