import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { signInCallback } from '#contract/sign-in-callback.ts';
import type { ProviderSettings } from '#domain/ports/identity-providers.ts';
import { localClient, localPages } from './local-pages.ts';
import { type Begun, beginAt, challengeOf, finishAt, ProviderFailed, type Said } from './provider-client.ts';

type Asked = {
  method: string;
  path: string;
  rawQuery: string;
  readBody: (limitBytes: number) => Promise<Buffer>;
};
type Answer = { status: number; headers: Record<string, string>; body: string };
type Options = {
  origin: () => string;
  /** Signs the access tokens; ECDSA P-256. */
  key: KeyObject;
  providers: { find(name: string): Promise<ProviderSettings | undefined> };
  now: () => Date;
};

/** What our own client asked for. */
type Wish = { state: string; challenge: string };
type Pending = { provider: string; begun: Begun; wish: Wish; until: number };
type Signed = { provider: string; said: Said; wish: Wish; until: number };

const minutesToSignIn = 10;
const codeSeconds = 60;
const tokenSeconds = 3600;
const mostWaiting = 1000;
const mostBytes = 8192;
const keyId = 'local';

/** The pages of sign-in on this machine, as a user pool has them: an OIDC issuer whose people all come by providers of tenants. */
export class LocalIssuer {
  readonly #options: Options;
  /** By the state that a provider gives back. Each is used once. */
  readonly #pending = new Map<string, Pending>();
  /** By the code that our client exchanges. Each is used once. */
  readonly #signed = new Map<string, Signed>();

  constructor(options: Options) {
    this.#options = options;
  }

  get issuer(): string {
    return `${this.#options.origin()}${localPages}`;
  }

  answer = async (asked: Asked): Promise<Answer> => {
    const query = new URLSearchParams(asked.rawQuery);
    try {
      switch (`${asked.method} ${asked.path.slice(localPages.length)}`) {
        case 'GET /.well-known/openid-configuration':
          return json(200, this.#described());
        case 'GET /keys':
          return json(200, { keys: [await this.#publicKey()] });
        case 'GET /oauth2/authorize':
          return await this.#begin(query);
        case 'GET /oauth2/idpresponse':
          return await this.#finish(query);
        case 'POST /oauth2/token':
          return await this.#exchange(new URLSearchParams((await asked.readBody(mostBytes)).toString()));
        default:
          return json(404, { error: 'not_found' });
      }
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      return json(400, { error: 'access_denied', error_description: error.message });
    }
  };

  #described() {
    const at = this.issuer;
    const endpoints = { authorization_endpoint: `${at}/oauth2/authorize`, token_endpoint: `${at}/oauth2/token` };
    return { issuer: at, jwks_uri: `${at}/keys`, ...endpoints, code_challenge_methods_supported: ['S256'] };
  }

  get #callbackUrl(): string {
    return `${this.issuer}/oauth2/idpresponse`;
  }

  /** Our client asks: off to the provider. */
  async #begin(query: URLSearchParams): Promise<Answer> {
    const [provider, state, challenge] = ['identity_provider', 'state', 'code_challenge'].map((name) =>
      query.get(name),
    );
    if (query.get('client_id') !== localClient || query.get('redirect_uri') !== signInCallback)
      return json(400, {
        error: 'invalid_request',
        error_description: `Return to ${signInCallback} as ${localClient}.`,
      });
    if (!state || !challenge || query.get('code_challenge_method') !== 'S256')
      return json(400, { error: 'invalid_request', error_description: 'Send a state and a code challenge (S256).' });
    const settings = provider ? await this.#options.providers.find(provider) : undefined;
    if (!provider || !settings) return json(400, { error: 'invalid_request', error_description: 'No such provider.' });
    if (settings.type !== 'OIDC') throw new ProviderFailed('On one machine people sign in by OIDC; SAML needs AWS.');
    const { url, begun } = await beginAt(settings, this.#callbackUrl);
    const until = this.#nowMs() + minutesToSignIn * 60_000;
    keep(this.#pending, begun.state, { provider, begun, wish: { state, challenge }, until });
    return redirect(url);
  }

  /** The provider sends the browser back: off to our client. */
  async #finish(query: URLSearchParams): Promise<Answer> {
    const pending = take(this.#pending, query.get('state'), this.#nowMs());
    const code = query.get('code');
    if (!pending || !code) throw new ProviderFailed('This sign-in was not begun here, or is over. Begin again.');
    const settings = await this.#options.providers.find(pending.provider);
    if (settings?.type !== 'OIDC') throw new ProviderFailed('The identity provider is not known any more.');
    const said = await finishAt(settings, this.#callbackUrl, code, pending.begun);
    const own = randomBytes(32).toString('base64url');
    const { provider, wish } = pending;
    keep(this.#signed, own, { provider, said, wish, until: this.#nowMs() + codeSeconds * 1000 });
    return redirect(`${signInCallback}?${new URLSearchParams({ code: own, state: wish.state })}`);
  }

  /** Our client has the code: here is its access token. */
  async #exchange(form: URLSearchParams): Promise<Answer> {
    const signed = take(this.#signed, form.get('code'), this.#nowMs());
    const isOurs =
      form.get('grant_type') === 'authorization_code' &&
      form.get('client_id') === localClient &&
      form.get('redirect_uri') === signInCallback &&
      challengeOf(form.get('code_verifier') ?? '') === signed?.wish.challenge;
    if (!signed || !isOurs) return json(400, { error: 'invalid_grant' });
    const access = await this.#tokenOf(signed);
    return json(200, { access_token: access, token_type: 'Bearer', expires_in: tokenSeconds });
  }

  #tokenOf({ provider, said }: Signed): Promise<string> {
    const { subject, email, isVerified } = said;
    const nowSeconds = Math.floor(this.#nowMs() / 1000);
    const username = `${provider}_${subject}`;
    const claims = { client_id: localClient, token_use: 'access', username, email, email_verified: isVerified };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(this.issuer)
      .setSubject(username)
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + tokenSeconds)
      .sign(this.#options.key);
  }

  async #publicKey() {
    return { ...(await exportJWK(createPublicKey(this.#options.key))), kid: keyId, alg: 'ES256', use: 'sig' };
  }

  #nowMs(): number {
    return this.#options.now().getTime();
  }
}

/** The oldest goes where too many wait. */
const keep = <T>(waiting: Map<string, T>, name: string, one: T): void => {
  const [oldest] = waiting.keys();
  if (oldest !== undefined && waiting.size >= mostWaiting) waiting.delete(oldest);
  waiting.set(name, one);
};

const take = <T extends { until: number }>(
  waiting: Map<string, T>,
  name: string | null,
  nowMs: number,
): T | undefined => {
  const found = name === null ? undefined : waiting.get(name);
  if (name !== null) waiting.delete(name);
  return found && found.until > nowMs ? found : undefined;
};

const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

const redirect = (location: string): Answer => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  body: '',
});
