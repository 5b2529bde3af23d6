/**
 * `node scripts/write-packaging.ts --url URL --file dezycro-VERSION.tgz --out DIR`: the Homebrew formula and the scoop manifest of a release whose npm
 * package lies at that address.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { VERIFIER_VERSION } from '#verifier/cli/version.ts';
import { homebrewFormula, scoopManifest } from './release/packaging.ts';

const { values } = parseArgs({
  options: { url: { type: 'string' }, file: { type: 'string' }, out: { type: 'string' } },
});
const { url, file, out } = values;
if (url === undefined || file === undefined || out === undefined) {
  console.error('Usage: node scripts/write-packaging.ts --url URL --file dezycro-VERSION.tgz --out DIR');
  process.exit(2);
}
const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
const release = { version: VERIFIER_VERSION, url, sha256 };
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'dezycro.rb'), homebrewFormula(release));
writeFileSync(join(out, 'dezycro.json'), scoopManifest(release));
console.log(`${sha256}  ${url}`);
