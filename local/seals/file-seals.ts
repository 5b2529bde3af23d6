import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CopiedSeal } from '#domain/audit/audit-seal.ts';
import { sealCopy, sealsInCopy } from '#domain/audit/seal-copy.ts';
import type { SealCopies } from '#domain/ports/audit-sealer.ts';
import { writeDurably } from '../private-files.ts';

/** Copies of seals on one machine: a file for each hour. Nothing locks them: whoever owns the folder owns the table too. */
export const fileSeals = (folder: string): SealCopies => ({
  write: async (hour, seals) => {
    const { name, content } = sealCopy(hour, seals);
    await writeDurably(join(folder, name), [content]);
  },
});

/** Every seal in such a folder, or in one that the bucket of a deployment was copied to. */
export function* sealsIn(folder: string): Generator<CopiedSeal> {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (name.endsWith('.ndjson')) yield* sealsInCopy(readFileSync(join(folder, name)));
}
