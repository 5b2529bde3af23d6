import { InputError } from '../input-error.ts';
import { isRecord } from '../read-text-file.ts';
import type { AuthFile, AuthPersona } from './auth-file.ts';
import { resolveSecret, SecretUnresolved } from './resolve-secret.ts';

type Env = Record<string, string | undefined>;

export type Credentials = {
  /** Variable → credentials as JSON; none for a persona that could not be resolved. */
  values: Map<string, string>;
  /** Persona → what stood in the way; names only, never values. */
  failures: Map<string, string>;
  /** One line for each of them. */
  warnings: string[];
};

/**
 * Resolves each persona's secrets and placeholders; one that cannot be resolved is left out and told, the others load (specification §5,
 * the standalone resolver).
 */
export const loadCredentials = async (file: AuthFile, env: Env): Promise<Credentials> => {
  const valueOf = resolver(file, env);
  const credentials: Credentials = { values: new Map(), failures: new Map(), warnings: [] };
  for (const persona of file.personas) {
    try {
      credentials.values.set(persona.envVar, await serialized(persona, valueOf));
    } catch (error) {
      if (!(error instanceof SecretUnresolved)) throw error;
      credentials.failures.set(persona.name, error.message);
      credentials.warnings.push(unavailable(persona, error.message));
    }
  }
  return credentials;
};

/**
 * Resolves all secrets, used or not, then the personas; the first that fails ends the whole load (specification §5, the load around a
 * run). Throws InputError SECRET_UNRESOLVED.
 */
export const loadCredentialsOrFail = async (file: AuthFile, env: Env): Promise<Map<string, string>> => {
  const valueOf = resolver(file, env);
  const values = new Map<string, string>();
  try {
    for (const name of file.secrets.keys()) await valueOf(name);
    for (const persona of file.personas) values.set(persona.envVar, await serialized(persona, valueOf));
    return values;
  } catch (error) {
    if (!(error instanceof SecretUnresolved)) throw error;
    throw new InputError('SECRET_UNRESOLVED', `${error.message}.`, 'Nothing was started. See: dezycro auth check');
  }
};

/** The environment with the credentials; unset where a persona has none, also where the environment had a value. */
export const withCredentials = (env: Env, file: AuthFile, values: Map<string, string>): Env => ({
  ...env,
  ...Object.fromEntries(file.personas.map(({ envVar }) => [envVar, values.get(envVar)])),
});

type ValueOf = (name: string) => Promise<string>;

/** Each secret is resolved at most once. */
const resolver = (file: AuthFile, env: Env): ValueOf => {
  const resolved = new Map<string, Promise<string>>();
  return (name) => {
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
};

const serialized = async ({ config }: AuthPersona, valueOf: ValueOf): Promise<string> =>
  JSON.stringify(await filled(config, valueOf));

const unavailable = ({ name, envVar }: AuthPersona, cause: string): string =>
  `persona "${name}" has no credentials (${envVar}): ${cause}`;

const fromEnvironment = async (name: string, env: Env): Promise<string> => {
  const value = env[name];
  if (value === undefined)
    throw new SecretUnresolved(`\${${name}} is neither in "secrets" nor a variable of the environment`);
  return value;
};

/** The same tree with every `${NAME}` inside a text replaced; keys stay as they are. */
const filled = async (value: unknown, valueOf: ValueOf): Promise<unknown> => {
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
