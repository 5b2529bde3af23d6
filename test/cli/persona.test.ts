import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { spawnCommand } from '../support/spawn-command.ts';
import { openRoad } from '../support/road.ts';
import { serveScenario } from '../support/serve-scenario.ts';
import { taskboardSpec } from '../support/taskboard.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const feature = await aFeature();
const served = await serveScenario(scenario);
let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'persona-'));
  mkdirSync(join(folder, '.config'));
  env = { DEZYCRO_URL: served.origin, DEZYCRO_TOKEN: tenant.owner.token ?? '', HOME: folder };
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

const place = ['--workspace', tenant.workspaceId, '--project', project.id];
const persona = async (...args: string[]) => runCommand(['persona', ...args, ...place], env);

it('list says how to add one where there is none', async () => {
  expect((await persona('list')).out).toBe(
    `no personas; add one: dezycro persona add owner --description 'may do everything'\n`,
  );
});

it('add, edit and rm change one persona of the project, and list shows it', async () => {
  const added = await persona('add', 'owner', '--description', 'may do everything');
  expect(added).toMatchObject({
    code: 0,
    out: 'added owner  BEARER  AUTH_OWNER  project  may do everything\npublish again, so that the journeys know it\n',
  });
  const changed = await persona('edit', 'Owner', '--auth-type', 'BASIC', '--env-var', 'SHOP_LOGIN');
  expect(changed.out).toContain('changed owner  BASIC  SHOP_LOGIN  project  may do everything');
  expect((await persona('list')).out).toBe('owner  BASIC  SHOP_LOGIN  project  may do everything\n');
  const removed = await persona('rm', 'owner');
  expect([removed.code, removed.out]).toEqual([0, expect.stringContaining('removed owner\n')]);
  expect((await persona('list', '--json')).out).toBe('[]\n');
});

it('a script is read from its file, and one that is not JavaScript of a JS persona is refused by the service', async () => {
  const script = join(folder, 'sign.js');
  writeFileSync(script, 'return { headers: {} }');
  const args = ['add', 'signer', '--description', 'signs', '--auth-type', 'JS', '--script', script, '--json'];
  const { out } = await persona(...args);
  expect(JSON.parse(out)).toMatchObject({ name: 'signer', script: 'return { headers: {} }' });
  await persona('rm', 'signer');
});

it('a name that is not there is told with those that are, and nothing to change is refused', async () => {
  const absent = await persona('rm', 'nobody');
  expect([absent.code, absent.said]).toEqual([
    2,
    `The project has no persona "nobody". Add it: dezycro persona add nobody --description 'may do everything'\n`,
  ]);
  expect((await persona('edit', 'nobody')).said).toContain('Nothing is to change.');
  expect((await persona('add')).said).toContain('NAME is missing.');
});

it('publish --personas makes those of the file, changes what differs and leaves what is so already', async () => {
  const spec = join(folder, 'openapi.json');
  const file = join(folder, 'personas.json');
  writeFileSync(spec, JSON.stringify(taskboardSpec));
  const owner = { name: 'owner', description: 'may do everything', authType: 'BEARER' };
  const write = (...personas: object[]) => writeFileSync(file, JSON.stringify({ personas }));
  // In a folder of its own: publish remembers the feature there.
  const publish = () =>
    spawnCommand(['publish', spec, '--personas', file, '--feature', feature.id, ...place], { cwd: folder, env });
  write(owner, { name: 'viewer', description: 'may read', authType: 'BEARER' });
  expect((await publish()).said).toContain('personas: owner, viewer\n');
  write(owner, { name: 'viewer', description: 'may only read', authType: 'BEARER' });
  expect((await publish()).said).toContain('personas: viewer\n');
  expect((await publish()).said).not.toContain('personas:');
  expect((await persona('list')).out).toContain('viewer  BEARER  AUTH_VIEWER  project  may only read\n');
});
