/**
 * `npm run plans:check`: plans every golden document and names those whose plans are not the recorded ones; ends with 1 where there are any.
 * `npm run plans:write`: records the plans as they are now, and names what changed. Words choose documents whose names hold one of them.
 */
import { writeFileSync } from 'node:fs';
import { GOLDEN_DOCUMENTS } from '../test/golden/golden-documents.ts';
import { goldenFile, goldenLine, goldenViolation, readGolden } from '../test/golden/golden-plans.ts';

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isWriting = process.argv.includes('--write');
const recorded = readGolden();
const chosen = GOLDEN_DOCUMENTS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
let changed = 0;
let skipped = 0;
for (const { name, plan } of chosen) {
  const planned = await plan().catch((error: unknown) => {
    if (!name.startsWith('corpus/')) throw error;
    console.log(`SKIPPED ${name}: the registry does not give it (${String(error).split('\n', 1)[0]})`);
  });
  if (planned === undefined) {
    skipped += 1;
    continue;
  }
  const line = goldenLine(name, planned);
  const violation = goldenViolation(recorded.get(name), line);
  if (violation === undefined) continue;
  changed += 1;
  console.log(`CHANGED ${violation}`);
  recorded.set(name, line);
}
console.log(`${chosen.length - changed - skipped} unchanged, ${changed} changed, ${skipped} skipped`);
if (isWriting) {
  const names = GOLDEN_DOCUMENTS.map(({ name }) => name);
  writeFileSync(goldenFile, `${names.flatMap((name) => recorded.get(name) ?? []).join('\n')}\n`);
} else if (changed > 0) {
  console.log('Are these changes meant? Then `npm run plans:write`, and say in the commit which plans change and why.');
  process.exitCode = 1;
}
