import { createHmac } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Plan, Step } from '#verifier/plan/plan.ts';
import type { MemoryHandler } from '#verifier/transport/memory.ts';
import {
  type Authenticate,
  basicOf,
  journey,
  OPAQUE,
  ownedThings,
  persona,
  reads,
  refused,
  tokenOf,
  updates,
  USER,
} from '#test/owned-things.ts';
import { json } from '#test/things-api.ts';
import { create, NAME, request } from '#test/things-plans.ts';
import { runInMemory } from '#test/run-in-memory.ts';

const lists = journey('list', [create(), refused(request('GET', '/things'))], 'create');
const creates = journey(
  'create',
  [
    refused(request('POST', '/things', { body: { object: { name: NAME } } }), {
      captures: { id: { from: 'body', pointer: '/id' } },
    }),
  ],
  'refused',
);
const ALL = [reads, updates, lists, creates];

const sign = (text: string) => createHmac('sha256', 'server-secret').update(text).digest('base64url');
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const BODY = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: 'ann', scope: 'all' })}`;
const JWT = `${BODY}.${sign(BODY)}`;
const subject = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}') as { sub?: string }).sub;
const attempted = <T>(act: () => T): T | undefined => {
  try {
    return act();
  } catch {
    return undefined;
  }
};

const SIGNED = persona('BEARER', { token: JWT });
const SIGNED_COOKIE = persona('HEADER', { headers: { Cookie: `access_token=${JWT}` } });
const KEY = persona('HEADER', { headers: { 'X-Api-Key': 'ak_7Gh20sKq81xz' } });
const NAMED = persona('HEADER', { headers: { 'X-Tenant-Id': 'tenant-5c1d07b2e', 'X-Forwarded-User': 'ann' } });
const COOKIE = persona('HEADER', { headers: { Cookie: 'theme=dark; session=9f8e7d6c5b4a39281706' } });
const KEY_AS_USER = persona('BASIC', { username: 'sk_test_4eC39HqLyjWD', password: '' });

const verified: Authenticate = (headers) => {
  const token = tokenOf(headers) ?? '';
  const [, , signature = ''] = token.split('.');
  return signature !== '' && sign(token.slice(0, token.lastIndexOf('.'))) === signature ? subject(token) : undefined;
};

test.each<[string, ReturnType<typeof persona>, Authenticate]>([
  ['knows its tokens', OPAQUE, (headers) => (tokenOf(headers) === 'tok-ann-58c1d07b2e' ? 'ann' : undefined)],
  ['verifies signatures', SIGNED, verified],
  ['knows its keys', KEY, (headers) => (headers['x-api-key'] === 'ak_7Gh20sKq81xz' ? 'ann' : undefined)],
  ['knows its sessions', COOKIE, ({ cookie = '' }) => (cookie.includes('9f8e7d6c5b4a39281706') ? 'ann' : undefined)],
  ['knows passwords', USER, (headers) => (basicOf(headers)[1] === 'correct-horse' ? 'ann' : undefined)],
  [
    'takes the user for the key and looks at no password',
    KEY_AS_USER,
    (headers) => (basicOf(headers)[0] === 'sk_test_4eC39HqLyjWD' ? 'ann' : undefined),
  ],
  ['believes the proxy before it who asks', NAMED, (headers) => headers['x-forwarded-user'] && 'ann'],
  ['makes a user of each token', OPAQUE, tokenOf],
  ['makes a user of each password', USER, (headers) => basicOf(headers)[1]],
  [
    'makes a user of each new name, also of none',
    USER,
    (headers) => {
      const [name, password] = basicOf(headers);
      return headers['authorization'] && (name !== 'ann' || password === 'correct-horse') ? `user ${name}` : undefined;
    },
  ],
])('nothing is said of a service that %s', async (_name, options, authenticate) => {
  const { journeys, residue } = await runInMemory(ALL, ownedThings(authenticate).handler, options);
  expect(journeys.map(({ status }) => status)).toEqual(ALL.map(() => 'pass'));
  expect(residue).toEqual([]);
});

const anyToken: Authenticate = (headers) => (tokenOf(headers) === undefined ? undefined : 'ann');
/** As strict as some decoders: the signature must be whole bytes, whatever they are. */
const decoded: Authenticate = (headers) => {
  const token = tokenOf(headers) ?? '';
  const signature = token.slice(token.lastIndexOf('.') + 1);
  const isWhole = Buffer.from(signature, 'base64url').toString('base64url') === signature;
  return isWhole ? attempted(() => subject(token)) : undefined;
};

test.each<[string, ReturnType<typeof persona>, Authenticate, string, string]>([
  ['a header being there', OPAQUE, anyToken, 'CREDENTIAL', "made-up credentials, in the form of admin's"],
  [
    'a key being there',
    KEY,
    (h) => h['x-api-key'] && 'ann',
    'CREDENTIAL',
    "made-up credentials, in the form of admin's",
  ],
  ['a cookie being there', COOKIE, ({ cookie }) => cookie && 'ann', 'CREDENTIAL', 'made-up'],
  ['what a token says, unverified', SIGNED, decoded, 'SIGNATURE', 'the token of admin with another signature'],
  [
    'what a cookie says, unverified',
    SIGNED_COOKIE,
    ({ cookie = '' }) => attempted(() => subject(cookie)),
    'SIGNATURE',
    'the token of admin with another signature',
  ],
])('a service that asks for no more than %s lets everybody in', async (_name, options, authenticate, form, said) => {
  const { journeys, residue } = await runInMemory(ALL, ownedThings(authenticate).handler, options);
  for (const one of journeys) {
    expect(one).toMatchObject({
      verdict: 'FAIL_DECISIVE_CONTRACT',
      reasonCode: 'AUTHN_MISSING',
      faultCode: 'F207: protected resource accessible without authentication',
      notes: ['refused: 401 without an identity; asked again with made-up credentials'],
    });
    expect(one.facts.attempts).toHaveLength(2);
    expect(one.facts.attempts[0]?.steps.at(-1)).toMatchObject({ madeUp: form, identitySent: true });
    expect(one.details).toContain(said);
  }
  expect(residue).toEqual([]);
});

test('what another journey changes between the two looks is looked at once more', async () => {
  const api = ownedThings(anyToken);
  let others = 0;
  const handler: MemoryHandler = (asked) => {
    const answer = api.handler(asked);
    const isMadeUp = tokenOf(asked.headers) !== 'tok-ann-58c1d07b2e' && tokenOf(asked.headers) !== undefined;
    const id = -(others + 1);
    // Once in each of both attempts.
    if (isMadeUp && asked.method === 'GET' && others < 2) api.things.set(id, { id, name: 'another', owner: 'ann' });
    if (isMadeUp) others += 1;
    return answer;
  };
  const { journeys } = await runInMemory([lists], handler, OPAQUE);
  expect(journeys[0]).toMatchObject({ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCode: 'AUTHN_MISSING' });
});

test.each<[string, Authenticate, string]>([
  [
    'signed or not at all',
    (headers) => {
      const token = tokenOf(headers) ?? '';
      const { alg } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString() || '{}') as {
        alg?: string;
      };
      return alg === 'none' ? subject(token) : verified(headers);
    },
    'UNSIGNED',
  ],
  ['with a signature that it gave out', (h) => (tokenOf(h)?.endsWith(sign(BODY)) ? decoded(h) : undefined), 'PAYLOAD'],
])('a token %s is told by each form, in two reads of a run', async (_name, authenticate, form) => {
  const { journeys } = await runInMemory(
    ALL,
    ownedThings((headers) => attempted(() => authenticate(headers))).handler,
    SIGNED,
  );
  expect(journeys.map(({ status }) => status)).toEqual(['fail', 'pass', 'fail', 'pass']);
  expect(journeys[0]?.facts.attempts[0]?.steps.at(-1)).toMatchObject({ madeUp: form });
});

/** Whoever shows a token is let in by one operation, as a user without anything; the others ask who it is. */
const opensOne = (method: string, path: RegExp, elsewhere = (status: number) => status) => {
  const known: Authenticate = (headers) => (tokenOf(headers) === 'tok-ann-58c1d07b2e' ? 'ann' : undefined);
  const api = ownedThings(known);
  const open = ownedThings(tokenOf);
  const handler: MemoryHandler = (asked) => {
    if (known(asked.headers) !== undefined) return api.handler(asked);
    if (asked.method === method && path.test(new URL(asked.url).pathname)) return open.handler(asked);
    const isNobody = tokenOf(asked.headers) === undefined;
    return isNobody ? api.handler(asked) : json(elsewhere(401), { error: 'who are you' });
  };
  return handler;
};

test.each<[string, RegExp]>([
  ['GET', /^\/things$/],
  ['POST', /^\/things$/],
])('one operation that lets in what the others refuse is told: %s %s', async (method, path) => {
  const { journeys } = await runInMemory(ALL, opensOne(method, path), OPAQUE);
  expect(journeys.filter(({ status }) => status === 'fail').map(({ reasonCode, id }) => [reasonCode, id])).toEqual([
    ['AUTHN_MISSING', (method === 'GET' ? lists : creates).journeyId],
  ]);
});

test('where the others refuse it in another way than nobody, it may be a user', async () => {
  const { journeys } = await runInMemory(
    ALL,
    opensOne('GET', /^\/things$/, () => 403),
    OPAQUE,
  );
  expect(journeys.map(({ status }) => status)).toEqual(ALL.map(() => 'pass'));
});

test.each([
  ['is taken to be looked at later', 202, { id: 4711 }],
  ['is thanked for', 200, {}],
])('a write that %s may be lost', async (_name, status, body) => {
  const open = opensOne('POST', /^\/things$/);
  const { journeys } = await runInMemory(
    ALL,
    (asked) => {
      const token = tokenOf(asked.headers);
      const isIngested = asked.method === 'POST' && token !== undefined && token !== 'tok-ann-58c1d07b2e';
      return isIngested ? json(status, body) : open(asked);
    },
    OPAQUE,
  );
  expect(journeys.map((one) => one.status)).toEqual(ALL.map(() => 'pass'));
});

test('what refuses the persona, too, tells nothing', async () => {
  const open = opensOne('GET', /^\/things$/);
  const others: MemoryHandler = (asked) =>
    new URL(asked.url).pathname === '/things' || asked.method !== 'GET' ? open(asked) : json(401, {});
  const { journeys } = await runInMemory([lists, reads], others, OPAQUE);
  expect(journeys[0]).toMatchObject({ status: 'pass' });
});

test('what a read says of the credentials themselves is no list', async () => {
  const open = opensOne('GET', /^\/things$/);
  const { journeys } = await runInMemory(
    ALL,
    (asked) => {
      const answer = open(asked) as { status: number };
      const isList = asked.method === 'GET' && new URL(asked.url).pathname === '/things';
      return isList && answer.status === 200
        ? json(200, { valid: tokenOf(asked.headers)?.includes('ann') })
        : (answer as never);
    },
    OPAQUE,
  );
  expect(journeys.map(({ status }) => status)).toEqual(ALL.map(() => 'pass'));
});

test('a password is tried in two reads of a run, however many operations ask for one', async () => {
  const api = ownedThings((headers) => (basicOf(headers)[1] === 'correct-horse' ? 'ann' : undefined));
  await runInMemory(
    [...ALL, ...ALL.map((one) => ({ ...one, journeyId: one.journeyId.replace(/.$/, 'f') }))],
    api.handler,
    USER,
  );
  const sent = api.log.flatMap(({ headers }) => (headers['authorization'] ? [basicOf(headers)] : []));
  const wrong = sent.filter(([, password]) => password !== 'correct-horse');
  expect(wrong.filter(([name]) => name !== '').map(([name]) => name)).toEqual(['ann', 'ann']);
  // What holds no user and no password fails nobody's sign-in.
  expect(wrong.filter(([name]) => name === '')).toEqual(Array.from({ length: 6 }, () => ['']));
  const open = ownedThings((headers) => (basicOf(headers)[0] === 'ann' ? 'ann' : undefined));
  const { journeys } = await runInMemory(ALL, open.handler, USER);
  expect(journeys[0]).toMatchObject({ reasonCode: 'AUTHN_MISSING' });
  expect(journeys[0]?.details).toContain('the user of admin with a wrong password');
});

test('Basic that holds no user is tried where no password is', async () => {
  const known = ownedThings((headers) => (basicOf(headers)[1] === 'correct-horse' ? 'ann' : undefined)).handler;
  const authorization = `Basic ${Buffer.from('ann:correct-horse').toString('base64')}`;
  for (const [index, { steps }] of ALL.entries()) {
    const open = steps.at(-1) as Step;
    const isAtAll = !open.path.includes('{');
    const { journeys, residue } = await runInMemory(
      ALL,
      (asked) => {
        const isAtOpen = asked.method === open.method && asked.url.endsWith('/things') === isAtAll;
        const isLetIn = isAtOpen && asked.headers['authorization'] !== undefined;
        return known(isLetIn ? { ...asked, headers: { ...asked.headers, authorization } } : asked);
      },
      USER,
    );
    const form = open.method === 'GET' ? 'PASSWORD' : 'UNREADABLE';
    expect(journeys[index]).toMatchObject({ reasonCode: 'AUTHN_MISSING' });
    expect(journeys[index]?.facts.attempts[0]?.steps.at(-1)).toMatchObject({ madeUp: form });
    expect(residue).toEqual([]);
  }
});

test('a service that says it was asked too often is sent no more of them', async () => {
  const api = ownedThings((headers) => (tokenOf(headers) === 'tok-ann-58c1d07b2e' ? 'ann' : undefined));
  const sent: string[] = [];
  const { journeys } = await runInMemory(
    ALL,
    (asked) => {
      const token = tokenOf(asked.headers) ?? 'tok-ann-58c1d07b2e';
      if (token === 'tok-ann-58c1d07b2e') return api.handler(asked);
      if (asked.method === 'GET') sent.push(token);
      return json(429, {}, { 'retry-after': '60' });
    },
    { ...OPAQUE, concurrency: 1 },
  );
  expect(journeys.map(({ status }) => status)).toEqual(ALL.map(() => 'pass'));
  expect(sent).toHaveLength(1);
});

test('who lets in whoever asks without an identity is told that, and nothing else', async () => {
  const api = ownedThings(() => 'ann');
  const { journeys } = await runInMemory([reads], api.handler, SIGNED);
  expect(journeys[0]?.details).toContain('to a request without identity');
  expect(api.log.every(({ headers }) => [undefined, `Bearer ${JWT}`].includes(headers['authorization']))).toBe(true);
});

test.each([
  ['another signature', SIGNED, decoded],
  ['a made-up token', OPAQUE, anyToken],
  ['a wrong password', USER, (headers: Record<string, string>) => basicOf(headers)[0]],
  ['no user', USER, (headers: Record<string, string>) => headers['authorization'] && 'ann', updates],
] as [string, ReturnType<typeof persona>, Authenticate, Plan?][])(
  'the command line that repeats %s sends it, and no secret stands in the result',
  async (_name, options, authenticate, tried = reads) => {
    const api = ownedThings(authenticate);
    const result = await runInMemory([tried], api.handler, options);
    const [, written = ''] = /-H "(Authorization:.*?)"(?: --data-raw .*)?$/.exec(`${result.journeys[0]?.curl}`) ?? [];
    const shown = execFileSync('sh', ['-c', `printf %s "${written}"`], {
      env: { ...process.env, ...options.env },
    }).toString();
    const sent = api.log.map(({ headers }) => `Authorization: ${headers['authorization']}`);
    expect(sent).toContain(shown);
    const text = JSON.stringify(result);
    for (const secret of ['tok-ann-58c1d07b2e', ...JWT.split('.').slice(1), 'correct-horse'])
      expect(text).not.toContain(secret);
  },
);
