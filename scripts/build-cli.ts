/** `npm run build:cli`: `dezycro` as one file, `dist/cli/dezycro.mjs`, for machines that have Node and nothing else. */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWholeFile } from '../clients/write-whole-file.ts';
import { bundleCli } from './bundle-cli.ts';

const folder = join(import.meta.dirname, '..', 'dist', 'cli');
const path = join(folder, 'dezycro.mjs');
const content = await bundleCli();
await mkdir(folder, { recursive: true });
await writeWholeFile(path, content, { mode: 0o755, option: 'the bundle' });
const sha256 = createHash('sha256').update(content).digest('hex');
console.log(`${sha256}  ${path}  ${(content.length / 1e6).toFixed(1)} MB`);
