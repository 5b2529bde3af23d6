import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll } from 'vitest';

export type Claims = Record<string, unknown>;
type Granted = { query: URLSearchParams; claims: Claims };

/**
 * A customer's identity provider on this machine: authorization codes with PKCE, each for one exchange with the client's secret. `says` is what
 * its next identity token holds; `isForged`: signed with a key that it does not publish.
 */
export const openIdentityProvider = async () => {
  const [{ publicKey, privateKey }, forger] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
  const client = { clientId: 'customers-client', clientSecret: 'customers-secret' };
  const granted = new Map<string, Granted>();
  const next: { says: Claims; isForged: boolean } = { says: {}, isForged: false };
  let issuer = '';
  const tokenFor = async ({ query, claims }: Granted): Promise<string> => {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const said = {
      iss: issuer,
      aud: client.clientId,
      nonce: query.get('nonce'),
      iat: nowSeconds,
      exp: nowSeconds + 300,
    };
    const key = next.isForged ? forger.privateKey : privateKey;
    return new SignJWT({ ...said, ...claims }).setProtectedHeader({ alg: 'ES256', kid: 'its' }).sign(key);
  };
  const exchange = async (request: IncomingMessage): Promise<[number, object]> => {
    const form = new URLSearchParams(await text(request));
    const grant = granted.get(form.get('code') ?? '');
    granted.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      form.get('client_secret') === client.clientSecret &&
      form.get('redirect_uri') === grant?.query.get('redirect_uri') &&
      challenge === grant?.query.get('code_challenge');
    return grant && isRight ? [200, { id_token: await tokenFor(grant) }] : [400, { error: 'invalid_grant' }];
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', issuer);
    const answer = ([status, body]: [number, object]): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (pathname === '/.well-known/openid-configuration') {
      const endpoints = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` };
      return answer([200, { issuer, ...endpoints, jwks_uri: `${issuer}/keys` }]);
    }
    if (pathname === '/keys')
      return void exportJWK(publicKey).then((jwk) => answer([200, { keys: [{ ...jwk, kid: 'its', alg: 'ES256' }] }]));
    if (pathname === '/token') return void exchange(request).then(answer);
    const code = randomUUID();
    granted.set(code, { query, claims: { sub: randomUUID(), ...next.says } });
    const back = new URLSearchParams({ code, state: query.get('state') ?? '' });
    response.writeHead(302, { location: `${query.get('redirect_uri')}?${back}` }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  issuer = `http://${host}`;
  afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return { issuer, host, client, next };
};
