import type { Access } from '#planner/read-access.ts';
import type { AuthType, PersonaBinding } from '#verifier/plan/plan.ts';
import { upperSnake } from '#verifier/plan/upper-snake.ts';
import { isRecord } from '../read-text-file.ts';
import { type AsCredentials, loginCredentials } from './login-credentials.ts';
import { usageError } from './parse-options.ts';

/** What the options say of the identities of a run. */
type Given = { header?: string[]; token?: string; user?: string; login?: string; persona?: string[] };

/** A persona with the credentials that its variable carries; undefined where the variable is not set. */
export type Identity = { persona: PersonaBinding; credentials: string | undefined };

const words = { header: '--header', token: '--token', user: '--user' } as const;

/** The values of `--persona` that make a persona (`viewer=may only read`); the others name personas whose journeys are to run. */
export const isPersonaMade = (value: string): boolean => value.includes('=');

/**
 * The identities of a command line without files of personas: `caller` by `-H 'NAME: VALUE'`, `--token TOKEN` or `--user NAME:PASSWORD`, and one
 * for each `--persona NAME=DESCRIPTION`, whose variable AUTH_<NAME> holds a token, NAME:PASSWORD or the JSON of its type. With `--login` a name
 * and a password sign in there. `access` is asked for only then. Throws InputError USAGE.
 */
export const identitiesGiven = async (
  given: Given,
  env: Record<string, string | undefined>,
  access: () => Promise<Access>,
): Promise<Identity[]> => {
  const { login, persona = [] } = given;
  const signIn = login === undefined ? undefined : await loginCredentials(login, access);
  const caller = callerOf(given, signIn);
  const others = persona.filter(isPersonaMade).map((value) => personaOf(value, env, signIn));
  const all = [...(caller ? [caller] : []), ...others];
  const names = all.map(({ persona: { name } }) => name.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw usageError(`Two personas are called "${twice}".`, 'verify');
  if (login !== undefined && !all.some(({ persona: { authType } }) => authType === 'HTTP_ENDPOINT'))
    throw usageError('--login needs who signs in: --user NAME:PASSWORD.', 'verify');
  return all;
};

const callerOf = ({ header, token, user }: Given, signIn: AsCredentials | undefined): Identity | undefined => {
  const given = Object.entries({ header, token, user }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (given.length > 1)
    throw usageError(
      `${given.map((name) => words[name as keyof typeof words]).join(' and ')} exclude each other.`,
      'verify',
    );
  const caller = (authType: AuthType, credentials: object) =>
    identityOf('caller', 'may do everything', authType, JSON.stringify(credentials));
  if (token !== undefined) return caller('BEARER', { token: filled(token, '--token') });
  if (user !== undefined && signIn)
    return withLogin(caller('HTTP_ENDPOINT', signIn(nameAndPassword(user, '--user'))), signIn);
  if (user !== undefined) return caller('BASIC', nameAndPassword(user, '--user'));
  if (header === undefined) return undefined;
  return caller('HEADER', { headers: Object.fromEntries(header.map(nameAndValue)) });
};

const personaOf = (
  value: string,
  env: Record<string, string | undefined>,
  signIn: AsCredentials | undefined,
): Identity => {
  const [, name = '', description = ''] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
  if (!/^[A-Za-z0-9][\w .-]{0,63}$/.test(name) || description.trim() === '')
    throw usageError(`--persona takes NAME="WHAT IT MAY DO", as in --persona viewer="may only read".`, 'verify');
  const text = env[variableOf(name)]?.trim() || undefined;
  if (text === undefined) return identityOf(name, description, signIn ? 'HTTP_ENDPOINT' : 'BEARER', undefined);
  const isPair = !text.startsWith('{') && /^[^:\s]+:\S/.test(text);
  if (isPair && signIn) {
    const credentials = JSON.stringify(signIn(nameAndPassword(text, variableOf(name))));
    return withLogin(identityOf(name, description, 'HTTP_ENDPOINT', credentials), signIn);
  }
  if (isPair) return identityOf(name, description, 'BASIC', JSON.stringify(nameAndPassword(text, variableOf(name))));
  return identityOf(name, description, typeOf(text), text);
};

const variableOf = (name: string): string => `AUTH_${upperSnake(name)}`;

const identityOf = (
  name: string,
  description: string,
  authType: AuthType,
  credentials: string | undefined,
): Identity => ({ persona: { name, description, authType, envVar: variableOf(name) }, credentials });

/** Tells the scripts of `dezycro replay` how its variable's NAME:PASSWORD signs in. */
const withLogin = ({ persona, credentials }: Identity, signIn: AsCredentials): Identity => ({
  persona: { ...persona, signIn: signIn({ username: '{username}', password: '{password}' }) },
  credentials,
});

/** By the members that only one type has (specification §5). */
const typeOf = (text: string): AuthType => {
  const config = text.startsWith('{') ? objectIn(text) : {};
  if ('username' in config) return 'BASIC';
  if ('headers' in config && !('url' in config)) return 'HEADER';
  return 'url' in config ? 'HTTP_ENDPOINT' : 'BEARER';
};

const objectIn = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    // Told when the credential is read, which knows the variable.
    return {};
  }
};

const filled = (text: string, option: string): string => {
  if (text.trim() !== '') return text;
  throw usageError(`${option} is empty: is the variable set?`, 'verify');
};

const nameAndPassword = (user: string, from: string): { username: string; password: string } => {
  const [, username, password] = /^([^:]+):([^]*)$/.exec(user) ?? [];
  if (username === undefined || password === undefined) throw usageError(`${from} takes NAME:PASSWORD.`, 'verify');
  return { username, password };
};

const nameAndValue = (header: string): [string, string] => {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(\S[^\r\n]*)$/.exec(header) ?? [];
  if (name === undefined || value === undefined)
    throw usageError(`--header takes 'NAME: VALUE', as in -H 'Authorization: Bearer …'.`, 'verify');
  return [name, value.trimEnd()];
};
