import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAuthenticator } from '#verifier/auth/authenticator.ts';
import type { PersonaBinding } from '#verifier/plan/plan.ts';
import { runScript } from '#verifier/auth/run-script.ts';
import { memorySend, type MemoryHandler } from '#verifier/transport/memory.ts';
import { TransportError, type WireRequest } from '#verifier/transport/send.ts';
import { runOne } from '#test/run-in-memory.ts';
import { json, thingsApi } from '#test/things-api.ts';
import { create, plan, read } from '#test/things-plans.ts';

const INPUT = { accessKey: 'key-1234', secret: 's3cret-value' };
/** Only for scripts that must run into a limit: a busy machine would stop a good one. */
const SHORT = { runMs: 100, deadlineMs: 200 };
const unreachable: MemoryHandler = () => {
  throw new Error('nothing may be sent');
};

function identify(
  script: string | undefined,
  handler: MemoryHandler = unreachable,
  debug?: (line: string) => void,
  limits?: typeof SHORT,
  listed: Pick<PersonaBinding, 'scriptVariables' | 'scriptHosts'> = {},
) {
  const authenticate = createAuthenticator({
    env: {
      AUTH_BOT: JSON.stringify(INPUT),
      API_REGION: 'eu-west',
      AUTH_OTHER: '{"token":"of somebody else"}',
      DEZYCRO_STAGE: 'test',
      DEZYCRO_TOKEN: 'pat',
      HOME: '/home/somebody',
      AWS_SECRET_ACCESS_KEY: 'not-for-scripts',
    },
    send: memorySend(handler),
    nowMs: () => 1_700_000_000_000,
    scripts: { run: (run) => runScript(run, limits), baseUrl: 'http://id.test', debug },
  });
  return authenticate({
    name: 'bot',
    description: '',
    authType: 'JS',
    envVar: 'AUTH_BOT',
    ...listed,
    ...(script === undefined ? {} : { script }),
  });
}

const echo = (expression: string) => identify(`return { headers: { 'x-echo': String(${expression}) } }`);
const echoed = async (expression: string): Promise<string | undefined> => {
  const identity = await echo(expression);
  return 'headers' in identity ? identity.headers['x-echo'] : identity.problem;
};

test('JS gets its inputs and returns headers; what it was given and what it made are secrets', async () => {
  const identity = await identify(`
    const signature = hmac('sha256', input.secret, 'GET /' + now());
    return { headers: { 'X-Key': input.accessKey, Authorization: 'Sig ' + signature } };`);
  const signature = createHmac('sha256', INPUT.secret).update('GET /1700000000000').digest('hex');
  expect(identity).toEqual({
    headers: { 'x-key': INPUT.accessKey, authorization: `Sig ${signature}` },
    shell: { 'X-Key': '$AUTH_BOT_X_KEY', Authorization: '$AUTH_BOT_AUTHORIZATION' },
    secrets: expect.arrayContaining([INPUT.secret, INPUT.accessKey, signature]),
  });
});

test.each([
  ['nothing', [], 'AUTH_BOT'],
  ['a name', ['HOME'], 'AUTH_BOT,HOME'],
  ['a name that is not set', ['PATH'], 'AUTH_BOT'],
  ["the specification's groups", ['AUTH_*', 'API_*', 'DEZYCRO_*'], 'API_REGION,AUTH_BOT,AUTH_OTHER,DEZYCRO_STAGE'],
  ['the token of the service', ['DEZYCRO_TOKEN'], 'AUTH_BOT'],
])('JS of a persona that lists %s sees its own variable and that', async (_name, scriptVariables, seen) => {
  const script = `return { headers: { 'x-echo': Object.keys(env).sort().join() } }`;
  expect(await identify(script, unreachable, undefined, undefined, { scriptVariables })).toMatchObject({
    headers: { 'x-echo': seen },
  });
});

