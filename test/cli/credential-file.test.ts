/** The rows of specification §5, "Local credential file", each by its own words. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from '#verifier/auth/authenticator.ts';
import { runScript } from '#verifier/auth/run-script.ts';
import { memorySend } from '#verifier/transport/memory.ts';
import { readAuthFile } from '../../clients/credentials/auth-file.ts';
import { loadCredentialsOrFail } from '../../clients/credentials/load-credentials.ts';
import { runCommand } from '../support/run-command.ts';
import { spawnCommand } from '../support/spawn-command.ts';
import { json } from '../support/things-api.ts';

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'credential-file-'));
});
beforeEach(() => {
  rmSync(join(folder, '.dezycro'), { recursive: true, force: true });
  mkdirSync(join(folder, '.dezycro'));
  path = join(folder, '.dezycro', 'auth.local.json');
});
afterAll(() => rmSync(folder, { recursive: true }));

type Env = Record<string, string | undefined>;
const write = (personas: object, secrets: object, version: unknown = 1): void =>
  writeFileSync(path, JSON.stringify({ version, personas, secrets }), { mode: 0o600 });
const bearer = (token: string, envVar = 'AUTH_ADMIN') => ({ envVar, type: 'bearer', config: { token } });
/** The token that a reference in `secrets` leads to, by the standalone resolver. */
const tokenOf = async (reference: string, env: Env = {}): Promise<string | undefined> => {
  write({ admin: bearer('${SECRET}') }, { SECRET: reference });
  const { out } = await runCommand(['auth', 'env', '--auth', path, '--json'], env);
  const { AUTH_ADMIN } = JSON.parse(out) as { AUTH_ADMIN?: string };
  return AUTH_ADMIN && (JSON.parse(AUTH_ADMIN) as { token: string }).token;
};

describe('shape', () => {
  it('`version` is the integer 1', async () => {
    for (const version of [2, '1', null]) {
      write({}, {}, version);
      expect((await runCommand(['auth', 'check', '--auth', path])).code).toBe(2);
    }
    write({}, {});
    expect((await runCommand(['auth', 'check', '--auth', path])).code).toBe(0);
  });

  it('`secrets` maps names to references, never to secrets themselves', async () => {
    write({ admin: bearer('x') }, { A: 'plain-secret' });
    const { code, said } = await runCommand(['auth', 'env', '--auth', path]);
    expect([code, said]).toEqual([2, expect.stringContaining('"A" is not a reference')]);
    expect(said).not.toContain('plain-secret');
  });
});

describe('the `type` values, from the file to the request', () => {
  const script = "return { headers: { 'x-signed': input.accessKey + ':' + input.secret } };";
  it.each<[string, object, Record<string, string>]>([
    ['bearer', { token: '${S}' }, { authorization: 'Bearer s3cret' }],
    ['basic', { username: 'eve', password: '${S}' }, { authorization: `Basic ${btoa('eve:s3cret')}` }],
    ['header', { headers: { 'X-Key': '${S}', 'X-Tenant': 'acme' } }, { 'x-key': 's3cret', 'x-tenant': 'acme' }],
    [
      'http_endpoint',
      { url: 'http://id.test/token', body: 'grant=x&secret=${S}' },
      { authorization: 'Bearer from-endpoint' },
    ],
    ['js', { accessKey: 'key', secret: '${S}' }, { 'x-signed': 'key:s3cret' }],
    ['none', {}, {}],
  ])('%s', async (type, config, headers) => {
    write({ admin: { envVar: 'AUTH_ADMIN', type, config } }, { S: '!env:SOURCE' });
    const file = await readAuthFile(path);
    const env = Object.fromEntries(await loadCredentialsOrFail(file, { SOURCE: 's3cret' }));
    expect(JSON.parse(env['AUTH_ADMIN']!)).toEqual(JSON.parse(JSON.stringify(config).replaceAll('${S}', 's3cret')));
    const send = memorySend(({ body }) =>
      body === 'grant=x&secret=s3cret' ? json(200, { access_token: 'from-endpoint' }) : json(500, {}),
    );
    const authenticate = createAuthenticator({
      env,
      send,
      nowMs: () => 0,
      scripts: { run: runScript, baseUrl: 'http://api.test' },
    });
    const { name, envVar, authType } = file.personas[0]!;
    const identity = await authenticate({ name, envVar, authType, description: '', ...(type === 'js' && { script }) });
    expect('headers' in identity && lowerCase(identity.headers)).toEqual(headers);
  });

  it('are lower case', async () => {
    write({ admin: { ...bearer('x'), type: 'BEARER' } }, {});
    expect((await runCommand(['auth', 'check', '--auth', path])).code).toBe(2);
  });
});
const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

