/** The path parameters of everything that belongs to a feature. */
export type FeaturePath = { workspaceId: string; projectId: string; featureId: string };