test.each([
  ['sha256("ä")', createHash('sha256').update('ä').digest('hex')],
  ['sha256("a", "base64")', createHash('sha256').update('a').digest('base64')],
  ['hash("md5", "a")', createHash('md5').update('a').digest('hex')],
  ['hmac("sha512", "k", "t", "base64url")', createHmac('sha512', 'k').update('t').digest('base64url')],
  ['base64("ä:b")', Buffer.from('ä:b').toString('base64')],
  ['base64url("ä?>b")', Buffer.from('ä?>b').toString('base64url')],
  ['fromBase64("w6Q=")', 'ä'],
  ['sha256("a\\0b")', createHash('sha256').update('a\0b').digest('hex')],
  ['fromBase64(base64("a\\0b")).length', '3'],
  ['now()', '1700000000000'],
  ['randomUUID().length', '36'],
])('JS helper %s', async (expression, value) => {
  expect(await echoed(expression)).toBe(value);
});

test('JS has no process, no modules, no way to the host', async () => {
  const names = ['process', 'require', 'Bun', 'Deno', 'WebAssembly', 'setTimeout', '__helper', '__fetch'];
  expect(await echoed(`[${names.map((name) => `typeof ${name}`).join()}].every((type) => type === 'undefined')`)).toBe(
    'true',
  );
  expect(await echoed(`hmac.constructor('return typeof process')()`)).toBe('undefined');
  expect(await identify(`return await import('node:fs')`)).toEqual({ problem: expect.stringContaining('bot') });
});

test('JS may fetch: its answer is text and JSON, redirects are answers', async () => {
  const calls: WireRequest[] = [];
  const identity = await identify(
    `const answer = await fetch('http://id.test/token', { method: 'post', headers: { 'X-Key': input.accessKey }, body: { a: 1 } });
     if (!answer.ok) throw new Error('status ' + answer.status);
     return { headers: { authorization: 'Bearer ' + (await answer.json()).token } };`,
    (request) => {
      calls.push(request);
      return json(200, { token: 'fetched-token' });
    },
  );
  expect(identity).toMatchObject({ headers: { authorization: 'Bearer fetched-token' } });
  expect(calls).toEqual([
    expect.objectContaining({ method: 'POST', headers: { 'x-key': INPUT.accessKey }, body: '{"a":1}' }),
  ]);
  const redirected = `return { headers: { 'x-status': String((await fetch('http://id.test')).status) } }`;
  expect(await identify(redirected, () => json(302, {}, { location: 'http://elsewhere.test' }))).toMatchObject({
    headers: { 'x-status': '302' },
  });
  const failing: MemoryHandler = () => {
    throw new TransportError('REFUSED', 'x');
  };
  expect(await identify(redirected, failing)).toEqual({
    problem: "authenticator 'bot': the script failed: Error: fetch failed (REFUSED)",
  });
  expect(await identify(`await fetch('file:///etc/passwd')`)).toEqual({
    problem: "authenticator 'bot': the script failed: Error: fetch takes an http(s) URL",
  });
});

test.each([
  ['loops for ever', 'while (true);'],
  ['loops in promises for ever', 'for (;;) await null;'],
  ['catches what stops it', 'for (;;) { try { while (true); } catch {} }'],
])('JS that %s is stopped', async (_name, script) => {
  expect(await identify(script, unreachable, undefined, SHORT)).toEqual({
    problem: "authenticator 'bot': the script computed for more than 0.1 seconds",
  });
});

test.each([
  ['allocates without end', 'const all = []; for (;;) all.push(new Array(10000).fill(1));', /memory/],
  ['doubles a string', 'let text = "x"; for (;;) text += text;', /memory|string/i],
  ['asks for one large array', 'new ArrayBuffer(64 * 1024 * 1024)', /memory|length/i],
  ['calls itself without end', 'const again = () => again() + 1; again();', /stack|recursion/i],
  ['awaits for ever', 'await new Promise(() => undefined)', /waits for something that never comes/],
  ['is no JavaScript', 'return {', /SyntaxError/],
  ['throws', 'throw new TypeError("no such key")', /TypeError: no such key/],
  ['throws what is no error', 'throw 7', /the script failed: 7/],
  ['names an unknown algorithm', 'hash("rot13", "a")', /the script failed/],
  ['names an unknown encoding', 'sha256("a", "utf16")', /is not hex, base64 or base64url/],
])('JS that %s is a problem of the persona', async (_name, script, problem) => {
  const identity = await identify(script);
  expect(identity).toEqual({ problem: expect.stringMatching(problem) });
  expect('problem' in identity && identity.problem.startsWith("authenticator 'bot': the script ")).toBe(true);
});

