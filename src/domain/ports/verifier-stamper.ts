import type { TenantScope } from '#domain/access/scope.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import type { BlobKey } from './blob-store.ts';

/** The platforms of the interface (decision record 0004). A build offers those of its runner release that hold its plans. */
export const platforms = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'windows-x64', 'node'] as const;
export type Platform = (typeof platforms)[number];

/** One finished verifier file. */
export type Artifact = {
  platform: Platform;
  /** Hex SHA-256 of the file. */
  sha256: string;
  sizeBytes: number;
};

export interface RunnerReader {
  /** The id of the runners that builds are stamped into, by their content. Throws TaskError RUNNER_RELEASE_MISSING where there are none. */
  release(): Promise<string>;
}

export type StampOrder = {
  scope: TenantScope;
  /** What `release` answered when the build was ordered. */
  runnerRelease: string;
  bundle: PlanBundle;
  /** Where the file of a platform shall be. */
  keyOf: (platform: Platform) => BlobKey;
};

export interface VerifierStamper {
  /**
   * Puts the plans into the release's runners: the file of each platform can be downloaded from then on. Same bundle and release → same
   * bytes. Plans too large for the slot of native runners give the platform `node` only. Throws TaskError RUNNER_RELEASE_MISSING.
   */
  stamp(order: StampOrder): Promise<Artifact[]>;
}

export interface VerifierSigner {
  /** Base64 signature (ECDSA P-256, SHA-256, DER) over the bytes. */
  sign(content: Uint8Array): Promise<string>;
}

export interface SigningKeyReader {
  /** The public half of what `VerifierSigner` signs with: SubjectPublicKeyInfo in DER. */
  publicKey(): Promise<Uint8Array>;
}
