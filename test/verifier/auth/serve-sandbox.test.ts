import { expect, test } from 'vitest';
import { createAuthenticator } from '#verifier/auth/authenticator.ts';
import type { Identity } from '#verifier/auth/identity.ts';
import { runScript } from '#verifier/auth/run-script.ts';
import type { ScriptOutcome, ScriptRun } from '#verifier/auth/script-runner.ts';
import { memorySend, type MemoryHandler } from '#verifier/transport/memory.ts';
import type { WireRequest } from '#verifier/transport/send.ts';
import { json } from '#test/things-api.ts';

/** Runs a script alone, its fetch answered with an empty success unless told otherwise. */
const run = (script: string, given: Partial<ScriptRun> = {}, limits?: { runMs: number; deadlineMs: number }) =>
  runScript(
    {
      script,
      env: {},
      input: {},
      nowMs: () => 0,
      fetch: async () => '{"status":200,"headers":{},"body":""}',
      ...given,
    },
    limits,
  );
const problemOf = (outcome: ScriptOutcome): string => ('problem' in outcome ? outcome.problem : 'none');
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Surroundings = {
  env?: Record<string, string | undefined>;
  handler?: MemoryHandler;
  debug?: (line: string) => void;
  envVar?: string;
  scriptVariables?: string[];
};

/** The identity that a persona's script makes. */
const identify = (
  script: string,
  { env = {}, handler = () => json(200, {}), debug, envVar = 'AUTH_BOT', ...listed }: Surroundings = {},
): Promise<Identity> =>
  createAuthenticator({
    env: { [envVar]: '{"key":"key-1234"}', ...env },
    send: memorySend(handler),
    nowMs: () => 0,
    scripts: { run: (asked) => runScript(asked), baseUrl: 'http://a.test', debug },
  })({ name: 'bot', description: '', authType: 'JS', envVar, script, ...listed });

test.each([
  [
    'needs too much memory',
    'const all = []; for (;;) all.push(new Array(10000).fill(1));',
    'the script needs more memory than it may have',
  ],
  ['says so itself', 'throw new TypeError("out of memory")', 'the script failed: TypeError: out of memory'],
  [
    'has another inner error',
    'const e = new Error("x"); e.name = "InternalError"; throw e',
    'the script failed: InternalError: x',
  ],
  ['throws a text', 'throw "no luck"', 'the script failed: "no luck"'],
  ['throws null', 'throw null', 'the script failed: null'],
  ['throws undefined', 'throw undefined', 'the script failed: undefined'],
  ['throws what has no message', 'throw { code: 7 }', 'the script failed: {"code":7}'],
  ['throws a message without a name', 'throw { message: "no luck" }', 'the script failed: Error: no luck'],
  ['waits for nothing', 'await new Promise(() => undefined)', 'the script waits for something that never comes'],
])('a script that %s says exactly that', async (_name, script, problem) => {
  expect(problemOf(await run(script))).toBe(problem);
});

test('a script larger than the memory is a problem, not a crash', async () => {
  const outcome = await run(`/*${' '.repeat(40 * 1024 * 1024)}*/`);
  expect(problemOf(outcome)).toMatch(/^the script (failed: .|needs more memory)/);
  expect(outcome.log).toEqual([]);
});

test('what a script wrote before it failed is kept', async () => {
  expect(await run('console.log("one", { two: 2 }, undefined); throw new Error("x")')).toEqual({
    problem: 'the script failed: Error: x',
    log: ['one {"two":2} undefined'],
  });
});

test('a script writes at most 100 lines of at most 1,000 characters', async () => {
  const { log } = await run('for (let line = 0; line < 150; line++) console.log(line + "x".repeat(2000))');
  expect(log).toHaveLength(100);
  expect(log[99]).toBe(`99${'x'.repeat(998)}`);
});

test('a script waits for an answer that takes its time, and each fetch may take what is left', async () => {
  const allowed: number[] = [];
  const outcome = await run(
    'const first = await fetch("http://a.test"); await fetch("http://b.test"); return first.status',
    {
      fetch: async (_request, timeoutMs) => {
        allowed.push(timeoutMs);
        await later(60);
        return '{"status":207,"headers":{},"body":""}';
      },
    },
  );
  expect(outcome).toEqual({ result: 207, log: [] });
  const [first = 0, second = 0] = allowed;
  expect([first > 2000, first <= 5000, second < first - 50, second > 1]).toEqual([true, true, true, true]);
});

test('two answers may come in any order, and a failed one can be caught', async () => {
  const outcome = await run(
    `const answers = ["slow", "quick"].map((name) => fetch("http://" + name + ".test"));
     const failed = await fetch("http://bad.test").catch((error) => error.message);
     return [...(await Promise.all(answers)).map(({ ok }) => ok), failed]`,
    {
      fetch: async (request) => {
        if (request.includes('bad')) throw new Error('no way');
        await later(request.includes('slow') ? 40 : 5);
        return `{"status":${request.includes('slow') ? 300 : 299},"headers":{},"body":""}`;
      },
    },
  );
  expect(outcome).toEqual({ result: [false, true, 'no way'], log: [] });
});

test('a script that waits for nothing after its fetch is not waited for', async () => {
  const outcome = await run('await fetch("http://a.test"); await new Promise(() => undefined)');
  expect(problemOf(outcome)).toBe('the script waits for something that never comes');
});

