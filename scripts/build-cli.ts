/**
 * `npm run build:cli`: `dezycro` as one file, `dist/cli/dezycro.mjs`, for machines that have Node and nothing else. Beside it lie its bill
 * of materials (CycloneDX), its provenance (SLSA), and the package.json with which `npm pack ./dist/cli` makes an npm package of it.
 */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeRunnerBuild } from '#builder/bundle-node-runner.ts';
import { writeWholeFile } from '../clients/write-whole-file.ts';
import { bundleCli, cliBuild, cliPackage } from './bundle-cli.ts';
import { billOfMaterials } from './release/bill-of-materials.ts';
import { packagesIn } from './release/bundled-packages.ts';
import { provenanceOf } from './release/provenance.ts';
import { schemaFiles } from './schemas.ts';

const folder = join(import.meta.dirname, '..', 'dist', 'cli');
const path = join(folder, 'dezycro.mjs');
const content = await bundleCli();
const sha256 = createHash('sha256').update(content).digest('hex');
// The CLI carries the runner of platform `node`.
const bill = billOfMaterials({ name: 'dezycro', version: sha256 }, [
  ...(await packagesIn(cliBuild())),
  ...(await packagesIn(nodeRunnerBuild())),
]);
await mkdir(folder, { recursive: true });
await writeWholeFile(path, content, { mode: 0o755, option: 'the bundle' });
await writeWholeFile(join(folder, 'dezycro.sbom.cdx.json'), bill, { option: 'the bill of materials' });
await writeWholeFile(join(folder, 'package.json'), cliPackage(), { option: 'the package' });
await mkdir(join(folder, 'schemas'), { recursive: true });
for (const [name, text] of Object.entries(schemaFiles()))
  await writeWholeFile(join(folder, 'schemas', name), text, { option: 'a schema' });
const provenance = provenanceOf('build:cli', [{ file: 'dezycro.mjs', sha256 }]);
await writeWholeFile(join(folder, 'dezycro.provenance.json'), provenance, { option: 'the provenance' });
console.log(`${sha256}  ${path}  ${(content.length / 1e6).toFixed(1)} MB`);
