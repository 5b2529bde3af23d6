import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checklist, showChecklist } from '../../scripts/smoke/checklist.ts';
import { settingsWith } from '../infrastructure/synthesized.ts';
import { type LocalServiceProcess, startLocalService } from '../support/local-service.ts';

let folder: string;
let service: LocalServiceProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'smoke-'));
  service = await startLocalService(join(folder, 'data'));
});
afterAll(async () => {
  await service.end('SIGTERM');
  rmSync(folder, { recursive: true });
});

type Ended = { code: number; said: string };

const run = (words: string[], environment: NodeJS.ProcessEnv): Promise<Ended> =>
  new Promise((done) => {
    execFile(process.execPath, words, { env: { ...process.env, ...environment } }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });

const smoke = (url: string, token: string): Promise<Ended> =>
  run([resolve('scripts/smoke.ts'), '--stage', 'emulated', '--url', url], { DEZYCRO_TOKEN: token });

/** `npm run deploy` with a `cdk` in the way that does nothing but that. */
const deployWith = (cdk: string): Promise<Ended> => {
  const bin = mkdtempSync(join(folder, 'bin-'));
  writeFileSync(join(bin, 'cdk'), `#!/bin/sh\n${cdk}\n`, { mode: 0o755 });
  const words = ['scripts/deploy.ts', '--stage', 'emulated', '--no-runners', '--', '--ci'];
  const DEZYCRO_TOKEN = service.credentials.token;
  return run(words, { DEZYCRO_TOKEN, PATH: `${bin}:${process.env['PATH']}` });
};

test('a deployment ends with a smoke test, which walks the road, says what works, and leaves no project', async () => {
  const outputs = JSON.stringify({ 'dezycro-emulated-service': { ApiUrl: service.origin } });
  const { code, said } = await deployWith(`echo "cdk $* for $STAGE"; echo '${outputs}' > "$4"`);
  expect(said).toMatch(/^cdk deploy --all --outputs-file \S+ --ci for emulated$/m);
  expect(said).toContain('build READY');
  const works = [...said.matchAll(/^ {2}works {2}(\w+)/gm)].map(([, stop]) => stop);
  expect(works).toEqual(['reach', 'token', 'create', 'publish', 'pull', 'run', 'record', 'index', 'delete']);
  expect(code).toBe(0);
  expect(said).toMatch(/^ {2}\[x\] rights on the index .* \(index\)$/m);
  expect(said).toMatch(/^ {2}\[x\] API Gateway takes all routes .* \(deploy\)$/m);
  const { token, workspaceId } = service.credentials;
  const projects = `${service.origin}/api/v1/workspaces/${workspaceId}/projects`;
  const listed = await fetch(projects, { headers: { authorization: `Bearer ${token}` } });
  expect(await listed.json()).toMatchObject({ data: [] });
});

test('a deployment that CloudFormation refuses ends with 1, and nothing after it is done', async () => {
  expect(await deployWith('exit 3')).toEqual({
    code: 1,
    said: 'cdk deploy ended with 3: nothing after it was done.\n',
  });
});

test('it ends with 1 and names the stop that does not work', async () => {
  const refused = await smoke(service.origin, 'dzy_wrong');
  expect(refused.said).toMatch(/^ {2}works {2}reach/m);
  expect(refused.said).toMatch(/^ {2}FAILS {2}token/m);
  expect(refused.said).toMatch(/^ {2}\[ \] rights on the index .* \(index: not seen\)$/m);
  expect(refused.code).toBe(1);
});

test('it ends with 2 where it is not told the address', async () => {
  const { code, said } = await smoke('nowhere', '');
  expect([code, said]).toEqual([2, expect.stringContaining('--url')]);
});

test('the checklist asks for what a stage has, and each proof is a stop or a command', () => {
  const least = checklist(settingsWith(), 'https://a.example').map(({ what }) => what);
  const more = checklist(
    settingsWith({ alarmTopic: 'arn:aws:sns:eu-west-1:123456789012:on-call', canaryMinutes: 15 }),
    'https://a.example',
  );
  const added = more.filter(({ what }) => !least.includes(what)).map(({ what }) => what);
  expect(added).toEqual(['alarms reach somebody', 'CodeDeploy takes a canary back']);
  expect(showChecklist(more, new Set()).filter((line) => line.includes('[x]'))).toEqual([]);
});
