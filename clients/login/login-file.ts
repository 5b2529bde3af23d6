import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import type { Connection } from '../api/call-api.ts';
import { InputError } from '../input-error.ts';
import { isRecord, readJsonObject } from '../read-text-file.ts';
import { makeFolderFor, writeWholeFile } from '../write-whole-file.ts';

export type Env = Record<string, string | undefined>;

/** A key that verifiers are checked with; `keyId` is the hex SHA-256 of its SubjectPublicKeyInfo. */
export type SigningKey = { keyId: string; publicKey: string };

/** What `dezycro login` keeps for this user, in a file of mode 0600 (decision record 14). */
export type Login = Connection & { signingKey: SigningKey };

/** `$XDG_CONFIG_HOME/dezycro/login.json`, by default below `~/.config`; on Windows below `%APPDATA%`. */
export const loginPath = (env: Env, platform: NodeJS.Platform = process.platform): string => {
  const { join } = platform === 'win32' ? win32 : posix;
  const home = env['HOME'] ?? homedir();
  const roaming = platform === 'win32' ? env['APPDATA'] : undefined;
  return join(env['XDG_CONFIG_HOME'] || (roaming ?? join(home, '.config')), 'dezycro', 'login.json');
};

/** The kept login, undefined where there is none. Throws InputError for a file that cannot be used. */
export const readLogin = async (env: Env): Promise<Login | undefined> => {
  const path = loginPath(env);
  if (!(await stat(path).catch(() => undefined))) return undefined;
  const { url, token, signingKey } = await readJsonObject(path, 'the login');
  const { keyId, publicKey } = isRecord(signingKey) ? signingKey : {};
  if ([url, token, keyId, publicKey].every((text) => typeof text === 'string'))
    return { url, token, signingKey: { keyId, publicKey } } as Login;
  throw new InputError('FILE_INVALID', `${path} is not a login.`, 'Log in again: dezycro login --url URL');
};

/** Keeps the login, readable by this user alone, and answers where. */
export const writeLogin = async (login: Login, env: Env): Promise<string> => {
  const path = loginPath(env);
  await makeFolderFor(path);
  await writeWholeFile(path, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, option: 'the login' });
  return path;
};

/** The environment of a verifier, which never calls the service: its persona scripts see every variable of ours. */
export const withoutToken = (env: Env): Env => ({ ...env, DEZYCRO_TOKEN: undefined });

/**
 * Whom to call: `DEZYCRO_URL` and `DEZYCRO_TOKEN`, else the login. The login's token goes to the login's service and nowhere else.
 * Throws InputError NOT_LOGGED_IN, TOKEN_OF_ANOTHER_SERVICE, INVALID_URL or TOKEN_INVALID.
 */
export const connectionOf = async (env: Env): Promise<Connection> => {
  const [givenUrl, givenToken] = [env['DEZYCRO_URL'], env['DEZYCRO_TOKEN']];
  if (givenUrl && givenToken) return { url: checkedUrl(givenUrl, 'DEZYCRO_URL'), token: checkedToken(givenToken) };
  const login = await readLogin(env);
  if (login === undefined)
    throw new InputError(
      'NOT_LOGGED_IN',
      'No service is known to this machine.',
      'Log in: dezycro login --url URL; or set DEZYCRO_URL and DEZYCRO_TOKEN.',
    );
  if (givenUrl && new URL(checkedUrl(givenUrl, 'DEZYCRO_URL')).origin !== new URL(login.url).origin)
    throw new InputError(
      'TOKEN_OF_ANOTHER_SERVICE',
      `DEZYCRO_URL names ${givenUrl}, and the token of the login is for ${login.url}.`,
      'Set DEZYCRO_TOKEN as well, or log in there: dezycro login --url URL',
    );
  return { url: login.url, token: checkedToken(givenToken || login.token) };
};

/** A token as it can be sent, white space around it aside. Throws InputError TOKEN_INVALID, which does not show it. */
export const checkedToken = (text: string): string => {
  const token = text.trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new InputError(
    'TOKEN_INVALID',
    'The token is empty or holds something that no token has.',
    'Copy it once more.',
  );
};

/** The base URL of a service without a slash at its end. Throws InputError INVALID_URL. */
export const checkedUrl = (text: string, option: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.search === '')
    return url.href.replace(/\/+$/, '');
  throw new InputError(
    'INVALID_URL',
    `${option} is not the URL of a service.`,
    'For example https://dezycro.example.com',
  );
};

/** Whether a token sent there can be read on the way. */
export const isOpenToListeners = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
};
