import { kmsCipher } from '#adapters/kms/kms-cipher.ts';
import { createKmsClient } from '#adapters/kms/kms-signer.ts';
import type { SecretCipher } from '#domain/ports/secret-cipher.ts';
import { variable } from './variable.ts';

export const secretCipher = (): SecretCipher => kmsCipher(createKmsClient(), variable('SECRET_KEY'), 'persona');
