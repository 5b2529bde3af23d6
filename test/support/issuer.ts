import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll } from 'vitest';

/**
 * What somebody is at the issuer. `isShown`: the token itself says the address, so that nobody asks the issuer for it. `provider`: whom they
 * come by, as a user pool says it.
 */
export type Person = { subject: string; email?: string; isVerified?: boolean; isShown?: boolean; provider?: string };

/** What a user pool calls whoever comes by a provider. */
export const poolName = ({ provider, subject }: Person): string | undefined => provider && `${provider}_${subject}`;
export type Claims = Record<string, unknown>;
type Key = { kid: string; privateKey: Parameters<SignJWT['sign']>[0]; jwk: object };

const newKey = async (kid: string, alg: string): Promise<Key> => {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
};

/** An OpenID provider on this machine: discovery, published keys, user info; tokens as Cognito gives them, or with other claims. */
export const openIssuer = async () => {
  const people = new Map<string, Person>();
  const asked: string[] = [];
  let published: Key[] = [await newKey('first', 'RS256')];
  let isDown = false;
  let pages = {};
  let issuer = '';
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (isDown) return answer(503, {});
    if (path === '/.well-known/openid-configuration')
      return answer(200, { issuer, jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/userinfo`, ...pages });
    if (path === '/keys') return answer(200, { keys: published.map(({ jwk }) => jwk) });
    const [, payload = ''] = (request.headers.authorization ?? '').split('.');
    const { sub = '' } = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}') as { sub?: string };
    const person = people.get(sub);
    if (path !== '/userinfo' || person === undefined) return answer(401, {});
    const { email, isVerified = true } = person;
    // As Cognito writes it.
    return answer(200, { sub, ...(email && { email, email_verified: String(isVerified) }) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const audience = 'our-client';
  const nowSeconds = (): number => Math.floor(Date.now() / 1000);

  return {
    issuer,
    audience,
    /** Paths that were asked for, in order. */
    asked,
    setDown: (down: boolean) => {
      isDown = down;
    },
    /** Has people sign in at these pages (sign-in-site.ts). */
    setPages: (endpoints: object) => {
      pages = endpoints;
    },
    /** Publishes a new key and signs with it from now on. */
    rotate: async (kid: string, alg = 'RS256') => {
      published = [await newKey(kid, alg), ...published];
    },
    /** A token of this person; `changes` to what it says, `header` to how. */
    token: async (person: Person, changes: Claims = {}, header: Claims = {}, key = published[0]!): Promise<string> => {
      people.set(person.subject, person);
      const claims = {
        iss: issuer,
        sub: person.subject,
        client_id: audience,
        token_use: 'access',
        scope: 'openid email',
        ...(person.provider && { username: poolName(person) }),
        iat: nowSeconds(),
        exp: nowSeconds() + 3600,
        ...(person.isShown && { email: person.email, email_verified: person.isVerified ?? true }),
        ...changes,
      };
      const { alg } = key.jwk as { alg: string };
      return new SignJWT(claims).setProtectedHeader({ alg, kid: key.kid, ...header }).sign(key.privateKey);
    },
    newKey,
  };
};

export type Issuer = Awaited<ReturnType<typeof openIssuer>>;
