import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { releasePersonaCredentials } from '#contract/endpoints/persona-credentials.ts';
import { callApi, type Connection } from '../api/call-api.ts';
import type { FeaturePath } from '../api/feature-path.ts';

/**
 * Credentials that the service stores for personas which allow it: variable → JSON. They are encrypted to a key that lives for this one
 * call (decision record 0096). Throws what `callApi` throws.
 */
export const storedCredentials = async (connection: Connection, path: FeaturePath): Promise<Record<string, string>> => {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  const { x, y } = await exportJWK(publicKey);
  const body = { publicKey: { kty: 'EC' as const, crv: 'P-256' as const, x: x!, y: y! } };
  const { credentials } = await callApi(connection, releasePersonaCredentials, { path, body });
  const opened = await Promise.all(
    credentials.map(async ({ envVar, jwe }) => {
      const { plaintext } = await compactDecrypt(jwe, privateKey, {
        keyManagementAlgorithms: ['ECDH-ES'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      return [envVar, Buffer.from(plaintext).toString()] as const;
    }),
  );
  // The nearest persona comes first, and keeps a variable that one further away names too.
  return Object.fromEntries(opened.toReversed());
};
