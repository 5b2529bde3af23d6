import type { AccessRecord } from '#domain/access/actor.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { KeptAnswer } from '#domain/alongside.ts';

/** The containers that a path names; only those given are looked for. */
export type ContainerIds = { workspaceId?: string; projectId?: string; featureId?: string };

/** What authentication and visibility read; strongly consistent. */
export interface AccessReader {
  /** The caller behind a token's digest; undefined when unknown or revoked. */
  findAccess(digest: string): Promise<AccessRecord | undefined>;
  /** True when every named container exists and each lies in the one before it. */
  containersExist(scope: TenantScope, ids: ContainerIds): Promise<boolean>;
  /** What was answered under an Idempotency-Key within its day. */
  findKeptAnswer(scope: TenantScope, keyHash: string): Promise<KeptAnswer | undefined>;
}
