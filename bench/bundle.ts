import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '../lib/bundling/bundle-functions.ts';
import { findBundleFaults } from '../lib/bundling/check-bundles.ts';
import { functionList } from '../lib/bundling/function-list.ts';
import type { Figure } from './main.ts';
import { atMost } from './measure.ts';

/** Minified size of each function, grouped by its largest SDK client. `npm run synth` refuses the same excesses. */
export const run = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bundle-'));
  try {
    const functions = functionList();
    const metafile = await bundleFunctions(functions, folder);
    const paymentsBytes = statSync(join(folder, 'api/open-checkout/stored-payments.mjs')).size;
    const classes = [
      { name: 'S3', client: '@aws-sdk/client-s3/', goal: 430 },
      { name: 'KMS, Step Functions', client: /@aws-sdk\/client-(kms|sfn|eventbridge)\//, goal: 290 },
      { name: 'table only', client: '', goal: 250 },
    ];
    const largest = new Map<string, number>();
    for (const [path, { bytes, inputs }] of Object.entries(metafile.outputs)) {
      if (!functions.some((each) => each.extraBytes === 0 && path.endsWith(`/${each.name}/index.mjs`))) continue;
      const fits = classes.find(({ client }) => Object.keys(inputs).some((input) => input.search(client) >= 0));
      if (fits) largest.set(fits.name, Math.max(largest.get(fits.name) ?? 0, bytes / 1000));
    }
    return [
      ...classes.map(({ name, goal }) => atMost(`largest bundle, ${name}`, largest.get(name) ?? 0, goal, 'kB')),
      atMost('what asks the payment provider, on demand', paymentsBytes / 1000, 300, 'kB'),
      atMost('bundle faults', findBundleFaults(metafile, functions).length, 0, ''),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
