import { join } from 'node:path';

import { buildSync } from 'esbuild';

import { CORPUS_FOLDER } from './unpack-source.ts';

/** `plan-one.ts` with the planner in one file, as it is shipped: a start then costs what it costs users. Gives the file. */
export function bundlePlanOne(): string {
  const outfile = join(CORPUS_FOLDER, 'plan-one.mjs');
  buildSync({
    entryPoints: [join(import.meta.dirname, 'plan-one.ts')],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
  return outfile;
}
