import type { PlanBundle } from '#verifier/plan/plan.ts';

/** The platforms of the interface (decision record 0004); only those in `availablePlatforms` are built. */
export const platforms = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'windows-x64', 'node'] as const;
export type Platform = (typeof platforms)[number];

/** The platforms that a build makes now. */
export const availablePlatforms = ['node'] as const satisfies readonly Platform[];
export type AvailablePlatform = (typeof availablePlatforms)[number];

export interface VerifierAssembler {
  /** Identity of the runner that is stamped; part of every verifier's content hash. */
  runnerRelease(): Promise<string>;
  /** The finished file: the platform's runner with the bundle in it. Same bundle and release → same bytes. */
  assemble(order: { platform: AvailablePlatform; bundle: PlanBundle }): Promise<Uint8Array>;
}

export interface VerifierSigner {
  /** Base64 signature (ECDSA P-256, SHA-256, DER) over the bytes. */
  sign(content: Uint8Array): Promise<string>;
}

export interface SigningKeyReader {
  /** The public half of what `VerifierSigner` signs with: SubjectPublicKeyInfo in DER. */
  publicKey(): Promise<Uint8Array>;
}
