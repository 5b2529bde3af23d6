import type { AccessRecord } from '#domain/access/actor.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import type { LimitReader } from './limit-reader.ts';
import type { Sso } from './sso-repository.ts';
import type { KeptAnswer } from '#domain/alongside.ts';

/** The containers that a path names; only those given are looked for. */
export type ContainerIds = { workspaceId?: string; projectId?: string; featureId?: string; notebookId?: string };

export type Access = {
  caller: AccessRecord;
  containersExist: boolean;
  /** Of the feature that the path names, where it is there: read with the rest, so nobody has to read it again. */
  head: FeatureHead | undefined;
  /** Of the caller's tenant; looked for where somebody signed in. */
  sso: Sso | undefined;
};

/** What authentication and visibility read; strongly consistent. */
export interface AccessReader extends LimitReader {
  /** The caller behind a token's digest, and whether every named container exists in the one before it; undefined: unknown or revoked. */
  findAccess(digest: string, containers: ContainerIds): Promise<Access | undefined>;
  /** The same for who signs in as this subject (a digest); undefined before the first sign-in and once the user is gone. */
  findSignedIn(subject: string, containers: ContainerIds): Promise<Access | undefined>;
  /** What was answered under an Idempotency-Key within its day. */
  findKeptAnswer(scope: TenantScope, keyHash: string): Promise<KeptAnswer | undefined>;
}
