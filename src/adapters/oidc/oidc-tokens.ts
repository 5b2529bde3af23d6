import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { ServiceError } from '#contract/errors.ts';
import type { Identity, SaidEmail, SignInTokens } from '#domain/ports/sign-in.ts';

/** `audience`: our client at the issuer. Cognito names it `client_id` in access tokens, others `aud`. */
export type OidcSettings = { issuer: string; audience: string; now?: () => Date };

const algorithms = ['RS256', 'PS256', 'ES256'];
/** Clocks differ. */
const toleranceSeconds = 30;
const longestToken = 8192;
const timeoutMs = 5000;
/** Keys are kept so long, and an unknown one makes us ask again at most this often. */
const cacheMaxAgeMs = 10 * 60_000;
const cooldownMs = 30_000;

type Discovered = { keys: ReturnType<typeof createRemoteJWKSet>; userinfo: string | undefined };

/** Access tokens of an OIDC issuer, verified with its published keys (decision record 0001). */
export class OidcTokens implements SignInTokens {
  readonly #settings: OidcSettings;
  readonly #now: () => Date;
  #discovered: Promise<Discovered> | undefined;
  #failedAt = -Infinity;

  constructor(settings: OidcSettings) {
    this.#settings = settings;
    this.#now = settings.now ?? (() => new Date());
  }

  async verify(token: string): Promise<Identity | undefined> {
    if (!this.#isPlausible(token)) return undefined;
    const { keys } = await this.#discover();
    const { issuer } = this.#settings;
    const options = { issuer, algorithms, clockTolerance: toleranceSeconds, currentDate: this.#now() };
    try {
      const { payload } = await jwtVerify(token, keys, { ...options, requiredClaims: ['sub', 'exp', 'iat'] });
      return { issuer, subject: payload.sub!, provider: providerIn(payload) };
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw unavailable(error);
    }
  }

  async findEmail(token: string): Promise<SaidEmail | undefined> {
    const claimed = emailIn(decodeJwt(token));
    if (claimed?.isVerified === true) return claimed;
    const { userinfo } = await this.#discover();
    if (userinfo === undefined) return claimed;
    const answer = await ask(userinfo, { authorization: `Bearer ${token}` });
    return (answer && emailIn(answer)) ?? claimed;
  }

  /** All that can be said of a token without its signature: nothing that fails here costs a call. */
  #isPlausible(token: string): boolean {
    if (token.length > longestToken || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return false;
    try {
      const { alg, kid } = decodeProtectedHeader(token);
      return algorithms.includes(alg ?? '') && typeof kid === 'string' && this.#isForUs(decodeJwt(token));
    } catch {
      return false;
    }
  }

  #isForUs({ iss, aud, exp, nbf, sub, client_id: clientId, token_use: use }: JWTPayload): boolean {
    const { issuer, audience } = this.#settings;
    const nowSeconds = this.#now().getTime() / 1000;
    const named = aud === undefined ? clientId === audience : [aud].flat().includes(audience);
    return (
      iss === issuer &&
      named &&
      (use === undefined || use === 'access') &&
      typeof sub === 'string' &&
      sub !== '' &&
      typeof exp === 'number' &&
      exp > nowSeconds - toleranceSeconds &&
      (nbf === undefined || (typeof nbf === 'number' && nbf < nowSeconds + toleranceSeconds))
    );
  }

  /** Where keys and addresses are found; asked once, and again a while after a failure. */
  async #discover(): Promise<Discovered> {
    const nowMs = this.#now().getTime();
    if (this.#discovered === undefined && nowMs - this.#failedAt < cooldownMs)
      throw unavailable(new Error(`${this.#settings.issuer} did not answer a moment ago.`));
    this.#discovered ??= discover(this.#settings.issuer).catch((error: unknown) => {
      this.#discovered = undefined;
      this.#failedAt = nowMs;
      throw unavailable(error);
    });
    return this.#discovered;
  }
}

const discover = async (issuer: string): Promise<Discovered> => {
  const found = await ask(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {});
  if (found?.['issuer'] !== issuer || typeof found['jwks_uri'] !== 'string')
    throw new Error(`${issuer} does not describe itself as an OpenID provider.`);
  const keys = createRemoteJWKSet(new URL(found['jwks_uri']), {
    timeoutDuration: timeoutMs,
    cacheMaxAge: cacheMaxAgeMs,
    cooldownDuration: cooldownMs,
  });
  const userinfo = found['userinfo_endpoint'];
  return { keys, userinfo: typeof userinfo === 'string' ? userinfo : undefined };
};

/** A JSON object; undefined where the answer is a refusal (4xx). */
const ask = async (url: string, headers: Record<string, string>): Promise<Record<string, unknown> | undefined> => {
  const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (answer.status >= 400 && answer.status < 500) return undefined;
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}.`);
  return (await answer.json()) as Record<string, unknown>;
};

/** Cognito writes the flag as text in its user info. */
const emailIn = ({ email, email_verified: flag }: Record<string, unknown>): SaidEmail | undefined =>
  typeof email === 'string' && email.length <= 254
    ? { address: email, isVerified: flag === true || flag === 'true' }
    : undefined;

/** A user pool calls whoever comes by a provider `<provider>_<subject there>`, and its own users by an id without an underscore. */
const providerIn = ({ username, token_use: use }: JWTPayload): string | null =>
  use === 'access' && typeof username === 'string' ? (/^([0-9a-f]{32})_./.exec(username)?.[1] ?? null) : null;

/** What says that the issuer's keys could not be had, not that the token is wrong. */
const outages = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'];

const isRefusal = (error: unknown): boolean => error instanceof errors.JOSEError && !outages.includes(error.code);

const unavailable = (cause: unknown): ServiceError =>
  new ServiceError('DEPENDENCY_UNAVAILABLE', 'The issuer of sign-in tokens does not answer. Try again.', [], { cause });
