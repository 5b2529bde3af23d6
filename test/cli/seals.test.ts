import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { payloadType, preAuthEncoding } from '#contract/dsse.ts';
import { type VerifierStatement } from '#contract/verifier-statement.ts';
import { startExampleTodo } from '../support/example-todo.ts';
import { openIssuer } from '../support/issuer.ts';
import { type LocalServiceProcess, startLocalService } from '../support/local-service.ts';
import { type SpawnEnd, spawnCommand } from '../support/spawn-command.ts';

// Many processes, one after another: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const issuer = await openIssuer();
const home = mkdtempSync(join(tmpdir(), 'seals-'));
const folderNamed = (name: string): string => {
  const folder = join(home, name);
  mkdirSync(folder, { recursive: true });
  return folder;
};
const [mine, theirs, bare] = ['mine', 'theirs', 'bare'].map(folderNamed) as [string, string, string];
let service: LocalServiceProcess;
let todo: Awaited<ReturnType<typeof startExampleTodo>>;
let spec: { info: object };
let strangersToken: string;

const dezycro = (folder: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<SpawnEnd> =>
  spawnCommand(args, { cwd: folder, env: { HOME: home, ...env } });
const done = async (...given: Parameters<typeof dezycro>): Promise<SpawnEnd> => {
  const end = await dezycro(...given);
  expect([end.code, end.said + end.out]).toEqual([0, expect.anything()]);
  return end;
};
/** Publishes a spec of that version and pulls its verifier. */
const published = async (folder: string, version: string, names: string[], env: NodeJS.ProcessEnv = {}) => {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify({ ...spec, info: { ...spec.info, version } }));
  await done(folder, ['publish', '--spec', 'openapi.json', '--create', ...names], env);
  await done(folder, ['await-event', '--status', 'READY', '--timeout', '100', ...names], env);
  await done(folder, ['pull', '--platform', 'node', ...names], env);
};
const file = 'dezycro-verify.mjs';
/** Puts the verifier of one folder, with its seal, into another under a new name. */
const smuggled = (from: string, to: string, name: string): void => {
  copyFileSync(join(from, file), join(to, name));
  copyFileSync(join(from, `${file}.signature.json`), join(to, `${name}.signature.json`));
};
const start = (folder: string, name: string, ...options: string[]): Promise<SpawnEnd> =>
  dezycro(folder, ['run', '--verifier', name, ...options, '--all', '--base-url', todo.url, '--json'], {
    DEZYCRO_SIGNING_KEY: '',
  });
/** What a refusal says; nothing may have run. */
const refusalOf = ({ code, out }: SpawnEnd): { message: string; fix: string } => {
  const { error } = JSON.parse(out) as { error: { code: string; message: string; fix: string } };
  expect([code, error.code]).toEqual([5, 'INTEGRITY']);
  return error;
};
const readJson = <T = Record<string, string>>(...path: string[]): T =>
  JSON.parse(readFileSync(join(...path), 'utf8')) as T;
type Seal = { platform: string; publicKey: string; envelope: { payload: string; signatures: { sig: string }[] } };
const sealOf = (folder: string): Seal => readJson<Seal>(folder, `${file}.signature.json`);
const statementOf = (folder: string): VerifierStatement =>
  JSON.parse(Buffer.from(sealOf(folder).envelope.payload, 'base64').toString()) as VerifierStatement;
const lockOf = (folder: string) =>
  readJson<{ features: Record<string, { sequence: number }> }>(folder, '.dezycro', 'verifier-lock.json').features;

