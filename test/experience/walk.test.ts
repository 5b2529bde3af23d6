import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bundleCli, cliPackage } from '../../scripts/bundle-cli.ts';

it('a new user walks from an empty folder to the cause of a fault in 24 steps', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'walk-package-'));
  writeFileSync(join(folder, 'dezycro.mjs'), await bundleCli());
  writeFileSync(join(folder, 'package.json'), cliPackage());
  // The time of the walk is that of a quiet machine; tests run beside each other.
  const env = { ...process.env, PACKAGE: folder, SECONDS_MOST: '120' };
  const walk = promisify(execFile)(join(import.meta.dirname, 'walk.sh'), { env, maxBuffer: 1e7 });
  const { stdout } = await walk.catch((error: { stdout: string }) => error);
  rmSync(folder, { recursive: true });
  const lines = stdout.split('\n');
  expect(lines.filter((line) => line.startsWith('not ok') || line.startsWith('#'))).toEqual([]);
  expect(lines.filter((line) => line.startsWith('ok '))).toHaveLength(24);
}, 600_000);
