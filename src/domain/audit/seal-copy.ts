import { canonicalJson } from '#planner/intake/json/canonical-json.ts';
import type { CopiedSeal } from './audit-seal.ts';

/** The file with the seals of an hour: one seal a line. */
export const sealCopy = (hour: string, seals: readonly CopiedSeal[]): { name: string; content: Uint8Array } => ({
  name: `${hour}.ndjson`,
  content: Buffer.from(seals.map((seal) => `${canonicalJson(seal)}\n`).join('')),
});

/** The seals in such a file. */
export const sealsInCopy = (content: Uint8Array): CopiedSeal[] =>
  Buffer.from(content)
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CopiedSeal);
