import { expect, test } from 'vitest';
import type { AuthType, Json, PersonaBinding } from '#verifier/plan/plan.ts';
import { createRedactor, MAX_TRACE_BODY_BYTES } from '#verifier/engine/redaction/redactor.ts';
import { ttyReporter } from '#verifier/reporters/tty-reporter.ts';
import { classifyJourney } from '#verifier/verdicts/classify-journey.ts';
import { memorySend } from '#verifier/transport/memory.ts';
import { json, thingsApi } from '#test/things-api.ts';
import { create, plan, read } from '#test/things-plans.ts';
import { runInMemory } from '#test/run-in-memory.ts';

const SECRET = 'p@ss/wörd+"x" 1234';
const forms = [
  SECRET,
  JSON.stringify(SECRET).slice(1, -1),
  encodeURIComponent(SECRET),
  Buffer.from(SECRET).toString('base64'),
  Buffer.from(SECRET).toString('base64url'),
  Buffer.from(`user-name:${SECRET}`).toString('base64'),
];

test.each([
  ['BEARER', { token: 'tok-admin-1234' }, ['tok-admin-1234', Buffer.from('tok-admin-1234').toString('base64')]],
  ['BASIC', { username: 'user-name', password: SECRET }, forms],
  ['HEADER', { headers: { 'X-Whatever': 'key-98765' } }, ['key-98765']],
  [
    'HTTP_ENDPOINT',
    { url: 'http://api.test/token', body: { client_secret: SECRET } },
    [...forms.slice(0, 5), 'tok-admin-1234'],
  ],
] as [AuthType, object, string[]][])(
  'no form of a %s credential is in the document or on the terminal, even where the API echoes it',
  async (authType, config, secrets) => {
    const persona: PersonaBinding = { name: 'admin', description: '', authType, envVar: 'AUTH_ADMIN' };
    const echo = { note: secrets, nested: { more: secrets.join(' ') } };
    const api = thingsApi((r, next) => {
      if (r.path === '/token') return json(200, { access_token: 'tok-admin-1234' });
      if (r.method === 'GET')
        return json(404, { ...echo, path: r.path }, { 'x-echo': secrets[0]?.replace(/[^ -~]/g, '') ?? '' });
      const answer = next();
      return r.method === 'POST' ? json(201, { ...echo, name: JSON.parse(r.body ?? '{}').name, id: 5 }) : answer;
    });
    const result = await runInMemory([plan('create-read', [create(), read()])], api.handler, {
      env: { AUTH_ADMIN: JSON.stringify(config) },
      bundle: { personas: [persona] },
      send: memorySend(api.handler),
    });
    let screen = '';
    const write = (text: string): void => {
      screen += text;
    };
    ttyReporter({ write, colours: false, live: false }).end(result);
    expect(result.journeys[0]?.steps.some(({ responseBody }) => responseBody?.includes('[redacted]'))).toBe(true);
    for (const secret of secrets) {
      expect(JSON.stringify(result)).not.toContain(secret);
      expect(JSON.stringify(result)).not.toContain(JSON.stringify(secret).slice(1, -1));
      expect(screen).not.toContain(secret);
    }
  },
);

test('the hash of a password is masked, whatever it is called', () => {
  const hash = `$2b$10$${'N9qo8uLOickgx2ZMRZoMy'.padEnd(53, 'e')}`;
  const shown = { digest: hash, price: '$2b$10$5' };
  expect(createRedactor().json(shown)).toEqual({ digest: '[redacted]', price: '$2b$10$5' });
  expect(createRedactor().body(JSON.stringify(shown))).toBe('{"digest":"[redacted]","price":"$2b$10$5"}');
});

