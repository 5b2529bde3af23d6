import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

test(
  'npm run deploy on a deployed stage changes nothing, and ends with a smoke test that works',
  { timeout: 240_000 },
  async () => {
    // The runners are released by the tests; the emulator serves the API below a path.
    const words = ['scripts/deploy.ts', '--stage', 'emulated', '--no-runners', '--url', process.env['API_TARGET']!];
    const quiet = ['--', '--require-approval', 'never', '--no-notices', '--ci', '--progress', 'events'];
    const child = spawn(process.execPath, [...words, ...quiet], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += String(text)));
    const [status] = (await once(child, 'close')) as [number | null];
    expect(status, said).toBe(0);
    expect(said.match(/no changes/g)).toHaveLength(2);
    expect(said).toMatch(/^ {2}works {2}record +run \S+: (\d+) of \1 passed$/m);
    expect(said).toMatch(/^ {2}works {2}delete/m);
    expect(said).toMatch(/^ {2}\[x\] API Gateway takes all routes/m);
    console.log(said.slice(said.indexOf('Smoke test of')));
  },
);