describe('references', () => {
  it('!file:<path> is the contents of the file, from the folder of auth.local.json on', async () => {
    writeFileSync(join(folder, '.dezycro', 'secret.txt'), 'in a file\n');
    expect(await tokenOf('!file:secret.txt')).toBe('in a file');
    expect(await tokenOf(`!file:${join(folder, '.dezycro', 'secret.txt')}`)).toBe('in a file');
    expect(await tokenOf('!file:absent.txt')).toBeUndefined();
  });

  it('!env:<NAME> is the variable', async () => {
    expect(await tokenOf('!env:SOURCE', { SOURCE: 'in a variable' })).toBe('in a variable');
    expect(await tokenOf('!env:SOURCE')).toBeUndefined();
  });

  it('!cmd:<command> runs with /bin/sh -c, stdout trimmed', async () =>
    expect(await tokenOf('!cmd:echo "  $0 $((1+1)) "; echo noise >&2')).toBe('/bin/sh 2'));

  it.each(['!cmd:echo value; exit 3', '!cmd:true', '!cmd:echo " "'])(
    '%s: non-zero exit or empty output is an error',
    async (reference) => expect(await tokenOf(reference)).toBeUndefined(),
  );
});

it('`${NAME}` in `config` is replaced from `secrets`, else from the environment', async () => {
  write({ admin: bearer('${A}/${B}/${A}') }, { A: '!cmd:echo from-secrets' });
  const { out } = await runCommand(['auth', 'env', '--auth', path, '--json'], { A: 'shadowed', B: 'from-env' });
  expect(JSON.parse(out)).toEqual({ AUTH_ADMIN: '{"token":"from-secrets/from-env/from-secrets"}' });
});

describe('loading around a run', () => {
  const admin = { admin: bearer('${GOOD}') };
  const exec = (...program: string[]) =>
    spawnCommand(['auth', 'exec', '--', ...program], { cwd: folder, env: { SOURCE: 's3cret' } });

  it('the first secret that cannot be resolved aborts the whole load: nothing is started, exit 2', async () => {
    write(admin, { GOOD: '!env:SOURCE', BAD: '!cmd:exit 1' });
    expect(await exec('echo', 'started')).toEqual({
      code: 2,
      out: '',
      said: 'secret BAD: its command ended with code 1. Nothing was started. See: dezycro auth check\n',
    });
  });

  it("each resolved config is JSON in the persona's envVar, and unset afterwards", async () => {
    write(admin, { GOOD: '!env:SOURCE' });
    const dezycro = `"${process.execPath}" "${join(import.meta.dirname, '../../clients/cli/main.ts')}"`;
    const script = `${dezycro} auth exec -- printenv AUTH_ADMIN; printenv AUTH_ADMIN || echo unset`;
    expect((await exec('env', '-u', 'AUTH_ADMIN', 'sh', '-c', script)).out).toBe('{"token":"s3cret"}\nunset\n');
  });
});

describe('the standalone resolver', () => {
  it("prints export KEY='value' lines", async () => {
    write({ admin: bearer("it's") }, {});
    const { out } = await runCommand(['auth', 'env', '--auth', path]);
    expect(out).toBe(String.raw`export AUTH_ADMIN='{"token":"it'\''s"}'` + '\n');
  });

  it('warns on stderr of a persona that cannot be resolved and emits nothing for it, while others load', async () => {
    write({ admin: bearer('${BAD}'), guest: bearer('g', 'AUTH_GUEST') }, { BAD: '!cmd:exit 1' });
    expect(await runCommand(['auth', 'env', '--auth', path])).toEqual({
      code: 0,
      out: `export AUTH_GUEST='{"token":"g"}'\n`,
      said: 'warning: persona "admin" has no credentials (AUTH_ADMIN): secret BAD: its command ended with code 1\n',
    });
  });
});

it('only names are shown, never values: by every command but auth env, in every failure', async () => {
  const personas = {
    admin: bearer('canary-${BAD}'),
    guest: { envVar: 'AUTH_GUEST', type: 'basic', config: { username: 'canary', password: '${GOOD}' } },
  };
  write(personas, { GOOD: '!cmd:echo canary', BAD: '!cmd:echo canary; echo canary >&2; exit 1' });
  const texts = await Promise.all([
    runCommand(['auth', 'check', '--auth', path]),
    runCommand(['auth', 'check', '--auth', path, '--json']),
    runCommand(['verify', '--spec', 'absent.json', '--base-url', 'http://127.0.0.1:9', '--auth', path, '--json']),
    spawnCommand(['auth', 'exec', '--', 'true'], { cwd: folder }),
  ]);
  for (const { out, said } of texts) expect(out + said).not.toContain('canary');
  writeFileSync(path, '{"version": 1, "personas": {"canary');
  expect((await runCommand(['auth', 'check', '--auth', path])).said).not.toContain('canary');
});
