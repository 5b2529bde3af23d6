import { expect, test } from 'vitest';
import type { AuthType, PersonaBinding } from '#verifier/plan/plan.ts';
import { createRedactor, MAX_TRACE_BODY_BYTES } from '#verifier/engine/redact.ts';
import { ttyReporter } from '#verifier/reporters/tty-reporter.ts';
import { memorySend } from '#verifier/transport/memory.ts';
import { json, thingsApi } from './support/things-api.ts';
import { create, plan, read } from './support/things-plans.ts';
import { runInMemory } from './support/run-in-memory.ts';

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
