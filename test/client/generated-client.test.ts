import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startExampleTodo } from '../support/example-todo.ts';
import { fetchOracle } from '../support/fetch-oracle.ts';
import { startLocalService } from '../support/local-service.ts';

const root = join(import.meta.dirname, '../..');
const installed = join(root, '.oracles/client');
const bin = (name: string): string => join(installed, 'node_modules/.bin', name);

/** Why no client can be generated here, or undefined when one can. With ORACLES=1 the generator is fetched first. */
const missingGenerator = (): string | undefined => {
  if (!existsSync(bin('openapi-typescript')) && process.env['ORACLES'] === '1')
    return fetchOracle('install-client-generator.sh');
  return existsSync(bin('openapi-typescript'))
    ? undefined
    : 'its generator is not installed; run scripts/install-client-generator.sh (or set ORACLES=1)';
};

const missing = missingGenerator();
if (missing !== undefined) console.warn(`SKIPPED: the generated TypeScript client, because ${missing}.`);

const run = promisify(execFile);

describe.skipIf(missing !== undefined)('a client generated from docs/openapi.json', () => {
  let folder = '';

  beforeAll(async () => {
    // Inside, so that the program finds the packages of a customer and not ours.
    folder = mkdtempSync(join(installed, 'program-'));
    for (const name of ['customer.ts', 'wrong-uses.ts'])
      copyFileSync(join(import.meta.dirname, 'program', name), join(folder, name));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const api = join(folder, 'node_modules/service-api');
    await run(bin('openapi-typescript'), [join(root, 'docs/openapi.json'), '--output', join(api, 'index.d.ts')]);
    writeFileSync(join(api, 'package.json'), '{ "name": "service-api", "types": "index.d.ts" }');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What TypeScript 5.9 says of one file, strictly. */
  const compile = async (name: string): Promise<string[]> => {
    const options = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--allowImportingTsExtensions'];
    const settings = ['--target', 'es2024', '--module', 'nodenext', '--skipLibCheck', '--types', 'node'];
    const said = await run(bin('tsc'), [...options, ...settings, '--pretty', 'false', name], { cwd: folder }).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
    return said.split('\n').filter((line) => line.includes('error TS'));
  };

  test('type-checks a program that uses it rightly', async () => {
    expect(await compile('customer.ts')).toEqual([]);
  });

  test('lets no wrong use through: paths, methods, parameters, bodies, values, answers', async () => {
    const lines = (await compile('wrong-uses.ts')).map((line) => Number(/^wrong-uses\.ts\((\d+),/.exec(line)?.[1]));
    expect([...new Set(lines)]).toHaveLength(8);
  });

  test('carries a customer from a project to the results of a run', async () => {
    const data = mkdtempSync(join(tmpdir(), 'client-'));
    const [service, todo] = await Promise.all([startLocalService(data), startExampleTodo()]);
    const { stdout } = await run(process.execPath, [join(folder, 'customer.ts')], {
      env: { SERVICE_URL: service.origin, ACCESS_TOKEN: service.credentials.token, API_URL: todo.url },
    });
    await Promise.all([service.end('SIGTERM'), todo.close()]);
    rmSync(data, { recursive: true });
    const { names, ...end } = JSON.parse(stdout) as { names: string[]; planned: number };
    expect(names.length).toBeGreaterThan(3);
    expect(end).toEqual({
      build: 'READY',
      planned: names.length,
      run: 'COMPLETED',
      passed: names.length,
      refused: 'INVALID_PARAMETER',
    });
  });
});
