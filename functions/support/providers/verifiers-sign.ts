import { createKmsClient, KmsSigner } from '#adapters/kms/kms-signer.ts';
import type { VerifierSigner } from '#domain/ports/verifier-stamper.ts';
import { variable } from './variable.ts';

export const verifierSigner = (): VerifierSigner => new KmsSigner(createKmsClient(), variable('SIGNING_KEY'));
