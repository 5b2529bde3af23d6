import { afterAll, expect, test } from 'vitest';
import { createAuthenticator } from '#verifier/auth/authenticator.ts';
import { runScript } from '#verifier/auth/run-script.ts';
import { scriptProcess } from '#verifier/auth/script-process.ts';
import { nodeIo } from '#verifier/cli/node-io.ts';
import type { Resolve } from '#verifier/transport/host-addresses.ts';
import type { WireRequest } from '#verifier/transport/send.ts';

/**
 * Scripts that attack their sandbox. At full size each runs in a process of its own, as in a runner; otherwise only those do that nothing but the
 * end of a process can stop.
 */
const isFull = process.env['FULL_SIZE'] === '1';
/** Only for those that must run into a limit: on a busy machine it would stop the others. */
const SHORT = { runMs: 150, deadlineMs: 500 };
const BASE_URL = 'http://127.0.0.1:3000';
const OWN = '{"key":"key-1234"}';

type Case = {
  name: string;
  /** The body of a script; its return value, or what it throws, is `out`. */
  script: string;
  /** What the header `x-out` holds, or the persona's problem. */
  out: RegExp;
  /** Only the end of the process stops it. */
  needsProcess?: true;
  hosts?: string[];
  resolve?: Resolve;
  /** URLs of the requests that left the sandbox, and their Host headers; default none. */
  sent?: string[];
};

const returning = (expression: string): string => `return { headers: { 'x-out': String(${expression}) } }`;
const trying = (statement: string): string =>
  `let out; try { out = ${statement} } catch (e) { out = 'threw ' + e.name + ': ' + e.message } ${returning('out')}`;
const fetching = (url: string, options = ''): string =>
  trying(`(await fetch(${JSON.stringify(url)}${options})).status`);
const resolvingTo =
  (...answers: string[][]): Resolve =>
  async () =>
    answers.length > 1 ? answers.shift()! : answers[0]!;

const NOT_REACHED = /^(undefined|threw (Reference|Type|Syntax|Internal)?Error)/;
const TIMED_OUT = /the script (computed for more than|did not end within)/;
const OUT_OF_BOUNDS = /memory|stack|string too long|length|recursion/i;

const escapes: Case[] = [
  ["the constructor of an object's constructor", trying(`({}).constructor.constructor('return typeof process')()`)],
  ['the constructor of a helper', trying(`hmac.constructor('return typeof process')()`)],
  ['the constructor of fetch', trying(`fetch.constructor('return typeof process')() && undefined`)],
  [
    'the constructor of what a helper throws',
    trying(
      `(() => { try { hash('none', 'a') } catch (e) { return e.constructor.constructor('return typeof process')() } })()`,
    ),
  ],
  [
    'the constructor of what fetch rejects with',
    trying(`await fetch('file:///etc/passwd').catch((e) => e.constructor.constructor('return typeof process')())`),
  ],
  ['the prototype chain of its variables', trying(`Object.getPrototypeOf(Object.getPrototypeOf(env)) ?? undefined`)],
  [
    'a global of the host',
    trying(
      `['process','require','module','Bun','Deno','WebAssembly','Worker','std','os','setTimeout','XMLHttpRequest','__helper','__fetch'].find((name) => name in globalThis)`,
    ),
  ],
  ['a module by import()', trying(`typeof (await import('node:fs')).readFileSync`)],
  [
    'a module by import() in a function made of text',
    trying(`await (async () => {}).constructor("return typeof (await import('fs'))")()`),
  ],
  ['a module by require', trying(`require('fs')`)],
  [
    'frames of the host by Error.prepareStackTrace',
    trying(
      `(() => { Error.prepareStackTrace = (_, frames) => frames; const { stack } = new Error(); return /node:|verifier|file:/.test(String(stack)) ? stack : undefined })()`,
    ),
  ],
  ['memory of the host by WebAssembly', trying(`new WebAssembly.Memory({ initial: 1 })`)],
  ['what an earlier script left', trying(`globalThis.left`)],
].map(([name, script]) => ({ name: `reaches for ${name}`, script: script!, out: NOT_REACHED }));

