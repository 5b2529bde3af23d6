import { writeFile } from 'node:fs/promises';
import { planDocument } from '#planner/plan-document.ts';
import { type RunIo, runVerifier } from '#verifier/cli/run-verifier.ts';
import { InvalidBaseUrl, resolveBaseUrl } from '#verifier/engine/base-url.ts';
import { readAuthFile } from '../credentials/auth-file.ts';
import { loadCredentials } from '../credentials/load-credentials.ts';
import { InputError } from '../input-error.ts';
import { endWithoutPlans } from './no-executable-plans.ts';
import { needed, parseOptions, usageError } from './parse-options.ts';
import { planSpec } from './plan-spec.ts';
import { readPersonas } from './read-personas.ts';

const options = {
  spec: { type: 'string' },
  'base-url': { type: 'string' },
  personas: { type: 'string' },
  auth: { type: 'string' },
  seed: { type: 'string' },
  'plan-out': { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** `dezycro verify`: plan, prove, run, verdicts; offline. Answers the exit code of planner and verifier §6.0. */
export const verify = async (args: string[], io: RunIo): Promise<number> => {
  const given = parseOptions('verify', args, options);
  const spec = needed(given.spec, '--spec', 'verify');
  const baseUrl = checkedBaseUrl(needed(given['base-url'], '--base-url', 'verify'));
  const seed = seedOf(given.seed);
  const json = given.json ?? false;
  const authFile = given.auth === undefined ? undefined : await readAuthFile(given.auth);
  const planned = await planSpec(spec, await readPersonas(given.personas, authFile?.personas), io);
  if (given['plan-out'] !== undefined) await writePlans(given['plan-out'], planDocument(planned));
  if (planned.bundle.plans.length === 0) return endWithoutPlans(planned.dropped, json, io);
  const credentials = authFile ? await loadCredentials(authFile, io.env) : { env: io.env, warnings: [] };
  for (const line of [...(authFile?.warnings ?? []), ...credentials.warnings]) io.stderr(`warning: ${line}\n`);
  const settings = { baseUrl, json, reporters: [], journeyIds: [], personas: [], ...seed };
  return runVerifier(planned.bundle, settings, { ...io, env: credentials.env });
};

/** Seeds the unique values only; without it each run has its own, which its result shows. */
const seedOf = (text: string | undefined): { seed?: number } => {
  if (text === undefined) return {};
  if (/^\d{1,10}$/.test(text) && Number(text) <= 0xffff_ffff) return { seed: Number(text) };
  throw usageError(`--seed ${text} is not a whole number from 0 to 4294967295.`, 'verify');
};

/** Before the spec is read: a mistyped URL is the commonest mistake. */
const checkedBaseUrl = (baseUrl: string): string => {
  try {
    resolveBaseUrl(baseUrl, '');
    return baseUrl;
  } catch (error) {
    if (!(error instanceof InvalidBaseUrl)) throw error;
    throw new InputError('INVALID_BASE_URL', `--base-url: ${error.message}.`, 'For example http://127.0.0.1:3000/api.');
  }
};

const writePlans = async (path: string, document: string): Promise<void> => {
  try {
    await writeFile(path, `${document}\n`);
  } catch (error) {
    throw new InputError(
      'FILE_UNWRITABLE',
      `The file of --plan-out cannot be written (${(error as NodeJS.ErrnoException).code}): ${path}`,
      'Name a file in a folder that exists and is yours.',
    );
  }
};