beforeAll(async () => {
  const signIn = { SIGN_IN_ISSUER: issuer.issuer, SIGN_IN_AUDIENCE: issuer.audience };
  [service, todo] = await Promise.all([startLocalService(join(home, 'data'), [], signIn), startExampleTodo()]);
  spec = (await (await fetch(`${todo.url}/openapi.json`)).json()) as typeof spec;
  const jwt = await issuer.token({ subject: 'stranger', email: 'stranger@example.test' });
  const headers = { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' };
  const pat = await fetch(`${service.origin}/api/v1/pats`, { method: 'POST', headers, body: '{"name":"ci"}' });
  expect(pat.status).toBe(201);
  strangersToken = ((await pat.json()) as { token: string }).token;
  await done(mine, ['login', '--from', join(home, 'data', 'credentials.json')]);
  await published(mine, '1', ['--project', 'Shop', '--feature', 'Todos']);
  smuggled(mine, mine, 'first.mjs');
  await published(mine, '2', []);
  await published(bare, '1', ['--project', 'Shop', '--feature', 'Others']);
  rmSync(join(bare, '.dezycro'), { recursive: true });
  const stranger = { HOME: theirs, DEZYCRO_URL: service.origin, DEZYCRO_TOKEN: strangersToken };
  await published(theirs, '1', ['--project', 'Shop', '--feature', 'Todos'], stranger);
});
afterAll(async () => {
  await Promise.all([service.end('SIGTERM'), todo.close()]);
  rmSync(home, { recursive: true });
});

describe('run starts the verifier of this folder and no other', () => {
  it('the newest of its feature runs, and its number is kept', async () => {
    expect((await start(mine, file)).code).toBe(0);
    const { tenantId, featureId } = readJson(mine, '.dezycro', 'config.json');
    expect(statementOf(mine).predicate).toMatchObject({ tenantId, featureId, sequence: 2 });
    expect(lockOf(mine)[featureId!]).toMatchObject({ sequence: 2 });
  });

  it('another tenant’s, signed by the same key, is refused by name', async () => {
    smuggled(theirs, mine, 'strangers.mjs');
    expect(sealOf(theirs).publicKey).toBe(sealOf(mine).publicKey);
    const { message, fix } = refusalOf(await start(mine, 'strangers.mjs'));
    expect(message).toContain(`of another tenant, ${statementOf(theirs).predicate.tenantId}`);
    expect([message, fix]).toEqual([
      expect.stringContaining(statementOf(mine).predicate.tenantId),
      expect.stringContaining('dezycro pull'),
    ]);
    const { featureId } = statementOf(theirs).predicate;
    refusalOf(await start(mine, 'strangers.mjs', '--feature', featureId, '--allow-older'));
  });

  it('another tenant’s is refused by its feature where the configuration names no tenant', async () => {
    const { tenantId: _, ...before } = readJson(mine, '.dezycro', 'config.json');
    const folder = folderNamed('before');
    mkdirSync(join(folder, '.dezycro'));
    writeFileSync(join(folder, '.dezycro', 'config.json'), JSON.stringify(before));
    smuggled(theirs, folder, file);
    expect(refusalOf(await start(folder, file)).message).toContain('of another feature');
  });

  it('an older build of the same feature is refused by number, and runs when that is said', async () => {
    const { message, fix } = refusalOf(await start(mine, 'first.mjs'));
    expect(message).toMatch(/older.*build number 1 .*verifier-lock\.json has number 2 /);
    expect(fix).toContain('--allow-older');
    expect((await start(mine, 'first.mjs', '--allow-older')).code).toBe(0);
    refusalOf(await start(mine, 'first.mjs'));
  });

  it('another feature of the same tenant is refused by name, and runs when it is named', async () => {
    smuggled(bare, mine, 'others.mjs');
    const { featureId } = statementOf(bare).predicate;
    expect(refusalOf(await start(mine, 'others.mjs'))).toEqual({
      code: 'INTEGRITY',
      message: expect.stringContaining(`of another feature, ${featureId}`),
      fix: expect.stringContaining(`--feature ${featureId}`),
    });
    expect((await start(mine, 'others.mjs', '--feature', featureId.toUpperCase())).code).toBe(0);
  });

  it('a folder that names no feature is told what was not checked; --feature checks it', async () => {
    const { featureId, tenantId } = statementOf(bare).predicate;
    const unchecked = await start(bare, file);
    expect([unchecked.code, unchecked.said.split('\n')[0]]).toEqual([
      0,
      `not checked whether this verifier is the one you mean: neither --feature nor .dezycro/config.json names a feature. It is build number 1 of feature ${featureId} of tenant ${tenantId}.`,
    ]);
    expect(existsSync(join(bare, '.dezycro'))).toBe(false);
    const checked = await start(bare, file, '--feature', featureId);
    expect([checked.code, checked.said]).toEqual([0, expect.not.stringContaining('not checked')]);
    refusalOf(await start(bare, file, '--feature', statementOf(mine).predicate.featureId));
  });

  it('doctor refuses another feature’s, too', async () => {
    const doctor = await dezycro(mine, ['doctor', '--verifier', 'others.mjs', '--json']);
    expect(refusalOf(doctor).message).toContain('of another feature');
  });
});

describe('run refuses a seal that was touched, or that another signed', () => {
  /** The verifier of this folder under a seal that was changed. */
  const withSeal = async (seal: object): Promise<SpawnEnd> => {
    copyFileSync(join(mine, file), join(mine, 'touched.mjs'));
    writeFileSync(join(mine, 'touched.mjs.signature.json'), JSON.stringify(seal));
    return start(mine, 'touched.mjs');
  };
  const signed = (document: unknown, key: KeyObject) => {
    const payload = Buffer.from(JSON.stringify(document));
    const sig = sign('sha256', preAuthEncoding(payloadType, payload), key).toString('base64');
    return { payloadType, payload: payload.toString('base64'), signatures: [{ sig }] };
  };
  const servicesKey = (): KeyObject => createPrivateKey(readFileSync(join(home, 'data', 'keys', 'signing-key.pem')));
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const bySomebodyElse = () => signed(statementOf(mine), stranger);
  const tampered = (): string =>
    Buffer.from(JSON.stringify({ ...statementOf(theirs), predicate: statementOf(mine).predicate })).toString('base64');

  it.each<[string, () => object, string]>([
    [
      'a statement that was changed',
      () => ({ ...sealOf(mine), envelope: { ...sealOf(mine).envelope, payload: tampered() } }),
      'signature',
    ],
    [
      'a statement for another platform',
      () => ({ ...sealOf(mine), platform: 'linux-riscv64' }),
      'platform linux-riscv64',
    ],
    ['a signature of another key', () => ({ ...sealOf(mine), envelope: bySomebodyElse() }), 'signature'],
    [
      'two signatures of strangers',
      () => ({
        ...sealOf(mine),
        envelope: { ...bySomebodyElse(), signatures: [1, 2].flatMap(() => bySomebodyElse().signatures) },
      }),
      'signature',
    ],
    [
      'another payload type',
      () => ({ ...sealOf(mine), envelope: { ...sealOf(mine).envelope, payloadType: 'text/plain' } }),
      'envelope',
    ],
    [
      'no subject, signed by the service’s own key',
      () => ({ ...sealOf(mine), envelope: signed({ ...statementOf(mine), subject: [] }, servicesKey()) }),
      'statement',
    ],
    ['no signature', () => ({ ...sealOf(mine), envelope: { ...sealOf(mine).envelope, signatures: [] } }), 'envelope'],
    [
      'the signed SHA256SUMS of an earlier version',
      () => ({
        platform: 'node',
        checksums: `${createHash('sha256')
          .update(readFileSync(join(mine, file)))
          .digest('hex')}  node/${file}\n`,
        signature: 'MEUC',
        publicKey: sealOf(mine).publicKey,
      }),
      'earlier version',
    ],
  ])('%s', async (_, seal, reason) => {
    const { message, fix } = refusalOf(await withSeal(seal()));
    expect([message, fix]).toEqual([expect.stringContaining(reason), expect.stringMatching(/Pull it again/)]);
  });

  it('but members that are not known, and a second signature beside the right one, are no reason', async () => {
    const more = { ...statementOf(mine), more: true, predicate: { ...statementOf(mine).predicate, more: [1] } };
    const envelope = signed(more, servicesKey());
    const signatures = [...bySomebodyElse().signatures, ...envelope.signatures];
    expect((await withSeal({ ...sealOf(mine), more: 1, envelope: { ...envelope, signatures } })).code).toBe(0);
  });
});

describe('pull', () => {
  it('refuses a build that is older than the newest seen, as after a restore, and takes it when that is said', async () => {
    const { featureId } = statementOf(mine).predicate;
    const lock = join(mine, '.dezycro', 'verifier-lock.json');
    const seen = { version: 1, features: { [featureId]: { sequence: 9, buildId: featureId } } };
    writeFileSync(lock, JSON.stringify(seen));
    const pull = ['pull', '--platform', 'node', '--out', 'pulled.mjs', '--json'];
    expect(refusalOf(await dezycro(mine, pull)).message).toMatch(/build number 2 .* has number 9/);
    expect([existsSync(join(mine, 'pulled.mjs')), readJson(lock)]).toEqual([false, seen]);
    await done(mine, [...pull, '--allow-older']);
    expect([existsSync(join(mine, 'pulled.mjs')), lockOf(mine)[featureId]]).toEqual([
      true,
      expect.objectContaining({ sequence: 2 }),
    ]);
    writeFileSync(lock, '{"version":1,"features":{"x":1}}');
    const damaged = await dezycro(mine, pull);
    expect([damaged.code, damaged.out]).toEqual([2, expect.stringContaining('FILE_INVALID')]);
    rmSync(lock);
  });

  it('refuses what is of another tenant than the one that the folder names', async () => {
    const folder = folderNamed('switched');
    mkdirSync(join(folder, '.dezycro'));
    const config = { ...readJson(mine, '.dezycro', 'config.json'), tenantId: statementOf(theirs).predicate.tenantId };
    writeFileSync(join(folder, '.dezycro', 'config.json'), JSON.stringify(config));
    const { message } = refusalOf(await dezycro(folder, ['pull', '--platform', 'node', '--json']));
    expect([message, existsSync(join(folder, file))]).toEqual([expect.stringContaining('of another tenant'), false]);
  });
});

it('run takes the credentials that the service stores when told to; what is set already wins, and nothing shows them', async () => {
  const { workspaceId, projectId } = JSON.parse(readFileSync(join(mine, '.dezycro', 'config.json'), 'utf8')) as Record<
    string,
    string
  >;
  const personas = `${service.origin}/api/v1/workspaces/${workspaceId}/projects/${projectId}/test-personas`;
  const headers = { authorization: `Bearer ${service.credentials.token}`, 'content-type': 'application/json' };
  const persona = { description: 'may read', authType: 'BEARER', credentialsForRuns: true };
  for (const more of [
    { name: 'Stored', scope: 'PROJECT', credentials: { token: 'canary-91f2' } },
    // The nearest persona keeps its variable.
    { name: 'Wide', scope: 'TENANT', envVar: 'AUTH_STORED', credentials: { token: 'wide' } },
  ]) {
    const answer = await fetch(personas, { method: 'POST', headers, body: JSON.stringify({ ...persona, ...more }) });
    expect(answer.status).toBe(201);
  }
  const script = 'process.stdout.write(String(process.env.AUTH_STORED))';
  writeFileSync(join(mine, 'stored.mjs'), script);
  const sha256 = createHash('sha256').update(script).digest('hex');
  const seal = { platform: 'node', signature: 'unsigned-local', sha256 };
  writeFileSync(join(mine, 'stored.mjs.signature.json'), JSON.stringify(seal));
  const args = ['run', '--verifier', 'stored.mjs', '--allow-unsigned'];
  expect((await dezycro(mine, args)).out).toBe('undefined');
  expect((await dezycro(mine, [...args, '--stored-credentials'])).out).toBe('{"token":"canary-91f2"}');
  expect((await dezycro(mine, [...args, '--stored-credentials'], { AUTH_STORED: '{}' })).out).toBe('{}');
  expect(service.stdout() + service.stderr()).not.toContain('canary-91f2');
});

it('run hands the stored credentials of a feature to no verifier of another tenant or feature', async () => {
  const folder = folderNamed('nowhere');
  smuggled(theirs, folder, 'theirs.mjs');
  smuggled(mine, folder, 'mine.mjs');
  const env = { HOME: theirs, DEZYCRO_URL: service.origin, DEZYCRO_TOKEN: strangersToken, DEZYCRO_SIGNING_KEY: '' };
  const startAs = (name: string) =>
    dezycro(
      folder,
      ['run', '--verifier', name, '--stored-credentials', '--all', '--base-url', todo.url, '--json'],
      env,
    );
  const own = await startAs('theirs.mjs');
  expect([own.code, own.said]).toEqual([0, expect.not.stringContaining('not checked')]);
  expect(refusalOf(await startAs('mine.mjs')).message).toContain('of another tenant');
});
