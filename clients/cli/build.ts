import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import { bundleNodeRunner, runnerSourcesSha256 } from '#builder/bundle-node-runner.ts';
import { materialise } from '#builder/materialise.ts';
import { PlanTooLarge } from '#builder/plan-patches.ts';
import { type BinaryPlatform, readRunnerManifest } from '#builder/runner-manifest.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import { InputError } from '../input-error.ts';
import { unsignedLocal } from '../verifier-file/check-verifier.ts';
import { writeSealed } from '../verifier-file/seal-file.ts';
import type { Given } from './command-table.ts';
import { located } from './find-spec.ts';
import { endWithoutPlans } from './no-executable-plans.ts';
import { needed, specOf, usageError } from './parse-options.ts';
import { planSpec } from './plan-spec.ts';
import { readPersonas } from './read-personas.ts';
import { readSpecText } from './read-spec-text.ts';

type Stamp = (bundle: PlanBundle) => Promise<Uint8Array>;

const builtRunners = fileURLToPath(new URL('../../dist/runners', import.meta.url));

/** `dezycro build`: plans, proves and stamps one verifier, offline and without an account. Planner and verifier §8. */
export const build = async (all: Given<'build'>, io: RunIo, runners = builtRunners): Promise<number> => {
  const { options: given } = all;
  const named = needed(specOf(all, 'build'), '--spec', 'build');
  const { platform } = given;
  if (platform === undefined) throw usageError('--platform is missing.', 'build');
  const out = needed(given.out, '--out', 'build');
  const stamp = await stampOf(platform, runners);
  const spec = await located(named, io);
  const text = await readSpecText(spec, given, io);
  const personas = await readPersonas(given.personas, [], io.stderr);
  const planned = await planSpec({ path: spec, text }, personas, io, { requirements: given.requirements });
  const { bundle } = planned;
  if (bundle.plans.length === 0) return endWithoutPlans(planned, given.json ?? false, io);
  const content = await stamped(stamp, bundle);
  const sha256 = createHash('sha256').update(content).digest('hex');
  await writeSealed(out, content, { platform, signature: unsignedLocal, sha256 });
  const { specHash } = bundle;
  const facts = { platform, file: out, sizeBytes: content.length, sha256, signature: unsignedLocal, specHash };
  io.stderr(`${unsignedLocal}: this verifier is not signed\n`);
  io.stdout(given.json ? `${JSON.stringify(facts, null, 2)}\n` : `${sha256}  ${out}\n`);
  return 0;
};

/** Before anything is planned: a missing runner is told at once. The node runner is made here, it needs no release. */
const stampOf = async (platform: BinaryPlatform | 'node', runners: string): Promise<Stamp> => {
  if (platform === 'node') return async (bundle) => assembleVerifier(await bundleNodeRunner(), bundle);
  const fix = 'Build them once with: npm run build:runners';
  const manifest = await readRunnerManifest(runners);
  if (manifest === undefined) throw new InputError('RUNNERS_MISSING', 'The native runners are not built.', fix);
  if (manifest.sourcesSha256 !== runnerSourcesSha256())
    throw new InputError('RUNNERS_OUTDATED', 'The native runners are older than the verifier here.', fix);
  return (bundle) => materialise(runners, manifest.binaries[platform], bundle);
};

const stamped = async (stamp: Stamp, bundle: PlanBundle): Promise<Uint8Array> => {
  try {
    return await stamp(bundle);
  } catch (error) {
    if (!(error instanceof PlanTooLarge)) throw error;
    throw new InputError('PLAN_TOO_LARGE', error.message, 'Use --platform node, whose plans have no limit.');
  }
};