const overrides: Case[] = [
  {
    name: 'overrides JSON.parse',
    script: `JSON.parse = () => ({ status: 1 }); ${returning('fromBase64("YQ==")')}`,
    out: /./,
  },
  {
    name: 'overrides JSON.stringify to return its own answer',
    script: `JSON.stringify = () => '{"headers":{"host":"evil.test"}}'; return {}`,
    out: /may not return the header host/,
  },
  { name: 'overrides Promise', script: `globalThis.Promise = class {}; ${returning('1')}`, out: /^1$/ },
  {
    name: 'overrides Promise.prototype.then',
    script: `Promise.prototype.then = () => { throw new Error('no') }; ${returning('1')}`,
    out: /^1$|failed|never comes/,
  },
  {
    name: 'pollutes Object.prototype',
    script: `Object.prototype.polluted = 1; return JSON.parse('{"headers":{"x-out":"1"},"__proto__":{"polluted":1}}')`,
    out: /^1$/,
  },
  {
    name: 'returns a toJSON that says otherwise',
    script: `return { toJSON: () => ({ headers: { host: 'evil.test' } }) }`,
    out: /may not return the header host/,
  },
  {
    name: 'returns a Proxy',
    script: `return new Proxy({ headers: { 'x-out': 'p' } }, { get: (t, k) => t[k] })`,
    out: /^p$/,
  },
  {
    name: 'gives fetch a URL that changes',
    script: `let n = 0; const url = { toString: () => (n++ ? 'http://169.254.169.254' : 'http://evil.test') }; ${trying('(await fetch(url)).status')}`,
    out: /may not call evil\.test/,
  },
  {
    name: 'overrides String before fetch',
    script: `globalThis.String = () => 'http://169.254.169.254/'; await fetch('x')`,
    out: /may not call 169\.254/,
  },
  { name: 'leaves a global behind', script: `globalThis.left = 1; ${returning('left')}`, out: /^1$/ },
];

const bounds: Case[] = [
  { name: 'loops for ever', script: 'for (;;);', out: TIMED_OUT },
  { name: 'loops in promises', script: 'for (;;) await null', out: TIMED_OUT },
  { name: 'catches what stops it', script: 'for (;;) { try { for (;;); } catch {} }', out: TIMED_OUT },
  { name: 'loops in finally', script: 'try { for (;;); } finally { for (;;); }', out: TIMED_OUT },
  { name: 'backtracks in a regular expression', script: `/^(a+)+$/.test('a'.repeat(60) + '!')`, out: TIMED_OUT },
  {
    name: 'hashes 3 MB without end',
    script: `const big = 'a'.repeat(3e6); for (;;) hash('sha512', big)`,
    out: /at most 1 MiB|computed for more/,
  },
  {
    name: 'hashes 1 MB without end',
    script: `const big = 'a'.repeat(1e6); for (;;) hash('sha512', big)`,
    out: /the time is up|computed for more/,
  },
  {
    name: 'hashes 1 MB without end and catches',
    script: `const big = 'a'.repeat(1e6); for (;;) { try { hash('sha512', big) } catch {} }`,
    out: TIMED_OUT,
    needsProcess: true,
  },
  {
    name: 'searches 2^53 places in one call',
    script: `Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)`,
    out: TIMED_OUT,
    needsProcess: true,
  },
  {
    name: 'writes 8 MB as JSON without end',
    script: `const big = 'a'.repeat(4e6); for (;;) JSON.stringify(big)`,
    out: TIMED_OUT,
    needsProcess: true,
  },
  {
    name: 'raises a big integer in one call',
    script: `3n ** (3n ** 15n)`,
    out: new RegExp(`${TIMED_OUT.source}|memory|BigInt`),
    needsProcess: true,
  },
  {
    name: 'reverses text without end',
    script: `const big = 'ab'.repeat(1e6); for (;;) big.split('').reverse().join('')`,
    out: /computed|did not end|memory/,
    needsProcess: true,
  },
  {
    name: 'allocates without end',
    script: 'const all = []; for (;;) all.push(new Array(10000).fill(1))',
    out: OUT_OF_BOUNDS,
  },
  { name: 'doubles a text', script: 'let text = "x"; for (;;) text += text', out: OUT_OF_BOUNDS },
  { name: 'asks for 1 GB', script: 'new ArrayBuffer(2 ** 30)', out: OUT_OF_BOUNDS },
  { name: 'calls itself', script: 'const again = () => again() + 1; again()', out: OUT_OF_BOUNDS },
  { name: 'awaits for ever', script: 'await new Promise(() => undefined)', out: /never comes/ },
  { name: 'logs without end', script: 'for (;;) console.log("x".repeat(1000))', out: TIMED_OUT },
  {
    name: 'fetches 2,000 times',
    script: `for (let n = 0; n < 2000; n++) await fetch('${BASE_URL}/')`,
    out: /at most 20 times/,
    sent: Array<string>(20).fill(`${BASE_URL}/ -`),
  },
  {
    name: 'fetches 100 times at once',
    script: trying(
      `(await Promise.allSettled(Array.from({ length: 100 }, () => fetch('${BASE_URL}/')))).filter(({ status }) => status === 'fulfilled').length`,
    ),
    out: /^20$/,
    sent: Array<string>(20).fill(`${BASE_URL}/ -`),
  },
];

