import type { releasePersonaCredentials as endpoint } from '#contract/endpoints/persona-credentials.ts';
import { ServiceError } from '#contract/errors.ts';
import { type PublicJwk, type Release, type SecretReleaser, UnusableKey } from '#domain/ports/secret-cipher.ts';
import type { UseCase } from '#domain/use-case.ts';
import { containerOf } from './persona-credentials.ts';
import { resolvePersonas } from './resolve-personas.ts';

/**
 * The stored credentials of the personas that allow it, each encrypted to the caller's key. Nothing leaves before the audit log says so.
 * Throws VALIDATION_FAILED for a key that is not on the curve (decision record 0096).
 */
export const releasePersonaCredentials: UseCase<typeof endpoint> = async (input, ports) => {
  const { scope, body, alongside, audit } = input;
  const release = await releaseTo(ports['secrets:decrypt'], body.publicKey);
  const visible = resolvePersonas(await ports['personas:read'].list(scope));
  const personas = visible.filter(({ hasCredentials, credentialsForRuns }) => hasCredentials && credentialsForRuns);
  const secrets = ports['persona-secrets:release'];
  const released = await Promise.all(
    personas.map(async (persona) => {
      const ciphertext = await secrets.read(scope, persona);
      const now = await ports['personas:read'].find(scope, persona.id);
      // Changed or removed a moment ago: the secret may be one that is not to be released.
      if (ciphertext === undefined || now?.version !== persona.version || !now.credentialsForRuns) return [];
      const { id: personaId, name, envVar } = persona;
      const context = { tenantId: scope.tenantId, personaId, container: containerOf(scope, persona) };
      return [{ personaId, name, envVar, jwe: await release(context, ciphertext) }];
    }),
  );
  const answer = { body: { credentials: released.flat() } };
  const names = answer.body.credentials.map(({ name }) => name).join(', ');
  const entry = audit('PERSONA_CREDENTIALS_RELEASED', { type: 'FEATURE', id: scope.featureId }, { personas: names });
  await secrets.note(scope, { ...alongside(answer), entry });
  return answer;
};

const releaseTo = async (releaser: SecretReleaser, publicKey: PublicJwk): Promise<Release> => {
  try {
    return await releaser.to(publicKey);
  } catch (error) {
    if (!(error instanceof UnusableKey)) throw error;
    throw new ServiceError('VALIDATION_FAILED', 'publicKey is not a point on the curve P-256.', [
      { in: 'body', pointer: '#/publicKey', code: 'INVALID', message: 'must be a point on the curve P-256' },
    ]);
  }
};
