import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { parseArguments } from '../../local/parse-arguments.ts';
import { openService } from '../../local/service.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { aDomainName } from '../support/domains.ts';
import { openIdentityProvider } from '../support/identity-provider.ts';

type Sso = { provider: string; signInUrl: string };
type Me = { tenantId: string; email: string; code?: string };

const dns = await openDnsServer();
vi.stubEnv('DNS_SERVERS', dns.address);
const idp = await openIdentityProvider();
const folder = mkdtempSync(join(tmpdir(), 'sso-'));
const given = ['--port', '0', '--data', folder, '--tier', 'ENTERPRISE', '--allow-webhook-host', idp.host];
const service = await openService(parseArguments(given));
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});
const { token } = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as { token: string };

const call = async <T>(method: string, path: string, body?: object, as = token): Promise<T> => {
  const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json' };
  const answer = await fetch(service.origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return (await answer.json()) as T;
};
const domain = aDomainName();
type Added = { txtName: string; txtValue: string };
const added = await call<Added>('POST', '/api/manage/domains', { domain, autoJoin: true, defaultRole: 'VIEWER' });
dns.setTexts(added.txtName, added.txtValue);
await call('POST', `/api/manage/domains/${domain}/verify`);
const setting = { type: 'OIDC', issuer: idp.issuer, ...idp.client, required: false };
const sso = await call<Sso>('PUT', '/api/manage/sso', setting);

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const asOurClient = { state: 'ours', code_challenge: challenge, code_challenge_method: 'S256' };
const follow = async (url: string): Promise<string | undefined> =>
  (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? undefined;

/** As a browser: from our pages to the provider and back; where it stands then. */
const browse = async (url = sso.signInUrl): Promise<{ atProvider?: string; back?: string; end?: string }> => {
  const atProvider = await follow(`${url}&${new URLSearchParams(asOurClient)}`);
  const back = atProvider && (await follow(atProvider));
  const end = back && (await follow(back));
  return { ...(atProvider && { atProvider }), ...(back && { back }), ...(end && { end }) };
};
const exchange = async (end: string, changes: Record<string, string> = {}): Promise<string | undefined> => {
  const { searchParams } = new URL(end);
  const client = { client_id: 'dezycro', redirect_uri: `${new URL(end).origin}/callback`, code_verifier: verifier };
  const grant = { grant_type: 'authorization_code', code: searchParams.get('code')!, ...client, ...changes };
  const answer = await fetch(`${service.origin}/local/sign-in/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(grant),
  });
  return ((await answer.json()) as { access_token?: string }).access_token;
};
const someone = (more: object = {}) => ({ email: `${randomUUID()}@${domain}`, email_verified: true, ...more });
const signedIn = async (says: object): Promise<string> => {
  idp.next.says = { ...says };
  return (await exchange((await browse()).end!))!;
};

beforeEach(() => {
  Object.assign(idp.next, { says: {}, isForged: false });
});

test('somebody signs in at the provider of the tenant by code, secret and PKCE, and is a user of it', async () => {
  const person = someone();
  const access = await signedIn(person);
  const tenant = await call<Me>('GET', '/api/v1/me');
  expect(await call<Me>('GET', '/api/v1/me', undefined, access)).toMatchObject({
    tenantId: tenant.tenantId,
    email: person.email,
    storedRole: 'VIEWER',
  });
});

test('another domain, and an address that is not verified, are nobody', async () => {
  const others = [
    someone({ email: 'ada@elsewhere.example' }),
    someone({ email_verified: false }),
    someone({ email_verified: 'true' }),
  ];
  for (const says of others) {
    const refused = await call<Me>('GET', '/api/v1/me', undefined, await signedIn(says));
    expect(refused.code).toBe('FORBIDDEN');
  }
});

test('an identity token of another issuer, audience, nonce, time or key gives no code of ours', async () => {
  const past = Math.floor(Date.now() / 1000) - 600;
  const wrong = [{ iss: 'http://elsewhere.example' }, { aud: 'another-client' }, { nonce: 'another' }, { exp: past }];
  for (const claims of [...wrong, { forged: true }]) {
    idp.next.isForged = 'forged' in claims;
    idp.next.says = someone(claims);
    const { back, end } = await browse();
    expect([claims, back !== undefined, end]).toEqual([claims, true, undefined]);
  }
});

test('nothing is taken twice: neither the answer of the provider nor our code; nor by another client or verifier', async () => {
  idp.next.says = someone();
  const { back, end } = await browse();
  expect(await follow(back!)).toBeUndefined();
  expect(await exchange(end!)).toBeDefined();
  expect(await exchange(end!)).toBeUndefined();
  for (const changes of [{ code_verifier: 'w'.repeat(43) }, { client_id: 'another' }, { redirect_uri: idp.issuer }])
    expect(await exchange((await browse()).end!, changes)).toBeUndefined();
});

test('a sign-in returns to our own client only, and begins at a provider that is there', async () => {
  for (const [from, to] of [
    ['client_id=dezycro', 'client_id=another'],
    [encodeURIComponent('http://localhost:4281/callback'), encodeURIComponent('https://evil.example/callback')],
    [sso.provider, '0'.repeat(32)],
  ] as const) {
    expect(sso.signInUrl).toContain(from);
    expect(await browse(sso.signInUrl.replace(from, to))).toEqual({});
  }
});

test('a wrong secret at the provider lets nobody in; the right one does again', async () => {
  await call('PUT', '/api/manage/sso', { ...setting, clientSecret: 'another-secret' });
  expect((await browse()).end).toBeUndefined();
  await call('PUT', '/api/manage/sso', setting);
  expect((await browse()).end).toBeDefined();
});

test('what is kept of the provider is encrypted, and gone with the setting', async () => {
  const kept = join(folder, 'identity-providers');
  const contents = readdirSync(kept).map((name) => readFileSync(join(kept, name), 'latin1'));
  expect(contents.length).toBe(1);
  expect(contents.join('')).not.toMatch(/customers|127\.0\.0\.1/);
  const access = await signedIn(someone());
  expect((await call<Me>('GET', '/api/v1/me', undefined, access)).code).toBeUndefined();
  await fetch(`${service.origin}/api/manage/sso`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
  expect(readdirSync(kept)).toEqual([]);
  expect(await browse()).toEqual({});
  expect((await call<Me>('GET', '/api/v1/workspaces', undefined, access)).code).toBe('UNAUTHENTICATED');
});
