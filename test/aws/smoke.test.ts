import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

/** The emulator serves the API below a path, and updates no nested stack: the whole command is in test/local/smoke.test.ts. */
const words = ['scripts/smoke.ts', '--stage', 'emulated', '--url', process.env['API_TARGET']!];

const smoke = async (): Promise<string> => {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += String(text)));
  const [status] = (await once(child, 'close')) as [number | null];
  expect(status, said).toBe(0);
  return said;
};

test(
  'the smoke test walks the road on the deployment, as the one tenant that it makes',
  { timeout: 180_000 },
  async () => {
    const first = await smoke();
    expect(first).toMatch(/^ {2}works {2}record +run \S+: (\d+) of \1 passed$/m);
    expect(first).toMatch(/^ {2}works {2}delete/m);
    expect(first).toMatch(/^ {2}\[x\] rights on the index/m);
    expect(await smoke()).toMatch(/^ {2}works {2}delete/m);
    console.log(first);
  },
);
