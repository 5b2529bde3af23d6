import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { OidcTokens } from '#adapters/oidc/oidc-tokens.ts';
import { type Claims, openIssuer, type Person } from '../support/issuer.ts';
import { localPorts } from '../support/local-ports.ts';
import { type AnyBody, type Caller, openScenario, testWithActors } from '../support/scenario.ts';

const issuer = await openIssuer();
const settings = { issuer: issuer.issuer, audience: issuer.audience };
const scenario = await openScenario(localPorts(), { signIn: new OidcTokens(settings) });

const aPerson = (more: Partial<Person> = {}): Person => {
  const subject = randomUUID();
  return { subject, email: `${subject}@example.test`, ...more };
};
const signedIn = async (person: Person, claims: Claims = {}): Promise<Caller> =>
  scenario.callerWith(await issuer.token(person, claims));
type Me = AnyBody & { tenantId: string; userId: string; tier: string; workspaces: { workspaceId: string }[] };
const me = (caller: Caller) => caller.get<Me>('/api/v1/me');

describe('first sign-in', () => {
  testWithActors('an address that is another user’s is taken for nobody', async () => {
    const person = aPerson();
    await me(await signedIn(person));
    const impostor = await me(await signedIn(aPerson({ email: person.email! })));
    expect([impostor.status, impostor.body.code]).toEqual([403, 'FORBIDDEN']);
  });

  testWithActors('the address may come with the token, or from the issuer, and must be verified', async () => {
    const asked = issuer.asked.length;
    const person = aPerson();
    const claims = { email: person.email, email_verified: true };
    expect((await me(await signedIn(person, claims))).status).toBe(200);
    expect(issuer.asked.slice(asked)).not.toContain('/userinfo');
    for (const unverified of [aPerson({ isVerified: false }), { subject: randomUUID() }]) {
      const { status, body } = await me(await signedIn(unverified, { email: unverified.email, email_verified: false }));
      expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
    }
  });

  testWithActors('happens at who am I and at the first token; elsewhere nobody is there yet', async () => {
    const caller = await signedIn(aPerson());
    expect((await caller.get('/api/v1/workspaces')).status).toBe(401);
    await me(caller);
    expect((await caller.get('/api/v1/workspaces')).status).toBe(200);
  });
});