test('JS whose fetch is never answered ends at the deadline', async () => {
  const identity = await identify(
    `await fetch('http://id.test')`,
    () => new Promise(() => undefined),
    undefined,
    SHORT,
  );
  expect(identity).toEqual({ problem: "authenticator 'bot': the script did not end within 0.2 seconds" });
});

test.each([
  ['nothing', 'return'],
  ['a number', 'return 7'],
  ['a list', 'return [{ headers: {} }]'],
  ['a text', 'return "Authorization: x"'],
  ['headers that are a list', 'return { headers: ["a"] }'],
  ['a header that is no text', 'return { headers: { a: 1 } }'],
  ['a name with a space', 'return { headers: { "a b": "x" } }'],
  ['a name that injects', 'return { headers: { "a\\r\\nx-evil": "1" } }'],
  ['a value that injects', 'return { headers: { a: "1\\r\\nx-evil: 1" } }'],
  ['a value with a null', 'return { headers: { a: "1\\u0000" } }'],
  ['itself in a circle', 'const all = {}; all.headers = all; return all'],
])('JS that returns %s is refused in one line', async (_name, script) => {
  const identity = await identify(script);
  expect(identity).toEqual({ problem: expect.stringMatching(/^authenticator 'bot': the script [^\r\n]*$/) });
});

test('JS that a verifier carries without its script says so', async () => {
  expect(await identify(undefined)).toEqual({ problem: expect.stringContaining('carries no script') });
});

test('JS without its variable says so in the specified words', async () => {
  const authenticate = createAuthenticator({
    env: {},
    send: memorySend(unreachable),
    nowMs: () => 0,
    scripts: { run: () => Promise.reject(new Error('must not run')), baseUrl: 'http://api.test' },
  });
  const persona = { name: 'bot', description: '', authType: 'JS', envVar: 'AUTH_BOT', script: 'return {}' } as const;
  expect(await authenticate(persona)).toEqual({
    problem: "authenticator 'bot' not configured (check AUTH_CONFIG_bot env var)",
  });
});

test('JS never shows a credential in what it logs or throws', async () => {
  const lines: string[] = [];
  const shown = `console.log('have', input, base64(input.secret)); throw new Error('bad ' + input.secret + '\\n::error::x')`;
  const identity = await identify(shown, unreachable, (line) => void lines.push(line));
  expect(lines).toEqual([expect.stringMatching(/^bot: have /)]);
  for (const text of [...lines, JSON.stringify(identity)]) {
    expect(text).not.toMatch(/s3cret|key-1234|\\n|\n/);
    expect(text).not.toContain(Buffer.from(INPUT.secret).toString('base64'));
  }
});

test('JS runs once for all journeys, and its failure is CREDENTIAL_UNAVAILABLE', async () => {
  const journey = plan('scripted', [create(), read()]);
  const personas = [
    {
      name: 'admin',
      description: '',
      authType: 'JS' as const,
      envVar: 'AUTH_ADMIN',
      script: 'return { headers: { authorization: `Bearer ${input.token}` } }',
    },
  ];
  let runs = 0;
  const counted: typeof runScript = (run) => {
    runs += 1;
    return runScript(run);
  };
  const passed = await runOne(journey, thingsApi().handler, { bundle: { personas }, scripts: { run: counted } });
  expect([passed.status, runs]).toEqual(['pass', 1]);
  const broken = [{ ...personas[0]!, script: 'throw new Error("no luck")' }];
  const failed = await runOne(journey, thingsApi().handler, {
    bundle: { personas: broken },
    scripts: { run: counted },
  });
  expect([failed.verdict, failed.reasonCode]).toEqual(['INCONCLUSIVE_AUTH_REQUIRED', 'CREDENTIAL_UNAVAILABLE']);
  expect(failed.details).toContain("authenticator 'admin': the script failed: Error: no luck");
});
