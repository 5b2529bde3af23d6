import type { PersonaBinding } from '#verifier/plan/plan.ts';
import { usageError } from './parse-options.ts';

/** What the options say of the one identity of a run. */
type Given = { header?: string[]; token?: string; user?: string };

/** A persona with the credentials that its variable carries. */
export type Identity = { persona: PersonaBinding; credentials: string };

const words = { header: '--header', token: '--token', user: '--user' } as const;

/**
 * The identity of `-H 'NAME: VALUE'`, `--token TOKEN` or `--user NAME:PASSWORD`, for a run without files of personas; undefined where none is
 * given. Throws InputError USAGE.
 */
export const oneIdentity = ({ header, token, user }: Given): Identity | undefined => {
  const given = Object.entries({ header, token, user }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (given.length > 1)
    throw usageError(`${given.map((name) => words[name as keyof Given]).join(' and ')} exclude each other.`, 'verify');
  if (token !== undefined) return identityOf('BEARER', { token: filled(token, '--token') });
  if (user !== undefined) return identityOf('BASIC', nameAndPassword(user));
  if (header === undefined) return undefined;
  return identityOf('HEADER', { headers: Object.fromEntries(header.map(nameAndValue)) });
};

const identityOf = (authType: PersonaBinding['authType'], credentials: object): Identity => ({
  persona: { name: 'caller', description: 'may do everything', authType, envVar: 'AUTH_CALLER' },
  credentials: JSON.stringify(credentials),
});

const filled = (text: string, option: string): string => {
  if (text.trim() !== '') return text;
  throw usageError(`${option} is empty: is the variable set?`, 'verify');
};

const nameAndPassword = (user: string): { username: string; password: string } => {
  const [, username, password] = /^([^:]+):([^]*)$/.exec(user) ?? [];
  if (username === undefined || password === undefined) throw usageError('--user takes NAME:PASSWORD.', 'verify');
  return { username, password };
};

const nameAndValue = (header: string): [string, string] => {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(\S[^\r\n]*)$/.exec(header) ?? [];
  if (name === undefined || value === undefined)
    throw usageError(`--header takes 'NAME: VALUE', as in -H 'Authorization: Bearer …'.`, 'verify');
  return [name, value.trimEnd()];
};