test('what is named like a secret is masked, wherever it came from', () => {
  const redactor = createRedactor();
  expect(redactor.headers({ Authorization: 'a', 'set-cookie': 'b', 'x-api-key': 'c', accept: 'd' })).toEqual({
    Authorization: '[redacted]',
    'set-cookie': '[redacted]',
    'x-api-key': '[redacted]',
    accept: 'd',
  });
  expect(JSON.parse(redactor.body('{"user":"u","password":"a","list":[{"accessToken":"b","id":1}]}'))).toEqual({
    user: 'u',
    password: '[redacted]',
    list: [{ accessToken: '[redacted]', id: 1 }],
  });
});

test('a secret at the cut of a long body does not survive in half', () => {
  const redactor = createRedactor();
  redactor.learn(['0123456789abcdef']);
  const cut = redactor.body(`${'x'.repeat(MAX_TRACE_BODY_BYTES - 8)}0123456789abcdef${'y'.repeat(100)}`);
  expect(cut).not.toContain('01234567');
  expect(Buffer.byteLength(cut)).toBeLessThan(MAX_TRACE_BODY_BYTES + 100);
});

test('a secret that contains another is masked whole', () => {
  const redactor = createRedactor();
  redactor.learn(['abcd', 'abcd-efgh']);
  expect(redactor.text('x abcd-efgh y abcd')).toBe('x [redacted] y [redacted]');
});

test.each([
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'clientSecret',
  'accessToken',
  'apikey',
  'api-key',
  'api_key',

  'Authorization',
  'set-cookie',
  'credentials',
  'privatekey',
  'private_key',
  'private-key',
  'accesskey',
  'access_key',
  'access-key',
  'signature',
  'auth',
  'x-auth',
  'x-auth-user',
  'pwd',
  'sessionid',
  'session-id',
  'session_id',
  'SessionId',
])('a text named %s is masked', (name) => {
  const redactor = createRedactor();
  expect(redactor.headers({ [name]: 'value' })).toEqual({ [name]: '[redacted]' });
  expect(redactor.json({ [name]: 'value' })).toEqual({ [name]: '[redacted]' });
  expect(redactor.body(JSON.stringify({ [name]: 'value' }))).toBe(JSON.stringify({ [name]: '[redacted]' }));
});

test.each([
  'name',
  'author',
  'authors',
  'compass',
  'api',
  'accessible',
  'privately',
  'session',
  'cpwd',
  'pwdx',
  'y-auth',
])('a text named %s is shown', (name) => {
  expect(createRedactor().json({ [name]: 'value' })).toEqual({ [name]: 'value' });
});

test.each<[string, object, object]>([
  [
    'a text, a number, a list and an object under the name of a secret',
    { passcode: 123, credentials: { user: 'u' }, token: ['a', 'b'] },
    { passcode: '[redacted]', credentials: '[redacted]', token: '[redacted]' },
  ],
  ['a value beside a name', { name: 'Authorization', value: 'abc' }, { name: 'Authorization', value: '[redacted]' }],
  ['a document within a text', { log: '{"user":"u","password":"p"}' }, { log: '{"user":"u","password":"[redacted]"}' }],
])('%s is masked', (_name, given, shown) => {
  expect(createRedactor().json(given as Json)).toEqual(shown);
});

test.each<object>([
  { tokens: 5, total_tokens: 7, none: null, tokenRequired: true, password: false },
  {
    nextPageToken: 'abc',
    continuation_token: 'eyJvZmZzZXQiOjEwfQ==',
    tokenType: 'bearer',
    token_count: '5',
    access_token_lifespan: '1h0m0s',
    passwordChangedAt: '2026-01-01',
  },
  { session: 'Morning keynote', auth: { type: 'oauth2' }, pincode: '560001', secretary: 'Ann', tokenizer: 'bpe' },
])('what counts, places or only speaks of secrets is shown: %o', (given) => {
  expect(createRedactor().json(given as Json)).toEqual(given);
});

