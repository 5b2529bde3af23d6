import { createHash, randomBytes } from 'node:crypto';
import { InputError } from '../input-error.ts';

/** Where a service signs people in: `GET /api/v1/sign-in`. */
export type SignInPlace = { issuer: string; clientId: string; callbackUrl: string };

/** A sign-in under way: the address that a browser opens, and what proves that the code is ours. */
export type BegunSignIn = { url: string; state: string; verifier: string; tokenEndpoint: string };

const patienceMs = 10_000;

/** Begins an authorization code flow with PKCE (RFC 7636) at the issuer. Throws InputError SIGN_IN_FAILED. */
export const beginSignIn = async ({ issuer, clientId, callbackUrl }: SignInPlace): Promise<BegunSignIn> => {
  const { authorization_endpoint: page, token_endpoint: tokenEndpoint } = await askJson(
    `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
  );
  if (typeof page !== 'string' || typeof tokenEndpoint !== 'string')
    throw signInFailed(`${issuer} has no pages to sign in at.`);
  const [state, verifier] = [randomBytes(16).toString('base64url'), randomBytes(32).toString('base64url')];
  const url = new URL(page);
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callbackUrl,
    scope: 'openid email',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { url: url.href, state, verifier, tokenEndpoint };
};

/** The code in the address that the browser returned to. Throws InputError SIGN_IN_FAILED for another sign-in, or a refusal. */
export const codeIn = (address: string, { state }: BegunSignIn): string => {
  const query = URL.canParse(address) ? new URL(address).searchParams : undefined;
  const code = query?.get('code');
  if (query?.get('error'))
    throw signInFailed(`The sign-in was refused: ${query.get('error_description') ?? query.get('error')}.`);
  if (!code) throw signInFailed('The address has no code in it.');
  if (query?.get('state') !== state) throw signInFailed('The address belongs to another sign-in.');
  return code;
};

/** The access token for a code. Throws InputError SIGN_IN_FAILED. */
export const exchangeCode = async (code: string, begun: BegunSignIn, place: SignInPlace): Promise<string> => {
  const form = {
    grant_type: 'authorization_code',
    code,
    client_id: place.clientId,
    redirect_uri: place.callbackUrl,
    code_verifier: begun.verifier,
  };
  const { access_token: token } = await askJson(begun.tokenEndpoint, new URLSearchParams(form));
  if (typeof token !== 'string') throw signInFailed('The issuer gave no access token.');
  return token;
};

const askJson = async (url: string, form?: URLSearchParams): Promise<Record<string, unknown>> => {
  try {
    const answer = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      ...(form && { method: 'POST', body: form }),
    });
    if (answer.ok) return (await answer.json()) as Record<string, unknown>;
    throw new Error(`status ${answer.status}`);
  } catch (error) {
    throw signInFailed(`${new URL(url).origin} did not answer as an issuer does: ${(error as Error).message}.`);
  }
};

export const signInFailed = (message: string): InputError =>
  new InputError('SIGN_IN_FAILED', message, 'Begin again: dezycro login --url URL --browser');
