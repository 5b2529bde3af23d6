import { afterAll, beforeAll, describe } from 'vitest';
import { testBadInput } from './bad-input.ts';
import { testContract } from './contract.ts';
import { testPersonas } from './personas.ts';
import type { VerifierRunner } from './runners.ts';
import { testVerdicts } from './verdicts.ts';

/** Everything that a verifier promises, whatever runs it: in this process, as one file on Node, as a native binary. */
export function testSuite(open: () => Promise<VerifierRunner>): void {
  let runner: VerifierRunner;
  beforeAll(async () => {
    runner = await open();
  });
  afterAll(() => runner.close());
  const opened = (): VerifierRunner => runner;
  describe('verdicts', () => testVerdicts(opened));
  describe('the binary contract', () => testContract(opened));
  describe('personas', () => testPersonas(opened));
  describe('bad input', () => testBadInput(opened));
}
