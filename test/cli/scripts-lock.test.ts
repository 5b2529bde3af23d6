import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import { bundleNodeRunner } from '#builder/bundle-node-runner.ts';
import { encodePlanSlot } from '#verifier/plan/plan-slot.ts';
import type { PersonaBinding } from '#verifier/plan/plan.ts';
import { personasIn } from '../../clients/verifier-file/personas-in.ts';
import { writeSealed } from '../../clients/verifier-file/seal-file.ts';
import { spawnCommand } from '../support/spawn-command.ts';
import { bundle, create, plan } from '../support/things-plans.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
const bot: PersonaBinding = {
  name: 'admin',
  description: '',
  authType: 'JS',
  envVar: 'AUTH_ADMIN',
  script: 'return { headers: { "x-key": input.key } }',
};
const bundleOf = (...personas: PersonaBinding[]) => bundle([plan('journey', [create()])], { personas });

let folder: string;
let runner: Uint8Array;
const lock = (): string => join(folder, '.dezycro', 'scripts-lock.json');
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scripts-lock-'));
  mkdirSync(join(folder, '.dezycro'));
  mkdirSync(join(folder, 'below'));
  writeFileSync(join(folder, '.dezycro', 'config.json'), '{"workspaceId":"a","projectId":"b","featureId":"c"}');
  runner = await bundleNodeRunner();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a verifier with these personas against nobody: exit code 4 or 3 means that it was started. */
const start = async (personas: PersonaBinding[], ...options: string[]) => {
  const path = join(folder, 'below', 'dezycro-verify.mjs');
  const content = assembleVerifier(runner, bundleOf(...personas));
  await writeSealed(path, content, { platform: 'node', sha256: sha256(content), signature: 'unsigned-local' });
  const args = ['run', '--verifier', path, '--allow-unsigned', ...options, '--all', '--base-url', 'http://127.0.0.1:1'];
  const { code, said } = await spawnCommand([...args, '--json'], {
    cwd: join(folder, 'below'),
    env: { HOME: folder, AUTH_ADMIN: '{"key":"k"}' },
    input: '',
  });
  return { code, said };
};
const other = { ...bot, name: 'other', envVar: 'AUTH_OTHER' };

test('a verifier without scripts pins nothing', async () => {
  const { script: _script, ...plain } = { ...bot, authType: 'BEARER' as const };
  expect((await start([plain])).code).not.toBe(5);
  expect(existsSync(lock())).toBe(false);
});

test('the first run pins each script beside the configuration, and says so', async () => {
  const { code, said } = await start([bot]);
  expect([code, said]).toEqual([4, expect.stringContaining(`script of persona admin: sha256 ${sha256(bot.script!)}`)]);
  expect(JSON.parse(readFileSync(lock(), 'utf8'))).toEqual({
    version: 1,
    scripts: { admin: { sha256: sha256(bot.script!), variables: ['AUTH_ADMIN'], hosts: [] } },
  });
  const again = await start([bot]);
  expect([again.code, again.said]).toEqual([4, expect.not.stringContaining('accepted')]);
});

test.each<[string, PersonaBinding[], RegExp]>([
  [
    'another script',
    [{ ...bot, script: 'return { headers: {} }' }],
    /script of persona admin changed \(sha256 \w+ → \w+\)/,
  ],
  ['one more variable', [{ ...bot, scriptVariables: ['AUTH_*'] }], /script of persona admin now sees AUTH_\*/],
  ['another variable of its own', [{ ...bot, envVar: 'AUTH_OWNER' }], /script of persona admin now sees AUTH_OWNER/],
  ['one more host', [{ ...bot, scriptHosts: ['evil.test'] }], /script of persona admin now calls evil\.test/],
  ['a new persona', [bot, other], /script of persona other is new/],
])('%s is refused by the name of the persona, with exit code 5, and nothing starts', async (_name, personas, told) => {
  const before = readFileSync(lock(), 'utf8');
  const { code, said } = await start(personas);
  expect([code, said]).toEqual([5, expect.stringMatching(told)]);
  expect(said).toContain('--accept-scripts');
  expect(readFileSync(lock(), 'utf8')).toBe(before);
});

test('--accept-scripts takes a change over, and fewer rights need none', async () => {
  const changed = { ...bot, script: 'return { headers: { a: "b" } }', scriptHosts: ['idp.test'] };
  expect((await start([changed, other], '--accept-scripts')).code).toBe(4);
  expect((await start([changed, other])).code).toBe(4);
  expect((await start([{ ...changed, scriptHosts: [] }])).code).toBe(4);
  expect((await start([bot])).code).toBe(5);
});

test('a damaged lock is no first run', async () => {
  writeFileSync(lock(), '{"version":1,"scripts":{"admin":{}}}');
  const { code, said } = await start([bot]);
  expect([code, said]).toEqual([2, expect.stringContaining('holds no pins')]);
});

test('the personas of any platform are read from its file', () => {
  const slot = Buffer.from(encodePlanSlot(bundleOf(bot, other)));
  const around = (text: string): Buffer => Buffer.concat([Buffer.from(text), slot, Buffer.alloc(100)]);
  for (const before of ['', '\u0000', `${'a'.repeat(64)}:H4sIAAAA\u0000`, ':H4sI'])
    expect(personasIn(around(before)).map(({ name }) => name)).toEqual(['admin', 'other']);
  expect(personasIn(Buffer.from('no plans'))).toEqual([]);
});

test('doctor starts what nobody signed only where that is said, and probes with no script that changed', async () => {
  rmSync(lock(), { force: true });
  await start([bot], '--accept-scripts');
  await start([{ ...bot, script: 'return { headers: {} }' }]);
  const doctor = (...options: string[]) =>
    spawnCommand(['doctor', ...options, '--json'], { cwd: join(folder, 'below'), env: { HOME: folder } });
  expect(await doctor()).toMatchObject({ code: 5, out: expect.stringContaining('--allow-unsigned') });
  // The verifier has given its report: only then the service is asked, which nobody logged in to.
  const unprobed = await doctor('--allow-unsigned');
  expect(unprobed).toMatchObject({ code: 2, out: expect.stringContaining('NOT_LOGGED_IN') });
  const probed = await doctor('--allow-unsigned', '--probe', '--base-url', 'http://127.0.0.1:1');
  expect(probed).toMatchObject({ code: 5, out: expect.stringContaining('SCRIPT_CHANGED') });
});
