import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `npm run screenshots`: start page, docs and report at 1280 and 390 pixels, in light and dark, in a new folder that it prints. */
const folder = mkdtempSync(join(tmpdir(), 'screenshots-'));
const tests = ['test/local/pages-in-chromium.test.ts', 'test/verifier/reporters/html-in-chromium.test.ts'];
const { status } = spawnSync('vitest', ['run', ...tests, '--maxWorkers=1'], {
  stdio: 'inherit',
  env: { ...process.env, SCREENSHOTS: folder },
});
console.log(folder);
process.exitCode = status ?? 1;
