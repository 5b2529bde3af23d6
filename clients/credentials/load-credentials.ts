import { isRecord } from '../read-text-file.ts';
import type { AuthFile, AuthPersona } from './auth-file.ts';
import { resolveSecret, SecretUnresolved } from './resolve-secret.ts';

export type Credentials = {
  /** The given environment with each persona's credentials as JSON in its variable; unset where they could not be resolved. */
  env: NodeJS.ProcessEnv;
  /** One line for each persona left out; persona and variable names only, never values. */
  warnings: string[];
};

/**
 * Resolves each persona's secrets and placeholders (specification §5). A persona that cannot be resolved gets a warning and its variable
 * is unset, also where the environment had one, so its journeys end INCONCLUSIVE_AUTH_REQUIRED; the others load.
 */
export const loadCredentials = async (file: AuthFile, env: NodeJS.ProcessEnv): Promise<Credentials> => {
  const resolved = new Map<string, Promise<string>>();
  const valueOf = (name: string): Promise<string> => {
    const known = resolved.get(name);
    if (known) return known;
    const reference = file.secrets.get(name);
    const value = reference
      ? resolveSecret(reference, { folder: file.folder, env }).catch((error: unknown) => {
          throw error instanceof SecretUnresolved ? new SecretUnresolved(`secret ${name}: ${error.message}`) : error;
        })
      : fromEnvironment(name, env);
    resolved.set(name, value);
    return value;
  };
  const credentials: Credentials = { env: { ...env }, warnings: [] };
  for (const persona of file.personas) {
    delete credentials.env[persona.envVar];
    try {
      credentials.env[persona.envVar] = JSON.stringify(await filled(persona.config, valueOf));
    } catch (error) {
      if (!(error instanceof SecretUnresolved)) throw error;
      credentials.warnings.push(unavailable(persona, error.message));
    }
  }
  return credentials;
};

const unavailable = ({ name, envVar }: AuthPersona, cause: string): string =>
  `persona "${name}" has no credentials (${envVar}): ${cause}`;

const fromEnvironment = async (name: string, env: NodeJS.ProcessEnv): Promise<string> => {
  const value = env[name];
  if (value === undefined)
    throw new SecretUnresolved(`\${${name}} is neither in "secrets" nor a variable of the environment`);
  return value;
};

/** The same tree with every `${NAME}` inside a text replaced; keys stay as they are. */
const filled = async (value: unknown, valueOf: (name: string) => Promise<string>): Promise<unknown> => {
  if (typeof value === 'string') {
    const parts = value.split(/\$\{(\w+)\}/);
    const texts = await Promise.all(parts.map((part, index) => (index % 2 === 1 ? valueOf(part) : part)));
    return texts.join('');
  }
  if (Array.isArray(value)) return Promise.all(value.map((item) => filled(item, valueOf)));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(async ([key, item]) => [key, await filled(item, valueOf)] as const);
  return Object.fromEntries(await Promise.all(entries));
};