test('a masked operand is never compared again: two secrets that differ stay different', async () => {
  const api = thingsApi((r, next) => (r.method === 'GET' ? json(200, { id: 1, name: 'another', size: 3 }) : next()));
  const plans = [plan('create-read', [create(), read()])];
  const { journeys } = await runInMemory(plans, api.handler);
  const [{ verdict, facts } = { verdict: null, facts: { attempts: [] } }] = journeys;
  expect(verdict).toMatch(/^FAIL_DECISIVE_/);
  const masked = JSON.parse(JSON.stringify(facts), (key, value: unknown) =>
    key === 'expected' || key === 'actual' ? '[redacted]' : value,
  ) as typeof facts;
  expect(JSON.stringify(masked)).not.toBe(JSON.stringify(facts));
  expect(classifyJourney(plans[0]!, masked)?.verdict).toBe(verdict);
});

test('what was never learned is left alone', () => {
  expect(createRedactor().text('Stryker was here')).toBe('Stryker was here');
});

test('values of other forms, of lists and of plain texts are masked wherever they stand', () => {
  const redactor = createRedactor();
  redactor.learn(['tok 1234=']);
  const base64 = Buffer.from('tok 1234=').toString('base64');
  expect(redactor.json('a tok 1234= b')).toBe('a [redacted] b');
  expect(redactor.json(['tok 1234=', 7, null])).toEqual(['[redacted]', 7, null]);
  for (const form of ['tok 1234=', base64, base64.replace(/=+$/, ''), 'tok%201234%3D', 'tok+1234%3D'])
    expect(redactor.text(`<${form}>`)).toBe('<[redacted]>');
  expect(redactor.text('tok+1234')).toBe('tok+1234');
  expect(redactor.text('')).toBe('');
});

test('base64 is masked with and without its padding, whatever its length', () => {
  for (const secret of ['abcd', 'abcde', 'abcdef']) {
    const redactor = createRedactor();
    redactor.learn([secret]);
    const base64 = Buffer.from(secret).toString('base64');
    expect(redactor.text(`${base64} ${base64.replaceAll('=', '')}.`)).toMatch(/^\[redacted\]=* \[redacted\]\.$/);
  }
});

test('secrets are learned at any time, together or one by one; the short ones would blank harmless text', () => {
  const redactor = createRedactor();
  redactor.learn(['first-one']);
  redactor.learn(['first-one', 'second-one']);
  redactor.learn(['abc', '']);
  expect(redactor.text('first-one second-one abc')).toBe('[redacted] [redacted] abc');
});

test('an escaped secret in a body is masked, and a body without secrets stays as it was written', () => {
  const redactor = createRedactor();
  redactor.learn(['tok-1234', 'with "quotes"']);
  expect(redactor.body('{"note":"\\u0074ok-1234"}')).toBe('{"note":"[redacted]"}');
  expect(redactor.body('{"note":"with \\"quotes\\""}')).toBe('{"note":"[redacted]"}');
  for (const body of ['{ "a": 1.0 }', '{ "tokens": 1.0 }', ' [1, 2]', '{"broken": "token', 'a \\u0074ext'])
    expect(redactor.body(body)).toBe(body);
  expect(redactor.body('  {"password":"p"}')).toBe('{"password":"[redacted]"}');
  expect(redactor.body('\n["tok-1234"]')).toBe('\n["[redacted]"]');
  expect(redactor.body('{"broken": "token tok-1234')).toBe('{"broken": "token [redacted]');
});

test('a body is cut at 16 KiB, not before, and says how long it was', () => {
  const redactor = createRedactor();
  const whole = 'ä'.repeat(MAX_TRACE_BODY_BYTES / 2);
  expect(redactor.body(whole)).toBe(whole);
  expect(redactor.body(`${whole}!`)).toBe(`${whole}… [cut, ${MAX_TRACE_BODY_BYTES + 1} bytes]`);
});

test('Basic credentials are masked however short they are, and prose about them is not', () => {
  const { text } = createRedactor();
  expect(['Basic YTpi', 'basic Ojo='].map(text)).toEqual(['Basic [redacted]', 'basic [redacted]']);
  expect(['Basic plan', 'Basic auth', 'basic'].map(text)).toEqual(['Basic plan', 'Basic auth', 'basic']);
});
