import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { AuthType, PersonaBinding } from '#verifier/plan/plan.ts';
import type { JourneyResult, ResultDocument } from '#verifier/result/result.ts';
import { bundle, create, plan, read } from '#test/things-plans.ts';
import type { VerifierRunner } from './runners.ts';
import { serve, serveThings, type Listener } from './servers.ts';

type Setting = {
  /** The variable's JSON, or its raw text; undefined = not set. */
  credential?: object | string;
  script?: string;
  scriptVariables?: string[];
  accepts?: (headers: IncomingMessage['headers']) => boolean;
  env?: Record<string, string>;
  journeys?: number;
};

const SECRET = 's3cret-Value-77';
const notFound = (field: string): string => `token field '${field}' not found or empty in response`;
const bearer =
  (token: string) =>
  ({ authorization }: IncomingMessage['headers']): boolean =>
    authorization === `Bearer ${token}`;

/** Rows of the specification's persona tables (§5), each met over real HTTP. */
export function testPersonas(open: () => VerifierRunner): void {
  /** One create-and-read journey, or several, as a persona of the given type. */
  async function asPersona(
    authType: AuthType,
    { credential, script, scriptVariables, accepts, env = {}, journeys = 1 }: Setting,
  ) {
    const api = await serveThings(accepts ? { accepts } : {});
    const persona: PersonaBinding = { name: 'admin', description: '', authType, envVar: 'AUTH_ADMIN' };
    const carried = bundle(
      Array.from({ length: journeys }, (_, index) => plan(`journey ${index}`, [create(), read()])),
      {
        personas: [{ ...persona, ...(script ? { script } : {}), ...(scriptVariables ? { scriptVariables } : {}) }],
      },
    );
    const value = typeof credential === 'object' ? JSON.stringify(credential) : credential;
    const ended = await open().run(carried, ['run', '--all', '--base-url', api.url, '--json'], {
      env: { ...env, ...(value === undefined ? {} : { AUTH_ADMIN: value }) },
    });
    const document = JSON.parse(ended.stdout) as ResultDocument;
    const [journey] = document.journeys as [JourneyResult];
    expect(ended.stdout + ended.stderr).not.toContain(SECRET);
    return { ...ended, api, document, journey };
  }

  /** A token endpoint that remembers what it was asked. */
  async function tokenEndpoint(answer: Listener) {
    const asked: (IncomingMessage & { text: string })[] = [];
    const url = await serve((request, response) => {
      asked.push(request);
      return answer(request, response);
    });
    return { url: `${url}/token`, asked };
  }
  const answering =
    (body: unknown, status = 200, type = 'application/json'): Listener =>
    (_request, response) =>
      response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body));

  test('BEARER sends `Authorization: Bearer <token>`', async () => {
    const { exitCode, api } = await asPersona('BEARER', { credential: { token: SECRET }, accepts: bearer(SECRET) });
    expect([exitCode, api.things.size]).toEqual([0, 0]);
  });

  test('BASIC sends user and password in base64', async () => {
    const pair = Buffer.from(`änn:${SECRET}:x`).toString('base64');
    const accepts: Setting['accepts'] = ({ authorization }) => authorization === `Basic ${pair}`;
    const credential = { username: 'änn', password: `${SECRET}:x` };
    expect((await asPersona('BASIC', { credential, accepts })).exitCode).toBe(0);
  });

  test('HEADER merges its map into every request, teardown included', async () => {
    const accepts: Setting['accepts'] = (headers) => headers['x-api-key'] === SECRET && headers['x-tenant'] === 't1';
    const credential = { headers: { 'X-Api-Key': SECRET, 'X-Tenant': 't1' } };
    const { exitCode, api } = await asPersona('HEADER', { credential, accepts });
    expect([exitCode, api.requests.map(({ method }) => method), api.things.size]).toEqual([
      0,
      ['POST', 'GET', 'DELETE'],
      0,
    ]);
    expect(api.requests.every(({ headers }) => accepts(headers))).toBe(true);
  });

  test('JS gets its inputs and a filtered environment, and returns headers', async () => {
    const accepts: Setting['accepts'] = (headers) =>
      headers['x-signed'] === `${SECRET}/AUTH_ADMIN,API_REGION,DEZYCRO_STAGE`;
    const script = `
      const seen = ['AUTH_ADMIN', 'API_REGION', 'DEZYCRO_STAGE', 'OTHER', 'PATH'].filter((name) => name in env);
      return { headers: { 'X-Signed': input.secret + '/' + seen.join() } };`;
    const env = { API_REGION: 'eu', DEZYCRO_STAGE: 'test', OTHER: 'hidden' };
    const scriptVariables = ['AUTH_*', 'API_*', 'DEZYCRO_*'];
    const scripted = { credential: { secret: SECRET }, script, scriptVariables, env, accepts };
    const { exitCode, stderr } = await asPersona('JS', scripted);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('warning: the script of persona admin sees AUTH_*: the credentials of every persona\n');
  });

  test('NONE sends no auth headers and needs no variable', async () => {
    const { exitCode, api } = await asPersona('NONE', { accepts: ({ authorization }) => authorization === undefined });
    expect([exitCode, api.requests.length]).toEqual([0, 3]);
  });

  test('what was planned without a persona runs without identity, whatever is set', async () => {
    const api = await serveThings();
    const carried = bundle([plan('anonymous', [create({ persona: null })], { personas: [] })]);
    const ended = await open().run(carried, ['run', '--all', '--base-url', api.url, '--json'], {
      env: { AUTH_ADMIN: '{"token":"tok-admin-1234"}' },
    });
    const [journey] = (JSON.parse(ended.stdout) as ResultDocument).journeys;
    expect([ended.exitCode, journey?.verdict, journey?.reasonCode, journey?.steps[0]?.statusCode]).toEqual([
      3,
      'INCONCLUSIVE_AUTH_REQUIRED',
      'NO_IDENTITY',
      401,
    ]);
    expect(api.requests[0]?.headers.authorization).toBeUndefined();
  });

  test('HTTP_ENDPOINT calls its url with POST and no body, and sends access_token as a bearer', async () => {
    const { url, asked } = await tokenEndpoint(answering({ access_token: SECRET }));
    const { exitCode } = await asPersona('HTTP_ENDPOINT', { credential: { url }, accepts: bearer(SECRET) });
    expect([exitCode, asked.map(({ method, url: path, text }) => [method, path, text])]).toEqual([
      0,
      [['POST', '/token', '']],
    ]);
  });

  test('HTTP_ENDPOINT without a url has no credential', async () => {
    const { exitCode, journey } = await asPersona('HTTP_ENDPOINT', { credential: { body: SECRET } });
    expect([exitCode, journey.reasonCode, journey.details]).toEqual([
      3,
      'CREDENTIAL_UNAVAILABLE',
      'AUTH_ADMIN: "url" is missing or not an http(s) URL',
    ]);
  });

  test('HTTP_ENDPOINT: the method is uppercased', async () => {
    const { url, asked } = await tokenEndpoint(answering({ access_token: SECRET }));
    const credential = { url, method: 'put', body: 'a=b' };
    expect((await asPersona('HTTP_ENDPOINT', { credential, accepts: bearer(SECRET) })).exitCode).toBe(0);
    expect(asked[0]?.method).toBe('PUT');
  });

  test('HTTP_ENDPOINT: headers are sent, and Host overrides the virtual host', async () => {
    const { url, asked } = await tokenEndpoint(answering({ access_token: SECRET }));
    const credential = { url, headers: { Host: 'id.vhost.test', 'X-Client': 'c-12345' } };
    expect((await asPersona('HTTP_ENDPOINT', { credential, accepts: bearer(SECRET) })).exitCode).toBe(0);
    expect(asked[0]?.headers).toMatchObject({ host: 'id.vhost.test', 'x-client': 'c-12345' });
  });

  test.each([
    ['a form', `grant_type=password&password=${SECRET}`, 'application/x-www-form-urlencoded'],
    ['JSON', `{"password":"${SECRET}"}`, 'application/json'],
  ])('HTTP_ENDPOINT: the body goes out as %s', async (_name, body, type) => {
    const { url, asked } = await tokenEndpoint(answering({ access_token: 'tok-made-here' }));
    const { exitCode } = await asPersona('HTTP_ENDPOINT', {
      credential: { url, body },
      accepts: bearer('tok-made-here'),
    });
    expect([exitCode, asked[0]?.text, asked[0]?.headers['content-type']]).toEqual([0, body, type]);
  });

  test('HTTP_ENDPOINT: tokenPath is a top-level field, looked up flat', async () => {
    const { url } = await tokenEndpoint(answering({ 'data.token': SECRET, data: { token: 'nested' } }));
    const credential = { url, tokenPath: 'data.token' };
    expect((await asPersona('HTTP_ENDPOINT', { credential, accepts: bearer(SECRET) })).exitCode).toBe(0);
    const nested = await tokenEndpoint(answering({ data: { token: 'nested' } }));
    const { journey } = await asPersona('HTTP_ENDPOINT', { credential: { ...credential, url: nested.url } });
    expect(journey.details).toBe(notFound('data.token'));
  });

  test('HTTP_ENDPOINT: headerName is the header of later requests', async () => {
    const { url } = await tokenEndpoint(answering({ access_token: SECRET }));
    const accepts: Setting['accepts'] = (headers) => headers['x-session'] === `Bearer ${SECRET}`;
    expect((await asPersona('HTTP_ENDPOINT', { credential: { url, headerName: 'X-Session' }, accepts })).exitCode).toBe(
      0,
    );
  });

  test.each([
    ['Token ', `Token ${SECRET}`],
    ['', SECRET],
  ])('HTTP_ENDPOINT: headerPrefix "%s" replaces the default', async (headerPrefix, wanted) => {
    const { url } = await tokenEndpoint(answering({ access_token: SECRET }));
    const accepts: Setting['accepts'] = ({ authorization }) => authorization === wanted;
    expect((await asPersona('HTTP_ENDPOINT', { credential: { url, headerPrefix }, accepts })).exitCode).toBe(0);
  });

  test('HTTP_ENDPOINT is called at most once per persona and run, whatever runs side by side', async () => {
    const { url, asked } = await tokenEndpoint(async (request, response) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return answering({ access_token: SECRET })(request, response);
    });
    const { document } = await asPersona('HTTP_ENDPOINT', {
      credential: { url },
      accepts: bearer(SECRET),
      journeys: 20,
    });
    expect([document.summary.passed, asked.length]).toEqual([20, 1]);
  });

  test('HTTP_ENDPOINT is not called again after it failed', async () => {
    const { url, asked } = await tokenEndpoint(answering({}, 500));
    const { document, exitCode } = await asPersona('HTTP_ENDPOINT', { credential: { url }, journeys: 20 });
    expect([exitCode, document.summary.inconclusive, asked.length]).toEqual([3, 20, 1]);
  });

  test('the message of an unset credential, to the byte', async () => {
    for (const authType of ['BEARER', 'BASIC', 'HEADER', 'HTTP_ENDPOINT', 'JS'] as const) {
      const { exitCode, journey, api } = await asPersona(authType, { script: 'return { headers: {} }' });
      expect([exitCode, journey.verdict, journey.details, api.requests.length]).toEqual([
        3,
        'INCONCLUSIVE_AUTH_REQUIRED',
        "authenticator 'admin' not configured (check AUTH_CONFIG_admin env var)",
        0,
      ]);
    }
  });

  test('the message of a refusing token endpoint, to the byte', async () => {
    for (const status of [302, 401, 500, 503]) {
      const { url } = await tokenEndpoint(answering('<html>no</html>', status, 'text/html'));
      const { exitCode, journey } = await asPersona('HTTP_ENDPOINT', { credential: { url, body: `k=${SECRET}` } });
      expect([exitCode, journey.verdict, journey.details]).toEqual([
        3,
        'INCONCLUSIVE_AUTH_REQUIRED',
        `token endpoint returned status ${status}`,
      ]);
    }
  });

  test('the message of a missing or empty token, to the byte', async () => {
    for (const body of [{}, { access_token: '' }, { access_token: null }, { access_token: 7 }, { token: 'x' }]) {
      const { url } = await tokenEndpoint(answering(body));
      const { exitCode, journey } = await asPersona('HTTP_ENDPOINT', { credential: { url } });
      expect([exitCode, journey.verdict, journey.details]).toEqual([
        3,
        'INCONCLUSIVE_AUTH_REQUIRED',
        notFound('access_token'),
      ]);
    }
  });

  test.each([
    ['HTML', '<html>Sign in</html>'],
    ['nothing', ''],
    ['a JSON list', '[{"access_token":"t"}]'],
  ])('HTTP_ENDPOINT must return JSON: %s is none', async (_name, body) => {
    const { url } = await tokenEndpoint(answering(body));
    const { exitCode, journey } = await asPersona('HTTP_ENDPOINT', { credential: { url } });
    expect([exitCode, journey.details]).toEqual([3, 'token endpoint did not return JSON']);
  });

  test('HTTP_ENDPOINT that never answers is given up after 30 seconds', { timeout: 60_000 }, async () => {
    const { url } = await tokenEndpoint(() => undefined);
    const startedMs = performance.now();
    const { exitCode, journey } = await asPersona('HTTP_ENDPOINT', { credential: { url } });
    const seconds = (performance.now() - startedMs) / 1000;
    expect([exitCode, journey.details]).toEqual([3, 'token endpoint did not answer within 30 seconds']);
    expect(seconds).toBeGreaterThan(29.5);
    expect(seconds).toBeLessThan(50);
  });

  test.each([
    ['broken JSON', 'BEARER', `{"token":"${SECRET}`, 'AUTH_ADMIN does not hold valid JSON'],
    ['a JSON text', 'BEARER', `"${SECRET}"`, 'AUTH_ADMIN must hold a JSON object'],
    ['no token', 'BEARER', { bearer: SECRET }, 'AUTH_ADMIN: "token" is missing or empty'],
    [
      'a header in the token',
      'BEARER',
      { token: `${SECRET}\r\nx-evil: 1` },
      'AUTH_ADMIN: "token" holds a character that no header may carry',
    ],
    ['no password', 'BASIC', { username: SECRET }, 'AUTH_ADMIN: "password" is missing'],
    ['a list of headers', 'HEADER', { headers: [SECRET] }, 'AUTH_ADMIN: "headers" is missing or empty'],
    [
      'a header in a header',
      'HEADER',
      { headers: { 'x-a': `${SECRET}\nx-evil: 1` } },
      'AUTH_ADMIN: header "x-a" has no usable value',
    ],
  ] as const)(
    'a malformed credential is told without repeating it: %s',
    async (_name, authType, credential, details) => {
      const { exitCode, journey, api } = await asPersona(authType, { credential });
      expect([exitCode, journey.reasonCode, journey.details]).toEqual([3, 'CREDENTIAL_UNAVAILABLE', details]);
      expect(api.requests).toEqual([]);
    },
  );

  test.each([
    ['loops', 'while (true);', 'the script computed for more than 2 seconds'],
    [
      'allocates',
      'const all = []; for (;;) all.push(new Array(10000).fill(1));',
      'the script needs more memory than it may have',
    ],
    ['awaits for ever', 'await new Promise(() => {});', 'the script waits for something that never comes'],
    ['returns nonsense', 'return 5;', 'the script must return an object with "headers": "headers" is missing or empty'],
    [
      'injects a header',
      "return { headers: { 'x-a': 'b\\r\\nx-evil: 1' } };",
      'the script must return an object with "headers": header "x-a" has no usable value',
    ],
    ['looks for the host', "return { headers: { 'x-a': process.env.HOME } };", 'the script failed: ReferenceError: '],
    ['is no JavaScript', 'return {', 'the script failed: SyntaxError'],
  ])('a hostile script costs its persona and nothing else: it %s', async (_name, script, details) => {
    const { exitCode, journey } = await asPersona('JS', { credential: { secret: SECRET }, script });
    expect([exitCode, journey.reasonCode]).toEqual([3, 'CREDENTIAL_UNAVAILABLE']);
    expect(journey.details).toContain(`authenticator 'admin': ${details}`);
  });
}