describe('401', () => {
  const hour = 3600;
  const nowSeconds = Math.floor(Date.now() / 1000);
  const wrong: Record<string, Claims> = {
    'another issuer': { iss: 'https://elsewhere.test' },
    'an issuer that begins like ours': { iss: `${issuer.issuer}/` },
    'another audience': { aud: 'another-client' },
    'our client, but meant for somebody else': { aud: ['a', 'b'], client_id: issuer.audience },
    'another client': { client_id: 'another-client' },
    'an identity token': { token_use: 'id' },
    'past its time': { exp: nowSeconds - 60 },
    'not yet good': { nbf: nowSeconds + hour },
    'no end': { exp: undefined },
    'no beginning': { iat: undefined },
    'no subject': { sub: undefined },
    'an empty subject': { sub: '' },
  };

  test.each(Object.entries(wrong))('%s is refused like any other token', async (_what, claims) => {
    const answer = await me(await signedIn(aPerson(), claims));
    const plain = await me(scenario.nobody);
    const withoutId = ({ requestId: _id, ...rest }: AnyBody) => rest;
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect(withoutId(answer.body)).toEqual(withoutId(plain.body));
  });

  test('a signature that is not the issuer’s, or of an algorithm that we do not take', async () => {
    const foreign = await issuer.newKey('first', 'RS256');
    const elliptic = await issuer.newKey('first', 'ES384');
    const good = await issuer.token(aPerson());
    const [head, payload, signature] = good.split('.') as [string, string, string];
    const none = Buffer.from(JSON.stringify({ alg: 'none', kid: 'first' })).toString('base64url');
    const symmetric = Buffer.from(JSON.stringify({ alg: 'HS256', kid: 'first' })).toString('base64url');
    const elevated = Buffer.from(payload, 'base64url').toString().replace('"sub":"', '"sub":"x');
    const tokens = [
      await issuer.token(aPerson(), {}, {}, foreign),
      await issuer.token(aPerson(), {}, {}, elliptic),
      await issuer.token(aPerson(), {}, { kid: 'unknown' }),
      await issuer.token(aPerson(), {}, { kid: undefined }),
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${symmetric}.${payload}.${signature}`,
      `${head}.${Buffer.from(elevated).toString('base64url')}.${signature}`,
      `${head}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${head}.${payload}`,
      `${good}.${signature}`,
    ];
    for (const token of tokens) expect((await me(scenario.callerWith(token))).status, token.slice(0, 60)).toBe(401);
  });

  test('what cannot be valid costs no call of the issuer', async () => {
    const tokens = [
      'a.b.c',
      '..',
      'x'.repeat(20_000),
      ...(await Promise.all(Object.values(wrong).map((claims) => issuer.token(aPerson(), claims)))).filter(
        (_token, index) => Object.keys(wrong)[index] !== 'no beginning',
      ),
      await issuer.token(aPerson(), { padding: 'x'.repeat(9000) }),
    ];
    const fresh = new OidcTokens(settings);
    const asked = issuer.asked.length;
    for (const token of tokens) expect(await fresh.verify(token), token.slice(0, 80)).toBeUndefined();
    expect(issuer.asked.length).toBe(asked);
  });
});

test('clocks may differ by half a minute', async () => {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const tokens = new OidcTokens(settings);
  expect(await tokens.verify(await issuer.token(aPerson(), { exp: nowSeconds - 20 }))).toBeDefined();
  expect(await tokens.verify(await issuer.token(aPerson(), { exp: nowSeconds - 40 }))).toBeUndefined();
  expect(await tokens.verify(await issuer.token(aPerson(), { nbf: nowSeconds + 20 }))).toBeDefined();
});

test('an audience in `aud` is as good as Cognito’s client', async () => {
  const tokens = new OidcTokens(settings);
  for (const aud of [issuer.audience, ['other', issuer.audience]])
    expect(
      await tokens.verify(await issuer.token(aPerson(), { aud, client_id: undefined, token_use: undefined })),
    ).toBeDefined();
});

test('keys are asked for once; an unknown one at most once in a while, and then a new key works', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  try {
    const tokens = new OidcTokens(settings);
    const keyCalls = () => issuer.asked.filter((path) => path === '/keys').length;
    const before = keyCalls();
    for (let turn = 0; turn < 5; turn++) await tokens.verify(await issuer.token(aPerson()));
    expect(keyCalls()).toBe(before + 1);
    await issuer.rotate('second');
    const rotated = await issuer.token(aPerson());
    for (let turn = 0; turn < 5; turn++) expect(await tokens.verify(rotated)).toBeUndefined();
    expect(keyCalls()).toBe(before + 1);
    vi.setSystemTime(Date.now() + 31_000);
    expect(await tokens.verify(rotated)).toBeDefined();
    for (let turn = 0; turn < 5; turn++) await tokens.verify(await issuer.token(aPerson(), {}, { kid: `k${turn}` }));
    expect(keyCalls()).toBe(before + 2);
  } finally {
    vi.useRealTimers();
  }
});

test('503: an issuer that does not answer keeps nobody out who has a token of ours', async () => {
  const down = await openIssuer();
  down.setDown(true);
  const own = await openScenario(localPorts(), {
    signIn: new OidcTokens({ issuer: down.issuer, audience: down.audience }),
  });
  const tenant = await own.aTenant();
  const caller = own.callerWith(await down.token(aPerson()));
  const answer = await me(caller);
  expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
    503,
    'DEPENDENCY_UNAVAILABLE',
    '2',
  ]);
  // Asked again only after a while.
  const asked = down.asked.length;
  await me(caller);
  expect(down.asked.length).toBe(asked);
  expect((await me(tenant.owner)).status).toBe(200);
});
