import type { AuditMetadata } from './audit-entry.ts';

type Place = { workspaceId?: string; projectId?: string; featureId?: string };

/** The containers that a target lies in, for the metadata of its entry. */
export const placeOf = ({ workspaceId, projectId, featureId }: Place): AuditMetadata => ({
  ...(workspaceId !== undefined && { workspaceId }),
  ...(projectId !== undefined && { projectId }),
  ...(featureId !== undefined && { featureId }),
});
