import { jweReleaser } from '#adapters/jwe/jwe-releaser.ts';
import { kmsDecipher } from '#adapters/kms/kms-cipher.ts';
import { createKmsClient } from '#adapters/kms/kms-signer.ts';
import type { SecretReleaser } from '#domain/ports/secret-cipher.ts';
import { variable } from './variable.ts';

export const secretReleaser = (): SecretReleaser =>
  jweReleaser(kmsDecipher(createKmsClient(), variable('SECRET_KEY'), 'persona'));
