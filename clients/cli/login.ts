import { text as allOf } from 'node:stream/consumers';
import { getMe } from '#contract/endpoints/me.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import { callApi, type Connection } from '../api/call-api.ts';
import { InputError } from '../input-error.ts';
import { checkedToken, checkedUrl, isOpenToListeners, type Login, readLogin, writeLogin } from '../login/login-file.ts';
import { askSigningKey, IntegrityFailed } from '../login/signing-key.ts';
import { describeTokenEnd } from '../login/token-expiry.ts';
import { readJsonObject } from '../read-text-file.ts';
import type { Command, Given } from './command-table.ts';
import { loginByBrowser } from './login-by-browser.ts';
import { usageError } from './parse-options.ts';
import { readSecretLine } from './read-secret-line.ts';

/** `dezycro login`: a service, a token and the key that it signs with, kept for this user (decision record 14). */
export const login: Command<'login'> = async ({ options: given }, io) => {
  const before = await lastLogin(io);
  const connection = await connectionIn(given, before?.url, io);
  if (isOpenToListeners(connection.url)) io.stderr('warning: without https the token can be read on the way\n');
  const [{ email, tenantId, userId, tokenAccess = null, tokenExpiresAt = null }, signingKey] = [
    await callApi(connection, getMe, {}),
    await askSigningKey(connection),
  ];
  const isOther = before?.url === connection.url && before.signingKey.keyId !== signingKey.keyId;
  if (isOther && !given['new-key'])
    throw new IntegrityFailed(
      `${connection.url} signs with ${signingKey.keyId}; until now it was ${before.signingKey.keyId}.`,
      'Ask who runs the service; if the key was changed on purpose: --new-key',
    );
  const path = await writeLogin({ ...connection, signingKey }, io.env);
  const who = email ?? userId;
  const facts = {
    url: connection.url,
    user: who,
    tenantId,
    tokenAccess,
    tokenExpiresAt,
    signingKey: signingKey.keyId,
    file: path,
  };
  const end = tokenExpiresAt === null ? '' : `access ${tokenAccess}, ${describeTokenEnd(tokenExpiresAt, new Date())}\n`;
  io.stdout(
    given.json
      ? `${JSON.stringify(facts, null, 2)}\n`
      : `logged in at ${connection.url} as ${who}\n${end}verifiers are checked with the key ${signingKey.keyId}\nkept in ${path}\n`,
  );
  return 0;
};

/** The login that is replaced. A file that cannot be used is none: this command is the way out of it. */
const lastLogin = async ({ env, stderr }: RunIo): Promise<Login | undefined> => {
  try {
    return await readLogin(env);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    stderr(`warning: ${error.message} It is written anew.\n`);
    return undefined;
  }
};

const connectionIn = async (
  { url: named, from, browser, paste }: Given<'login'>['options'],
  lastUrl: string | undefined,
  io: RunIo,
): Promise<Connection> => {
  if (from !== undefined) {
    if (named !== undefined) throw usageError('--url and --from exclude each other.', 'login');
    const { baseUrl, token } = await readJsonObject(from, '--from');
    if (typeof baseUrl === 'string' && typeof token === 'string')
      return { url: checkedUrl(baseUrl, '--from'), token: checkedToken(token) };
    throw new InputError(
      'FILE_INVALID',
      `${from} has no "baseUrl" and "token".`,
      'Give the file that npm start wrote.',
    );
  }
  const url = named ?? lastUrl;
  if (url === undefined) throw usageError('--url is missing.', 'login');
  const checked = checkedUrl(url, '--url');
  if (browser && paste) throw usageError('--browser and --paste exclude each other.', 'login');
  if (browser || paste) return loginByBrowser(checked, paste === true, io);
  const token = process.stdin.isTTY
    ? await readSecretLine('Token (not shown): ', io.stderr)
    : await allOf(process.stdin);
  if (token.trim() === '') throw usageError('No token came in on standard input.', 'login');
  return { url: checked, token: checkedToken(token) };
};
