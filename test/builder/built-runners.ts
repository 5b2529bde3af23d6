import { join } from 'node:path';
import { runnerSourcesSha256 } from '#builder/bundle-node-runner.ts';
import { readRunnerManifest, type RunnerManifest } from '#builder/runner-manifest.ts';

export const runnersFolder = join(import.meta.dirname, '../../dist/runners');

/**
 * The runners of `npm run build:runners`, undefined where there are none of these sources: then tests of them are skipped, and say so.
 * With RUNNERS=1 that is an error instead.
 */
export const builtRunners = async (): Promise<RunnerManifest | undefined> => {
  const manifest = await readRunnerManifest(runnersFolder);
  if (manifest?.sourcesSha256 === runnerSourcesSha256()) return manifest;
  const state = `the native runners are ${manifest ? 'older than the sources' : 'not built'}; npm run build:runners`;
  if (process.env['RUNNERS'] === '1') throw new Error(state);
  console.warn(`SKIPPED: ${state}`);
  return undefined;
};