test('a script does not see what only looks like its variables, nor one that is not set', async () => {
  const lines: string[] = [];
  const scriptVariables = ['AUTH_*', 'API_*', 'DEZYCRO_*'];
  await identify('console.log(Object.keys(env).sort().join()); return { headers: { a: "b" } }', {
    env: { MY_API_KEY: 'a', XAUTH_: 'b', API_URL: 'c', API_NONE: undefined, DEZYCRO: 'd', DEZYCRO_TOKEN: 'e' },
    scriptVariables,
    debug: (line) => void lines.push(line),
  });
  expect(lines).toEqual(['bot: API_URL,AUTH_BOT']);
});

test('what other variables hold is not written either, be it JSON or text', async () => {
  const lines: string[] = [];
  const script = 'console.log(env.API_PASSWORD, JSON.parse(env.AUTH_OTHER).nested[0].token, 7); return { headers: {} }';
  const env = { API_PASSWORD: 'visible-secret-1', AUTH_OTHER: '{"nested":[{"token":"other-token-9"}],"none":null}' };
  const scriptVariables = ['API_PASSWORD', 'AUTH_OTHER'];
  await identify(script, { env, scriptVariables, debug: (line) => void lines.push(line) });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^bot: \S+ \S+ 7$/);
  expect(lines[0]).not.toMatch(/visible-secret|other-token/);
});

test('a line stays one line, and a problem stays short', async () => {
  const lines: string[] = [];
  const identity = await identify('console.log("a\\r\\n\\tb\\u0000c"); throw new Error("x".repeat(1000))', {
    debug: (line) => void lines.push(line),
  });
  expect(lines).toEqual(['bot: a b c']);
  const prefix = 'the script failed: Error: ';
  expect(identity).toEqual({ problem: `authenticator 'bot': ${prefix}${'x'.repeat(300 - prefix.length)}` });
});

test('a script may write where nobody listens', async () => {
  expect(await identify('console.log("x"); return { headers: { a: "b" } }')).toMatchObject({ headers: { a: 'b' } });
});

test('the shell names a variable for each header, in letters that a shell takes', async () => {
  const identity = await identify('return { headers: { "X-Key": "v", b: "w" } }', { envVar: 'AUTH.MY-BOT' });
  expect(identity).toMatchObject({ shell: { 'X-Key': '$AUTH_MY_BOT_X_KEY', b: '$AUTH_MY_BOT_B' } });
});

const jwt = `e30.${Buffer.from('{"exp":1700000000}').toString('base64url')}.sig`;
test.each([
  ['a bearer', { Authorization: `Bearer ${jwt}` }, 1_700_000_000_000],
  ['a bare token behind another header', { 'X-A': 'b', aUTHORIZATION: jwt }, 1_700_000_000_000],
  ['a token behind what is no scheme word', { authorization: `x-y ${jwt}` }, undefined],
  ['a JWT in another header', { 'X-Token': jwt }, undefined],
  ['a token that is no JWT', { authorization: 'Bearer abc' }, undefined],
])('a script that returns %s', async (_name, headers, expiresAtMs) => {
  const identity = await identify(`return { headers: ${JSON.stringify(headers)} }`);
  expect(identity).toHaveProperty('secrets');
  expect('headers' in identity && Object.entries(identity).find(([name]) => name === 'expiresAtMs')?.[1]).toBe(
    expiresAtMs,
  );
  expect('expiresAtMs' in identity).toBe(expiresAtMs !== undefined);
});

test.each([
  ['"data:http://a.test"', 'fetch takes an http(s) URL'],
  ['"http://"', 'fetch takes an http(s) URL'],
  ['undefined', 'fetch takes an http(s) URL'],
  ['"http://a.test", { headers: { "a b": "key-1234" } }', 'header "a b" has no usable value'],
  ['"http://a.test", { headers: { a: "x\\r\\nb: c" } }', 'header "a" has no usable value'],
  ['"http://a.test", { headers: ["a"] }', '"headers" is missing or empty'],
])('fetch(%s) is refused before anything is sent', async (given, problem) => {
  const sent: WireRequest[] = [];
  const handler: MemoryHandler = (request) => {
    sent.push(request);
    return json(200, {});
  };
  expect(await identify(`await fetch(${given})`, { handler })).toEqual({
    problem: `authenticator 'bot': the script failed: Error: ${problem}`,
  });
  expect(sent).toEqual([]);
});

test.each([
  ['no options', '', { method: 'GET', headers: {} }],
  ['no body', ', { method: "delete", body: null }', { method: 'DELETE', headers: {} }],
  [
    'a text',
    ', { method: "put", headers: { "X-A": "b" }, body: "a=b" }',
    { method: 'PUT', headers: { 'x-a': 'b' }, body: 'a=b' },
  ],
  ['a number', ', { body: 5, headers: null }', { method: 'GET', headers: {}, body: '5' }],
])('fetch with %s sends exactly that', async (_name, options, request) => {
  const sent: WireRequest[] = [];
  await identify(`await fetch("HTTP://A.test/x"${options}); return { headers: { a: "b" } }`, {
    handler: (one) => {
      sent.push(one);
      return json(200, {});
    },
  });
  expect(sent).toEqual([{ ...request, url: 'http://a.test/x', timeoutMs: expect.any(Number) }]);
});
