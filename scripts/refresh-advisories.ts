/**
 * `npm run advisories [-- --osv https://api.osv.dev]`: fetches every advisory of the packages in package-lock.json into
 * `docs/advisories.json`, which a guard compares with the locked versions. Needs the internet, or a mirror of the API of OSV.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type AdvisoryDatabase, lockedPackages, type PackageLock } from './advisories/advisory.ts';
import { fetchAdvisories } from './advisories/fetch-advisories.ts';

const { values } = parseArgs({ options: { osv: { type: 'string', default: 'https://api.osv.dev' } } });
const root = join(import.meta.dirname, '..');
const path = join(root, 'docs', 'advisories.json');
const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as PackageLock;
const before = JSON.parse(await readFile(path, 'utf8')) as AdvisoryDatabase;
const names = [...new Set(lockedPackages(lock).map(({ name }) => name))].toSorted();
const advisories = await fetchAdvisories(values.osv, names);
const after: AdvisoryDatabase = { ...before, refreshedAt: new Date().toISOString(), advisories };
await writeFile(path, `${JSON.stringify(after, null, 2)}\n`);
console.log(`${advisories.length} advisories of ${names.length} packages`);
