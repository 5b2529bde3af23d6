import { createKmsClient, KmsSigner } from '#adapters/kms/kms-signer.ts';
import type { SigningKeyReader } from '#domain/ports/verifier-stamper.ts';
import { variable } from './variable.ts';

export const signingKeyReader = (): SigningKeyReader => new KmsSigner(createKmsClient(), variable('SIGNING_KEY'));
