import { randomUUID } from 'node:crypto';
import type { ProjectScope } from '#domain/access/scope.ts';
import type { VerifierStatusUpdate } from '#domain/events/verifier-status-update.ts';

/** An event of a project, for tests that queue it themselves. */
export const anEvent = ({ tenantId, workspaceId, projectId }: ProjectScope, sequence = 1): VerifierStatusUpdate => ({
  version: 1,
  eventId: randomUUID(),
  sequence,
  occurredAt: new Date().toISOString(),
  tenantId,
  workspaceId,
  projectId,
  featureId: randomUUID(),
  buildId: randomUUID(),
  previousStatus: null,
  status: 'QUEUED',
  specHash: `sha256:${'0'.repeat(64)}`,
  jepVersion: '1.0.0',
  flowVersion: '1',
  platforms: [],
});
