import { createHash, createPublicKey } from 'node:crypto';
import { getSigningKey } from '#contract/endpoints/signing-key.ts';
import { callApi, type Connection } from '../api/call-api.ts';
import { InputError } from '../input-error.ts';
import { connectionOf, type Env, type Login, readLogin, type SigningKey } from './login-file.ts';

/** A key, and whether somebody decided to trust it before this moment. */
export type TrustedKey = SigningKey & { isPinned: boolean };

/** The key that the service shows now, its fingerprint recomputed. Throws what `callApi` throws, and IntegrityFailed. */
export const askSigningKey = async (connection: Connection, signal?: AbortSignal): Promise<SigningKey> => {
  const { publicKey, keyId } = await callApi(connection, getSigningKey, signal ? { signal } : {});
  if (fingerprintOf(publicKey) !== keyId) throw new IntegrityFailed('The signing key does not match its fingerprint.');
  return { keyId, publicKey };
};

/**
 * The key to check a verifier with (decision record 14): the one that `DEZYCRO_SIGNING_KEY` pins, else the login's, else what the service
 * shows now. `sealed` came with the verifier and counts only where its fingerprint is the pinned one; then nobody is asked.
 * Throws IntegrityFailed where the service shows another key than the pinned one.
 */
export const trustedKey = async (env: Env, sealed?: string): Promise<TrustedKey> => {
  const login = await loginInUse(env);
  const pinned = env['DEZYCRO_SIGNING_KEY']?.toLowerCase() || login?.signingKey.keyId;
  const known = [login?.signingKey.publicKey, sealed].find((key) => key && fingerprintOf(key) === pinned);
  if (pinned && known) return { keyId: pinned, publicKey: known, isPinned: true };
  const connection = await connectionOf(env);
  const shown = await askSigningKey(connection);
  if (pinned && pinned !== shown.keyId)
    throw new IntegrityFailed(
      `${connection.url} signs with ${shown.keyId}, not with the key that is trusted, ${pinned}.`,
    );
  return { ...shown, isPinned: pinned !== undefined };
};

/** A login says nothing about another service. */
const loginInUse = async (env: Env): Promise<Login | undefined> => {
  const login = await readLogin(env);
  const url = env['DEZYCRO_URL'];
  return login && (!url || (URL.canParse(url) && new URL(url).origin === new URL(login.url).origin))
    ? login
    : undefined;
};

/** Hex SHA-256 of a public key's SubjectPublicKeyInfo. Throws IntegrityFailed for what is no key. */
export const fingerprintOf = (publicKey: string): string => {
  try {
    const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' });
    return createHash('sha256').update(der).digest('hex');
  } catch {
    // What the parser says of it helps nobody.
    throw new IntegrityFailed('The signing key is not a public key.');
  }
};

/** A verifier, or what vouches for it, is not what it was signed as; nothing of it runs. Exit code 5. */
export class IntegrityFailed extends InputError {
  constructor(message: string, fix = 'Do not run it. Pull it again; if that does not help, ask who runs the service.') {
    super('INTEGRITY', message, fix, 5);
  }
}