const metadata = [
  '169.254.169.254',
  '2852039166',
  '0xA9FEA9FE',
  '0251.0376.0251.0376',
  '0xa9.0xfe.0xa9.0xfe',
  '169.254.43518',
  '169.254.169.254.',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '１６９.254.169.254',
  '[fd00:ec2::254]',
  'metadata.google.internal',
  '100.100.100.200',
];
const addresses: Case[] = [
  ...metadata.map((host): Case => ({
    name: `calls ${host}`,
    script: fetching(`http://${host}/latest/meta-data/`),
    out: /may not call/,
  })),
  ...['127.0.0.1:3001', 'localhost:3000', '[::1]:3000', '0.0.0.0:3000', '127.1:22', 'evil.test'].map((host): Case => ({
    name: `calls ${host}`,
    script: fetching(`http://${host}/`),
    out: /may not call/,
  })),
  ...[
    ['127.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['2002:a9fe:a9fe::1'],
    ['::'],
    ['0.0.0.0'],
    ['fe80::1%eth0'],
    ['fd00:ec2::254'],
    ['192.0.2.1', '127.0.0.1'],
  ].map((answer): Case => ({
    name: `calls a listed name that leads to ${answer.join(' and ')}`,
    script: fetching('http://idp.test/'),
    hosts: ['idp.test'],
    resolve: resolvingTo(answer),
    out: /may not call idp\.test: it leads to/,
  })),
  {
    name: 'calls a name that leads elsewhere a moment later',
    script: fetching('http://idp.test/'),
    hosts: ['idp.test'],
    resolve: resolvingTo(['192.0.2.1'], ['127.0.0.1']),
    out: /^200$/,
    sent: ['http://192.0.2.1/ idp.test'],
  },
  {
    name: 'follows a redirect to the metadata service',
    script: `const to = (await fetch('${BASE_URL}/away')).headers.location; ${trying('(await fetch(to)).status')}`,
    out: /may not call 169/,
    sent: [`${BASE_URL}/away -`],
  },
  ...[
    'file:///etc/passwd',
    'data:text/plain,x',
    'ftp://127.0.0.1/',
    'gopher://127.0.0.1:3000/',
    'javascript:1',
    'http:',
    '//127.0.0.1:3000/',
  ].map((url): Case => ({ name: `fetches ${url}`, script: fetching(url), out: /takes an http\(s\) URL/ })),
  { name: 'puts a user name in the URL', script: fetching('http://127.0.0.1:3000@evil.test/'), out: /no user name/ },
  {
    name: 'calls a listed host at another port',
    script: fetching('http://idp.test:8080/'),
    hosts: ['idp.test'],
    out: /may not call/,
  },
  {
    name: 'calls a name below a listed one',
    script: fetching('http://a.idp.test/'),
    hosts: ['idp.test'],
    out: /may not call/,
  },
  {
    name: 'calls localhost where it is listed',
    script: fetching('http://localhost:9000/'),
    hosts: ['localhost:9000'],
    out: /^200$/,
    sent: ['http://localhost:9000/ -'],
  },
];

const headers: Case[] = [
  ...['host', 'Content-Length', 'Transfer-Encoding', 'Connection', 'Upgrade'].flatMap((name): Case[] => [
    {
      name: `fetches with the header ${name}`,
      script: fetching(`${BASE_URL}/`, `, { headers: { '${name}': 'evil.test' } }`),
      out: /sets the header/,
    },
    {
      name: `returns the header ${name}`,
      script: `return { headers: { '${name}': 'evil.test' } }`,
      out: /may not return the header/,
    },
  ]),
  ...['a\\r\\nx-evil: 1', 'a\\nb', 'a\\u0000b'].flatMap((value): Case[] => [
    {
      name: `fetches with the value ${value}`,
      script: fetching(`${BASE_URL}/`, `, { headers: { a: '${value}' } }`),
      out: /no usable value/,
    },
    { name: `returns the value ${value}`, script: `return { headers: { a: '${value}' } }`, out: /no usable value/ },
  ]),
  {
    name: 'returns a name with a line break',
    script: `return { headers: { 'a\\r\\nx': '1' } }`,
    out: /no usable value/,
  },
  { name: 'throws its own key', script: `throw new Error(input.key)`, out: /^(?!.*key-1234).*failed/ },
];

/** A start of a process costs more than all other cases: outside of the full size one stands for those that need it. */
const onlyFull = (one: Case): boolean => one.needsProcess === true && !one.name.startsWith('searches');
const all = [...escapes, ...overrides, ...bounds, ...addresses, ...headers].filter((one) => isFull || !onlyFull(one));
const ended: [string, string][] = [];

/** What became of a script: its header or the problem, and what it sent. */
async function attack({ script, out, needsProcess, hosts = [], resolve = resolvingTo(['192.0.2.1']) }: Case) {
  const sent: string[] = [];
  let [running, most] = [0, 0];
  const send = async ({ url, headers: given }: WireRequest) => {
    sent.push(`${url} ${given['host'] ?? '-'}`);
    running += 1;
    most = Math.max(most, running);
    await new Promise((next) => setImmediate(next));
    running -= 1;
    return url.endsWith('/away')
      ? { status: 302, headers: { location: 'http://169.254.169.254/' }, body: '' }
      : { status: 200, headers: {}, body: '' };
  };
  const inProcess: typeof runScript = (run) => runScript(run, out === TIMED_OUT ? SHORT : undefined);
  const run =
    needsProcess || isFull
      ? scriptProcess(nodeIo.sandbox, undefined, { runMs: 2000, deadlineMs: isFull ? 5000 : 800 })
      : inProcess;
  const identity = await createAuthenticator({
    env: { AUTH_BOT: OWN, AUTH_ADMIN: '{"token":"of-the-admin"}', DEZYCRO_TOKEN: 'pat' },
    send,
    nowMs: () => 0,
    scripts: { run, baseUrl: BASE_URL, resolve },
  })({ name: 'bot', description: '', authType: 'JS', envVar: 'AUTH_BOT', script, scriptHosts: hosts });
  return { out: 'problem' in identity ? identity.problem : (identity.headers['x-out'] ?? 'no x-out'), sent, most };
}

test.each(all.map((one) => [one.name, one] as const))('a script that %s gets nowhere', async (name, one) => {
  const startedMs = performance.now();
  const { out, sent, most } = await attack(one);
  ended.push([name, out]);
  expect(out).toMatch(one.out);
  expect(out).not.toMatch(/of-the-admin|pat$/);
  expect(sent).toEqual(one.sent ?? []);
  expect(most).toBeLessThanOrEqual(4);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  // A busy machine is slow, but no attack may hold the runner: the limits end each.
  expect(performance.now() - startedMs).toBeLessThan(40_000);
});

afterAll(() => {
  if (!isFull) return;
  for (const [name, out] of ended) console.log(`${name.padEnd(60)} ${out.slice(0, 100)}`);
  console.log(`script sandbox: ${ended.length} of ${all.length}`);
});
