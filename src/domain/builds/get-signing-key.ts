import { createHash, createPublicKey } from 'node:crypto';
import type { getSigningKey as endpoint } from '#contract/endpoints/signing-key.ts';
import type { UseCase } from '#domain/use-case.ts';

/** The key that the statement about a build's files is checked with. */
export const getSigningKey: UseCase<typeof endpoint> = async (_input, ports) => {
  const der = Buffer.from(await ports['signing-key:read'].publicKey());
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' }).export({ type: 'spki', format: 'pem' });
  const keyId = createHash('sha256').update(der).digest('hex');
  return { body: { algorithm: 'ECDSA_SHA_256', keyId, publicKey: publicKey.toString() } };
};
