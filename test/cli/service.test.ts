import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hostPlatform } from '#builder/bun-packages.ts';
import { verifierFilename } from '#contract/verifier-file.ts';
import { builtRunners } from '../builder/built-runners.ts';
import { startExampleTodo } from '../support/example-todo.ts';
import { type LocalServiceProcess, startLocalService } from '../support/local-service.ts';
import { type SpawnEnd, spawnCommand } from '../support/spawn-command.ts';

// Many processes, one after another: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let folder: string;
let home: string;
let service: LocalServiceProcess;
let todo: Awaited<ReturnType<typeof startExampleTodo>>;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'service-'));
  folder = join(home, 'checkout');
  mkdirSync(folder);
  [service, todo] = await Promise.all([startLocalService(join(home, 'data')), startExampleTodo()]);
  writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${todo.url}/openapi.json`)).text());
});
afterAll(async () => {
  await Promise.all([service.end('SIGTERM'), todo.close()]);
  rmSync(home, { recursive: true });
});

const run = (args: string[], env: NodeJS.ProcessEnv = {}, input = ''): Promise<SpawnEnd> =>
  spawnCommand(args, { cwd: folder, env: { HOME: home, ...env }, input });
const json = <T = Record<string, unknown>>({ out }: SpawnEnd): T => JSON.parse(out) as T;
const errorOf = (end: SpawnEnd) => json<{ error: { code: string; message: string; fix: string } }>(end).error;
const ok = async (...args: string[]): Promise<SpawnEnd> => {
  const end = await run(args);
  expect([end.code, end.said + end.out]).toEqual([0, expect.anything()]);
  return end;
};

describe('a checkout from login to coverage', () => {
  it('without a login nothing is sent anywhere', async () => {
    const end = await run(['coverage', '--json']);
    expect([end.code, errorOf(end).code]).toEqual([2, 'NOT_LOGGED_IN']);
  });

  it('login keeps address, token and key for this user alone, and shows no token', async () => {
    const { token, baseUrl } = service.credentials;
    const { out, said } = await ok('login', '--from', join(home, 'data', 'credentials.json'));
    const path = join(home, '.config', 'dezycro', 'login.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const kept = JSON.parse(readFileSync(path, 'utf8')) as { signingKey: { keyId: string } };
    expect(kept).toMatchObject({ url: baseUrl, token });
    expect(out).toContain(`logged in at ${baseUrl} as owner@localhost`);
    expect(out).toMatch(/^access WRITE, valid until \d{4}-\d\d-\d\d, 36[45] days left$/m);
    expect(out).toContain(kept.signingKey.keyId);
    expect(out + said).not.toContain(token);
    const again = await run(['login', '--url', baseUrl, '--json'], {}, `${token}\n`);
    expect(json(again)).toMatchObject({ url: baseUrl, user: 'owner@localhost', signingKey: kept.signingKey.keyId });
  });

  it('publish says what is missing, makes it when told to, and remembers it', async () => {
    const unnamed = await run(['publish', '--spec', 'openapi.json', '--json']);
    expect(errorOf(unnamed)).toMatchObject({ code: 'NOT_FOUND', fix: expect.stringContaining('--create') });
    const names = ['--project', 'Shop', '--feature', 'Todos'];
    expect((await run(['publish', '--spec', 'openapi.json', ...names])).said).toContain('There is no project "Shop"');
    const published = await ok('publish', '--spec', 'openapi.json', ...names, '--create', '--json');
    const { featureId, buildId } = json(published);
    expect(published.said).toContain('remembered in');
    expect(JSON.parse(readFileSync(join(folder, '.dezycro', 'config.json'), 'utf8'))).toMatchObject({ featureId });
    expect(buildId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('await-event ends with the event of the newest build, also when it is long over, and 124 when none comes', async () => {
    const types = ['await-event', '--event-types', 'VERIFIER_STATUS_UPDATE'];
    const ready = await ok(...types, '--status', 'READY,FAILED', '--timeout', '60', '--json');
    const { cursor, detail } = json<{ cursor: string; detail: { status: string } }>(ready);
    expect(detail.status).toBe('READY');
    expect((await ok(...types, '--status', 'READY')).out).toMatch(/^build \S+ of feature \S+ is READY\n$/);
    const none = await run([...types, '--after', cursor, '--timeout', '1', '--json']);
    expect([none.code, errorOf(none).code]).toEqual([124, 'TIMEOUT']);
    const wrong = await run([...types, '--status', 'FAILED', '--timeout', '1']);
    expect([wrong.code, wrong.said]).toEqual([124, expect.stringMatching(/is READY; still waiting/)]);
  });

  it('pull writes an executable that was checked, and what vouches for it', async () => {
    const { out } = await ok('pull', '--platform', 'node', '--json');
    const file = join(folder, 'dezycro-verify.mjs');
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
    expect(json({ code: 0, out, said: '' })).toMatchObject({ file: 'dezycro-verify.mjs', sha256, isPinned: true });
    expect(statSync(file).mode & 0o777).toBe(0o755);
    type Seal = { publicKey: string; envelope: { payload: string; signatures: [{ sig: string }] } };
    const { publicKey, envelope } = JSON.parse(readFileSync(`${file}.signature.json`, 'utf8')) as Seal;
    writeFileSync(join(folder, 'key.pem'), publicKey);
    writeFileSync(join(folder, 'signature'), Buffer.from(envelope.signatures[0].sig, 'base64'));
    const check = ['dgst', '-sha256', '-verify', 'key.pem', '-signature', 'signature'];
    const payload = Buffer.from(envelope.payload, 'base64');
    const input = Buffer.concat([Buffer.from(`DSSEv1 28 application/vnd.in-toto+json ${payload.length} `), payload]);
    const said = execFileSync('openssl', check, { cwd: folder, input, encoding: 'utf8' });
    expect(said).toBe('Verified OK\n');
  });

  it('run starts it, record sends its result once, coverage shows what that covers', async () => {
    const { code, out } = await run(['run', '--all', '--base-url', todo.url, '--json']);
    expect(code).toBe(0);
    writeFileSync(join(folder, 'result.json'), out);
    const env = { GITHUB_SHA: 'c0ffee', GITHUB_REF_NAME: 'main' };
    type Recorded = { run: Record<string, unknown> };
    const first = json<Recorded>(await run(['record', 'result.json', '--json'], env));
    expect(first.run).toMatchObject({
      status: 'COMPLETED',
      failed: 0,
      commitId: 'c0ffee',
      branch: 'main',
      baseUrl: todo.url,
    });
    const second = json<Recorded>(await run(['record', '-', '--json'], env, out));
    expect(second.run['runId']).toBe(first.run['runId']);
    const runId = String(first.run['runId']);
    await ok('attest', 'get', runId, '--out', 'run.intoto.json');
    // The login keeps the key, so nobody is asked.
    expect((await ok('attest', 'verify', 'run.intoto.json')).out).toContain(`run ${runId} of feature`);
    const gapped = (await ok('coverage')).out;
    expect(gapped).toMatch(
      /^1 operations without a journey\n {2}TodoController.updateAll {2}OUTCOME_NOT_SHOWN {2}Answer PATCH \/todos with /m,
    );
    expect(gapped).toMatch(/^0 failed$[\s\S]*^the feature cannot ship: see above$/m);
    const blocked = await run(['ship'], env);
    expect([blocked.code, blocked.out]).toEqual([
      1,
      expect.stringMatching(/FLOW_GAP {2}No journey covers TodoController/),
    ]);
    const waive = ['waive', '--operation', 'TodoController.updateAll', '--reason'];
    expect((await ok(...waive, 'no read shows it')).out).toBe(
      'waived until it is withdrawn: TodoController.updateAll\n',
    );
    const none = await run(['waive', '--reason', 'x']);
    expect([none.code, none.said]).toEqual([2, expect.stringContaining('Give either --journey or --operation.')]);
    expect(json(await ok('coverage', '--json'))).toMatchObject({ lifecycleBlocking: false });
    expect((await ok('trace')).out).toBe(
      'no requirements: write them in a document of the feature and generate its validation cases\n',
    );
    const { out: shown } = await run(['record', 'result.json'], env);
    const address = shown.trimEnd().split('\n').at(-1)!;
    const { token } = service.credentials;
    const page = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    expect([page.status, await page.json()]).toEqual([200, expect.objectContaining({ runId: first.run['runId'] })]);
  });

  it('ship is the gate: open at the commit that was verified, shut at another', async () => {
    const env = { GITHUB_SHA: 'c0ffee' };
    expect(await run(['ship'], env)).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^ship {2}Shop\/Todos · commit c0ffee · spec sha256:[0-9a-f]{12} · run \w{8} of \S+ \S+ UTC at c0ffee: (\d+) of \1 passed\n$/,
      ),
    });
    const shut = await run(['ship', '--commit', 'decaf', '--json'], env);
    expect(json(shut)).toMatchObject({ ship: false, commitId: 'decaf' });
    expect(shut.code).toBe(1);
    const told = await run(['ship', '--commit', 'decaf']);
    expect(told.out).toMatch(
      /^do not ship {2}\S+\/\S+ · commit decaf · spec \S+ · run .*: \d+ blocking\n {2}OTHER_COMMIT {2}/,
    );
  });

  it('record sends what is too large for a request as an upload, and the same one twice is one run', async () => {
    type Recorded = { run: { runId: string; totalTests: number; passed: number }; journeys: object[] };
    const small = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')) as { journeys: { details?: string }[] };
    const before = json<Recorded>(await run(['record', 'result.json', '--json']));
    const large = {
      ...small,
      journeys: small.journeys.map((journey) => ({ ...journey, details: 'x'.repeat(600_000) })),
    };
    const text = JSON.stringify(large);
    expect(text.length).toBeGreaterThan(3 * 1024 * 1024);
    writeFileSync(join(folder, 'large.json'), text);
    const first = json<Recorded>(await run(['record', 'large.json', '--json']));
    const again = json<Recorded>(await run(['record', 'large.json', '--json']));
    expect(again).toEqual(first);
    const { totalTests, passed } = before.run;
    expect(first.run).toMatchObject({ totalTests, passed });
    expect(first.run.runId).not.toBe(before.run.runId);
  });

  it('record refuses what is no result, with what to do', async () => {
    writeFileSync(join(folder, 'error.json'), '{"error":{"code":"X","message":"no plan","fix":""}}');
    for (const [file, code, said] of [
      ['openapi.json', 'FILE_INVALID', 'not a result document'],
      ['error.json', 'RUN_FAILED', 'the verifier ended with "no plan"'],
      ['absent.json', 'FILE_UNREADABLE', 'does not exist'],
    ]) {
      const error = errorOf(await run(['record', file!, '--json']));
      expect([error.code, error.message]).toEqual([code, expect.stringContaining(said!)]);
    }
  });

  it('doctor adds signature and staleness to what the verifier says', async () => {
    const { out } = await ok('doctor');
    expect(out).toMatch(
      /^Bundle {5}\[ok\] {4}.* · plans intact · signature ok, key [0-9a-f]{12} · \d+ plans, \d+ proved$/m,
    );
    expect(out).toMatch(/^Token {6}\[ok\] {4}valid until /m);
    expect(json(await ok('doctor', '--json'))).toMatchObject({
      ok: true,
      signature: { ok: true },
      token: { ok: true },
    });
  });

  it('doctor warns of a token that ends within 14 days, and of one that is refused', async () => {
    const { baseUrl, token } = service.credentials;
    const create = await fetch(`${baseUrl}/api/v1/pats`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Short', expiresAt: new Date(Date.now() + 5 * 86_400_000).toISOString() }),
    });
    const { token: short } = (await create.json()) as { token: string };
    const env = (value: string) => ({ DEZYCRO_URL: baseUrl, DEZYCRO_TOKEN: value });
    expect((await run(['doctor'], env(short))).out).toMatch(
      /^Token {6}\[warn\] {2}valid until .*, 4 days left {3}fix: /m,
    );
    expect((await run(['doctor'], env(`${short}x`))).out).toMatch(/^Token {6}\[warn\] {2}Send a valid access token/m);
  });

  it('publish tells how much of a new spec is changed and breaking, and what', async () => {
    const spec = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, object>>;
    };
    const [template, item] = Object.entries(spec.paths).find(([, { delete: removing }]) => removing)!;
    delete item['delete'];
    writeFileSync(join(folder, 'next.json'), JSON.stringify(spec));
    const { out } = await ok('publish', '--spec', 'next.json');
    expect(out).toMatch(/operations: 0 added, 1 removed, 0 changed, 1 breaking; [1-9]\d* journeys affected/);
    expect(out).toContain(`  breaking  DELETE ${template}: The operation is removed.\n`);
  });
});

describe('a persona that changes after the build', () => {
  it('is told by doctor, which also says what an unset credential costs', async () => {
    const { workspaceId, projectId } = JSON.parse(
      readFileSync(join(folder, '.dezycro', 'config.json'), 'utf8'),
    ) as Record<string, string>;
    const personas = `/api/v1/workspaces/${workspaceId}/projects/${projectId}/test-personas`;
    const call = async (method: string, path: string, body: object): Promise<{ id: string }> => {
      const headers = { authorization: `Bearer ${service.credentials.token}`, 'content-type': 'application/json' };
      const answer = await fetch(service.origin + path, { method, headers, body: JSON.stringify(body) });
      expect(answer.ok).toBe(true);
      return (await answer.json()) as { id: string };
    };
    const owner = { name: 'Owner', description: 'may do everything', authType: 'BEARER', scope: 'PROJECT' };
    const { id } = await call('POST', personas, owner);
    const spec = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as { components: object };
    const components = { ...spec.components, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } };
    writeFileSync(join(folder, 'secured.json'), JSON.stringify({ ...spec, components, security: [{ token: [] }] }));
    const named = ['--project', 'Shop', '--feature', 'Guarded'];
    await ok('publish', '--spec', 'secured.json', ...named, '--create');
    await ok('await-event', ...named, '--status', 'READY', '--timeout', '60');
    await ok('pull', ...named, '--platform', 'node', '--out', 'guarded.mjs');
    const doctor = (env: NodeJS.ProcessEnv) => run(['doctor', '--verifier', 'guarded.mjs', ...named], env);
    const missing = await doctor({});
    expect([missing.code, missing.out]).toEqual([
      1,
      expect.stringMatching(
        /^Personas {3}\[error\] Owner {2}AUTH_OWNER not set → \d+ journeys INCONCLUSIVE_AUTH_REQUIRED {3}fix/,
      ),
    ]);
    const env = { AUTH_OWNER: '{"token":"x"}' };
    expect((await doctor(env)).out).toContain('Staleness  [ok]    personas are as they were built in');
    await call('PUT', `${personas}/${id}`, { description: 'may read everything' });
    const stale = await doctor(env);
    expect([stale.code, stale.out]).toEqual([
      0,
      expect.stringContaining('Staleness  [warn]  persona "Owner" changed after this build → regenerate'),
    ]);
  });
});

describe('another service than the one of the login', () => {
  it('never gets its token', async () => {
    const end = await run(['coverage', '--json'], { DEZYCRO_URL: 'http://127.0.0.1:9' });
    expect([end.code, errorOf(end).code]).toEqual([2, 'TOKEN_OF_ANOTHER_SERVICE']);
  });

  it('that does not answer is told as such, exit 4', async () => {
    const end = await run(['coverage', '--json'], { DEZYCRO_URL: 'http://127.0.0.1:9', DEZYCRO_TOKEN: 'x' });
    expect([end.code, errorOf(end).code]).toEqual([4, 'SERVICE_UNREACHABLE']);
  });

  it('a token that cannot be sent is refused, and never shown', async () => {
    const env = { DEZYCRO_URL: service.origin, DEZYCRO_TOKEN: 'dzy_can\nary' };
    const end = await run(['coverage', '--json'], env);
    expect([end.code, errorOf(end).code]).toEqual([2, 'TOKEN_INVALID']);
    expect(end.out + end.said).not.toMatch(/dzy_can|ary/);
    const login = await run(['login', '--url', service.origin, '--json'], {}, 'dzy_can ary\n');
    expect([login.code, errorOf(login).code]).toEqual([2, 'TOKEN_INVALID']);
  });

  it('a token that is not one is refused in the words of the service', async () => {
    const end = await run(['coverage', '--json'], { DEZYCRO_TOKEN: 'dzy_wrong' });
    expect([end.code, errorOf(end)]).toEqual([
      2,
      expect.objectContaining({ code: 'UNAUTHENTICATED', fix: expect.stringContaining('dezycro login') }),
    ]);
  });
});

describe('as in CI, without a login', () => {
  const ci = () => ({
    HOME: join(home, 'nowhere'),
    DEZYCRO_URL: service.origin,
    DEZYCRO_TOKEN: service.credentials.token,
  });

  it('pull says which key to pin; another one is refused with 5 and nothing is written', async () => {
    const out = ['--platform', 'node', '--out', 'ci.mjs'];
    const first = await run(['pull', ...out, '--json'], ci());
    const { signedBy, isPinned } = json<{ signedBy: string; isPinned: boolean }>(first);
    expect([isPinned, first.said]).toEqual([false, expect.stringContaining(`DEZYCRO_SIGNING_KEY=${signedBy}`)]);
    const pinned = await run(['pull', ...out, '--json'], { ...ci(), DEZYCRO_SIGNING_KEY: signedBy });
    expect(json(pinned)).toMatchObject({ isPinned: true });
    const refused = await run(['pull', '--out', 'other.mjs', '--json'], {
      ...ci(),
      DEZYCRO_SIGNING_KEY: '0'.repeat(64),
    });
    expect([refused.code, errorOf(refused).code]).toEqual([5, 'INTEGRITY']);
    expect(readdirSync(folder).filter((name) => name.startsWith('other'))).toEqual([]);
  });

  it('run needs no service once the key is pinned', async () => {
    const { publicKey } = JSON.parse(readFileSync(join(folder, 'ci.mjs.signature.json'), 'utf8')) as {
      publicKey: string;
    };
    const pinned = execFileSync('openssl', ['pkey', '-pubin', '-outform', 'DER'], { input: publicKey });
    const env = {
      HOME: join(home, 'nowhere'),
      DEZYCRO_SIGNING_KEY: createHash('sha256').update(pinned).digest('hex'),
    };
    const end = await run(['run', '--verifier', 'ci.mjs', '--all', '--base-url', todo.url], env);
    expect([end.code, end.said]).toEqual([0, '']);
  });
});

it('run keeps the token from the verifier, whose persona scripts see variables of ours', async () => {
  const script = 'process.stdout.write(`${process.env.DEZYCRO_TOKEN} ${process.env.DEZYCRO_DEBUG}`)';
  writeFileSync(join(folder, 'env.mjs'), script);
  const sha256 = createHash('sha256').update(script).digest('hex');
  const seal = { platform: 'node', signature: 'unsigned-local', sha256 };
  writeFileSync(join(folder, 'env.mjs.signature.json'), JSON.stringify(seal));
  const env = { DEZYCRO_TOKEN: 'secret', DEZYCRO_DEBUG: '1' };
  expect((await run(['run', '--verifier', 'env.mjs', '--allow-unsigned'], env)).out).toBe('undefined 1');
});

describe.runIf(await builtRunners())('the native verifier of this machine', () => {
  it('is what pull takes by itself where the service has it, checked and whole, and what run starts', async () => {
    const { platform, file, sha256 } = json<Record<string, string>>(await ok('pull', '--json'));
    expect([platform, file]).toEqual([hostPlatform(), verifierFilename(platform!)]);
    const content = readFileSync(join(folder, file!));
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    const start = () => run(['run', '--all', '--base-url', todo.url, '--json']);
    expect((await start()).code).toBe(0);
    // Of the two that lie here now it was the one that was pulled last.
    writeFileSync(join(folder, file!), 'damaged');
    expect((await start()).code).toBe(5);
    rmSync(join(folder, file!));
  });
});

describe('a verifier that is not what was signed', () => {
  it('does not start: one byte changed, its seal gone, another one’s seal', async () => {
    const file = join(folder, 'damaged.mjs');
    const content = readFileSync(join(folder, 'ci.mjs'));
    const seal = readFileSync(join(folder, 'ci.mjs.signature.json'));
    const start = () => run(['run', '--verifier', 'damaged.mjs', '--all', '--base-url', todo.url, '--json']);
    writeFileSync(file, content);
    expect((await start()).code).toBe(5);
    writeFileSync(`${file}.signature.json`, seal);
    expect((await start()).code).toBe(0);
    content[content.length >> 1]! ^= 1;
    writeFileSync(file, content);
    const end = await start();
    expect([end.code, errorOf(end).code]).toEqual([5, 'INTEGRITY']);
  });

  it('one that dezycro build wrote starts only when that is said', async () => {
    await ok('build', '--spec', 'openapi.json', '--platform', 'node', '--out', 'own.mjs');
    const refused = await run(['run', '--verifier', 'own.mjs', '--all', '--base-url', todo.url]);
    expect([refused.code, refused.said]).toEqual([5, expect.stringContaining('unsigned-local')]);
    const allowed = await run(['run', '--verifier', 'own.mjs', '--allow-unsigned', '--all', '--base-url', todo.url]);
    expect([allowed.code, allowed.said]).toEqual([0, 'unsigned-local: own.mjs is not signed\n']);
  });
});
