import type { Platform } from '#domain/ports/verifier-stamper.ts';
import type { BuildState } from '#domain/builds/build.ts';

/** Detail of a VERIFIER_STATUS_UPDATE (specification §6, decision record 0004). */
export type VerifierStatusUpdate = {
  version: 1;
  eventId: string;
  /** Gapless per feature, from 1. */
  sequence: number;
  occurredAt: string;
  tenantId: string;
  workspaceId: string;
  projectId: string;
  featureId: string;
  buildId: string;
  previousStatus: BuildState | null;
  status: BuildState;
  reason?: string;
  specHash: string;
  jepVersion: string;
  flowVersion: string;
  contentHash?: string;
  platforms: Platform[];
};

/** An entry of the outbox, which is also the event feed. */
export type StoredEvent = {
  /** Place in the tenant's feed; grows by one with each event. */
  cursor: number;
  type: 'VERIFIER_STATUS_UPDATE';
  detail: VerifierStatusUpdate;
};
