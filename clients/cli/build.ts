import { createHash } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import { bundleNodeRunner, runnerSourcesSha256 } from '#builder/bundle-node-runner.ts';
import { materialise } from '#builder/materialise.ts';
import { PlanTooLarge } from '#builder/plan-patches.ts';
import { type BinaryPlatform, binaryPlatforms, readRunnerManifest } from '#builder/runner-manifest.ts';
import type { RunIo } from '#verifier/cli/run-verifier.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import { InputError } from '../input-error.ts';
import { endWithoutPlans } from './no-executable-plans.ts';
import { needed, parseOptions, usageError } from './parse-options.ts';
import { planSpec } from './plan-spec.ts';
import { readPersonas } from './read-personas.ts';
import { fileUnwritable } from './write-text-file.ts';

const options = {
  spec: { type: 'string' },
  personas: { type: 'string' },
  platform: { type: 'string' },
  out: { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Stamp = (bundle: PlanBundle) => Promise<Uint8Array>;

const builtRunners = fileURLToPath(new URL('../../dist/runners', import.meta.url));

/** `dezycro build`: plans, proves and stamps one verifier, offline and without an account. Planner and verifier §8. */
export const build = async (args: string[], io: RunIo, runners = builtRunners): Promise<number> => {
  const given = parseOptions('build', args, options);
  const spec = needed(given.spec, '--spec', 'build');
  const platform = needed(given.platform, '--platform', 'build');
  const out = needed(given.out, '--out', 'build');
  const stamp = await stampOf(platform, runners);
  const { bundle, dropped } = await planSpec(spec, await readPersonas(given.personas), io);
  if (bundle.plans.length === 0) return endWithoutPlans(dropped, given.json ?? false, io);
  const content = await stamped(stamp, bundle);
  await writeExecutable(out, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const facts = { platform, file: out, sizeBytes: content.length, sha256, specHash: bundle.specHash };
  io.stdout(given.json ? `${JSON.stringify(facts, null, 2)}\n` : `${sha256}  ${out}\n`);
  return 0;
};

/** Before anything is planned: a missing runner is told at once. The node runner is made here, it needs no release. */
const stampOf = async (platform: string, runners: string): Promise<Stamp> => {
  if (platform === 'node') return async (bundle) => assembleVerifier(await bundleNodeRunner(), bundle);
  if (!isBinaryPlatform(platform))
    throw usageError(`--platform takes ${[...binaryPlatforms, 'node'].join(', ')}, not "${platform}".`, 'build');
  const fix = 'Build them once with: npm run build:runners';
  const manifest = await readRunnerManifest(runners);
  if (manifest === undefined) throw new InputError('RUNNERS_MISSING', 'The native runners are not built.', fix);
  if (manifest.sourcesSha256 !== runnerSourcesSha256())
    throw new InputError('RUNNERS_OUTDATED', 'The native runners are older than the verifier here.', fix);
  return (bundle) => materialise(runners, manifest.binaries[platform], bundle);
};

const isBinaryPlatform = (text: string): text is BinaryPlatform =>
  (binaryPlatforms as readonly string[]).includes(text);

const stamped = async (stamp: Stamp, bundle: PlanBundle): Promise<Uint8Array> => {
  try {
    return await stamp(bundle);
  } catch (error) {
    if (!(error instanceof PlanTooLarge)) throw error;
    throw new InputError('PLAN_TOO_LARGE', error.message, 'Use --platform node, whose plans have no limit.');
  }
};

/** Whole or not at all, also over a verifier that is running. */
const writeExecutable = async (path: string, content: Uint8Array): Promise<void> => {
  const unfinished = `${path}.${process.pid}.unfinished`;
  try {
    await writeFile(unfinished, content, { mode: 0o755 });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw fileUnwritable(path, '--out', error);
  }
};
