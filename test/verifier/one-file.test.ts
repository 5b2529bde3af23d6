import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import { bundleNodeRunner } from '#builder/bundle-node-runner.ts';
import { testVerifierFile, twoPlans } from './support/verifier-file-contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'verifier-'));
const stamped = join(folder, 'stamped.mjs');
const empty = join(folder, 'empty.mjs');

beforeAll(async () => {
  const runner = await bundleNodeRunner(join(folder, 'cache'));
  writeFileSync(empty, runner);
  writeFileSync(stamped, assembleVerifier(runner, twoPlans));
});

afterAll(() => rmSync(folder, { recursive: true }));

testVerifierFile(() => ({ stamped: [process.execPath, stamped], empty: [process.execPath, empty] }));
