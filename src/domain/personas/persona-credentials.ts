import { ServiceError, type FieldError } from '#contract/errors.ts';
import { credentialFields } from '#contract/schemas/personas.ts';
import type { ProjectScope } from '#domain/access/scope.ts';
import type { Persona } from '#domain/ports/persona-repository.ts';
import type { SecretCipher } from '#domain/ports/secret-cipher.ts';

/** Of the JSON text; what the key service encrypts directly. */
const largestBytes = 4096;

type Credentials = Record<string, unknown>;
type Kind = 'text' | 'texts';

/**
 * Checks credentials against the persona's type and encrypts them; no message repeats a value. Throws VALIDATION_FAILED, or
 * CREDENTIALS_MISMATCH where the body does not name the type that they do not fit.
 */
export const sealed = async (
  cipher: SecretCipher,
  scope: ProjectScope,
  persona: Persona,
  credentials: Credentials,
  typeIsGiven: boolean,
): Promise<Uint8Array> => {
  const misfits = findingsOf(persona, credentials);
  if (misfits.length > 0) {
    const code = typeIsGiven ? 'VALIDATION_FAILED' : 'CREDENTIALS_MISMATCH';
    throw new ServiceError(code, `The credentials do not fit authType ${persona.authType}.`, misfits);
  }
  const plaintext = Buffer.from(JSON.stringify(credentials));
  if (plaintext.length > largestBytes) {
    const tooLarge = finding('', 'TOO_LARGE', `must be at most ${largestBytes} bytes`);
    throw new ServiceError('VALIDATION_FAILED', `Credentials take at most ${largestBytes} bytes as JSON.`, [tooLarge]);
  }
  return cipher.encrypt(
    { tenantId: scope.tenantId, personaId: persona.id, container: containerOf(scope, persona) },
    plaintext,
  );
};

/** The part of the secret's context that says whose it is within the tenant. */
export const containerOf = (scope: ProjectScope, persona: Pick<Persona, 'scope'>): string => {
  if (persona.scope === 'TENANT') return 'T';
  return persona.scope === 'WORKSPACE' ? `W#${scope.workspaceId}` : `P#${scope.projectId}`;
};

const findingsOf = ({ authType }: Persona, credentials: Credentials): FieldError[] => {
  if (authType === 'NONE' && Object.keys(credentials).length > 0)
    return [finding('', 'INVALID', 'authType NONE takes no credentials')];
  return Object.entries<Kind>(credentialFields[authType]).flatMap(([name, kind]) => {
    if (credentials[name] === undefined) return [finding(`/${name}`, 'REQUIRED', 'is required')];
    return fits(credentials[name], kind) ? [] : [finding(`/${name}`, 'INVALID', `must be ${words[kind]}`)];
  });
};

const words: Record<Kind, string> = {
  text: 'a text that is not empty',
  texts: 'an object of texts',
};

const fits = (value: unknown, kind: Kind): boolean => {
  if (kind === 'text') return typeof value === 'string' && value !== '';
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.values(value).every((text) => typeof text === 'string');
};

const finding = (pointer: string, code: FieldError['code'], message: string): FieldError => ({
  in: 'body',
  pointer: `#/credentials${pointer}`,
  code,
  message,
});
