import { join } from 'node:path';

import { buildSync } from 'esbuild';

import { oneFile } from '../bundle-cli.ts';
import { CORPUS_FOLDER } from './unpack-source.ts';

/** `plan-one.ts` with the planner in one file, as it is shipped: a start then costs what it costs users. Gives the file. */
export function bundlePlanOne(): string {
  const outfile = join(CORPUS_FOLDER, 'plan-one.mjs');
  buildSync({ ...oneFile, entryPoints: [join(import.meta.dirname, 'plan-one.ts')], outfile });
  return outfile;
}
