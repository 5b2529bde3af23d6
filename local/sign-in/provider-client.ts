import { createHash, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { ProviderSettings } from '#domain/ports/identity-providers.ts';

type Oidc = Extract<ProviderSettings, { type: 'OIDC' }>;
type Described = { issuer: string; authorization_endpoint: string; token_endpoint: string; jwks_uri: string };

/** What a provider must give back unchanged, and what proves that the code is ours. */
export type Begun = { state: string; nonce: string; verifier: string };
/** What a provider says of somebody. */
export type Said = { subject: string; email: string | undefined; isVerified: boolean };

/** The provider is at fault, in words for who signs in. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
}

const timeoutMs = 5000;
const algorithms = ['RS256', 'PS256', 'ES256'];
const random = (): string => randomBytes(32).toString('base64url');
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Where the browser goes to sign in. Throws ProviderFailed. */
export const beginAt = async (settings: Oidc, callbackUrl: string): Promise<{ url: string; begun: Begun }> => {
  const { authorization_endpoint: endpoint } = await describe(settings.issuer);
  const begun = { state: random(), nonce: random(), verifier: random() };
  const url = new URL(endpoint);
  const query = {
    response_type: 'code',
    client_id: settings.clientId,
    redirect_uri: callbackUrl,
    scope: 'openid email',
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: challengeOf(begun.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { url: url.href, begun };
};

/** Exchanges the code with the client's secret, and believes only a token that was signed by the provider, for our client and this sign-in. Throws ProviderFailed. */
export const finishAt = async (settings: Oidc, callbackUrl: string, code: string, begun: Begun): Promise<Said> => {
  const described = await describe(settings.issuer);
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: callbackUrl,
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    code_verifier: begun.verifier,
  });
  const answer = await ask(described.token_endpoint, { method: 'POST', body: form });
  const token = answer['id_token'];
  if (typeof token !== 'string') throw new ProviderFailed('The identity provider gave no identity token.');
  return saidIn(token, settings, described, begun);
};

const saidIn = async (token: string, settings: Oidc, described: Described, { nonce }: Begun): Promise<Said> => {
  const { issuer, clientId: audience } = settings;
  const keys = createRemoteJWKSet(new URL(described.jwks_uri), { timeoutDuration: timeoutMs });
  const wanted = { issuer, audience, algorithms, requiredClaims: ['sub', 'exp', 'iat', 'nonce'] };
  try {
    const { payload } = await jwtVerify(token, keys, wanted);
    if (payload['nonce'] !== nonce) throw new Error('another nonce');
    const { sub, email, email_verified: flag } = payload;
    return { subject: sub!, email: typeof email === 'string' ? email : undefined, isVerified: flag === true };
  } catch (cause) {
    throw new ProviderFailed('The identity token is not one for this sign-in.', { cause });
  }
};

const describe = async (issuer: string): Promise<Described> => {
  const found = await ask(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {});
  const names = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
  if (found['issuer'] !== issuer || names.some((name) => !URL.canParse(String(found[name]))))
    throw new ProviderFailed('The identity provider does not describe itself as the issuer that was set.');
  return found as unknown as Described;
};

const ask = async (url: string, request: RequestInit): Promise<Record<string, unknown>> => {
  try {
    const answer = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
    return (await answer.json()) as Record<string, unknown>;
  } catch (cause) {
    throw new ProviderFailed('The identity provider does not answer, or refuses our client.', { cause });
  }
};
