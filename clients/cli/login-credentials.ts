import type { JsonObject } from '#verifier/plan/json-object.ts';
import type { Access, Login } from '#planner/read-access.ts';
import { usageError } from './parse-options.ts';

/** Makes the credentials of type HTTP_ENDPOINT (specification §5) of a name and a password. */
export type AsCredentials = (user: { username: string; password: string }) => JsonObject;

/**
 * How one signs in by `--login 'POST /path'`, as the document describes that operation or the token URL of its OAuth 2.0 password flow. Throws
 * InputError USAGE for what the document does not know.
 */
export const loginCredentials = async (login: string, access: () => Promise<Access>): Promise<AsCredentials> => {
  const [, path] = /^(?:POST\s+)?(\/\S*|https?:\S+)$/i.exec(login.trim()) ?? [];
  if (path === undefined) throw usageError(`--login takes 'POST /path', as in --login 'POST /login'.`, 'verify');
  const { logins } = await access();
  const found = logins.find((one) => one.path === path);
  if (found) return (user) => credentialsOf(found, user);
  const known = logins.map((one) => `'POST ${one.path}'`).join(', ');
  throw usageError(
    `The spec describes no sign-in with a name and a password at POST ${path}${known === '' ? '' : `; it describes ${known}`}.`,
    'verify',
  );
};

const credentialsOf = (login: Login, { username, password }: { username: string; password: string }): JsonObject => {
  const { path, contentType, userField, passwordField, within, more, tokenPath } = login;
  const own = { ...more, [userField]: username, [passwordField]: password };
  return {
    url: path,
    headers: { 'content-type': contentType },
    body: within === undefined ? own : { [within]: own },
    tokenPath,
  };
};
