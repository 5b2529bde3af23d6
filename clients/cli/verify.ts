import { carriesPlans } from '#planner/arazzo/import-arazzo.ts';
import type { PlannedFeature } from '#planner/plan-feature.ts';
import { planDocument } from '#planner/plan-document.ts';
import { runSettings } from '#verifier/cli/parse-arguments.ts';
import type { PersonaBinding } from '#verifier/plan/plan.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import type { RunSettings } from '#verifier/cli/run-settings.ts';
import { runVerifier } from '#verifier/cli/run-verifier.ts';
import { shellWord } from '#verifier/cli/shell-word.ts';
import { UsageError } from '#verifier/cli/usage-error.ts';
import { InvalidBaseUrl, resolveBaseUrl } from '#verifier/engine/request/base-url.ts';
import type { AuthFile, AuthPersona } from '../credentials/auth-file.ts';
import { loadCredentials, withCredentials } from '../credentials/load-credentials.ts';
import { InputError } from '../input-error.ts';
import { writeTextFile } from '../write-text-file.ts';
import { baseUrlOf, refuseOtherServer } from './base-url-of.ts';
import type { Command, Given } from './command-table.ts';
import { bundleIn, readArazzoFile } from './arazzo-file.ts';
import { endWithoutPlans } from './no-executable-plans.ts';
import { openAuthFile } from './open-auth-file.ts';
import { type Identity, oneIdentity } from './one-identity.ts';
import { needed, specOf, usageError } from './parse-options.ts';
import { planSpec } from './plan-spec.ts';
import { readPersonas } from './read-personas.ts';
import { readSpecText } from './read-spec-text.ts';

type Options = Given<'verify'>['options'];

/** `dezycro verify`: plan, prove, run, verdicts; offline. Answers the exit code of planner and verifier §6.0. */
export const verify: Command<'verify'> = async (all, io) => {
  const spec = specOf(all, 'verify');
  const given: Options = { ...all.options, ...(spec === undefined ? {} : { spec }) };
  if (given.plan === undefined) needed(spec, '--spec', 'verify');
  const typed = given['base-url'];
  const baseUrl = checkedBaseUrl(typed ?? baseUrlOf(spec));
  const settings = { ...settingsOf({ ...given, 'base-url': baseUrl }), again: againOf(given, baseUrl) };
  const identity = identityIn(given);
  const authFile = given.auth === undefined ? undefined : await openAuthFile(given.auth, io);
  const planned = await plansOf(given, identity?.persona, authFile?.personas, io);
  if (given['plan-out'] !== undefined)
    await writeTextFile(given['plan-out'], '--plan-out', `${planDocument(planned)}\n`);
  if (planned.bundle.plans.length === 0) return endWithoutPlans(planned, settings.json, io);
  const known = authFile ? await environmentWith(authFile, io) : io.env;
  const env = identity ? { ...known, [identity.persona.envVar]: identity.credentials } : known;
  return runVerifier(planned.bundle, settings, { ...io, env });
};

/** One identity on the command line, where no file names any. */
const identityIn = (given: Options): Identity | undefined => {
  const identity = oneIdentity(given);
  const other = (['personas', 'auth', 'plan'] as const).find((option) => given[option] !== undefined);
  if (identity && other)
    throw usageError(`--${other} has identities of its own; leave --header, --token and --user out.`, 'verify');
  return identity;
};

/** Warns of what cannot be resolved, and goes on: those journeys end INCONCLUSIVE_AUTH_REQUIRED. */
const environmentWith = async (file: AuthFile, { env, stderr }: RunIo): Promise<RunIo['env']> => {
  const { values, warnings } = await loadCredentials(file, env);
  for (const warning of warnings) stderr(`warning: ${warning}\n`);
  return withCredentials(env, file, values);
};

/** Plans made from the spec now; or those that an Arazzo file carries; or its workflows, planned and proved against the spec. */
const plansOf = async (
  given: Options,
  caller: PersonaBinding | undefined,
  authPersonas: readonly AuthPersona[] | undefined,
  io: RunIo,
): Promise<Pick<PlannedFeature, 'bundle' | 'dropped' | 'operations'>> => {
  const { plan, spec, overlay, personas } = given;
  const document = plan === undefined ? undefined : await readArazzoFile(plan);
  if (plan !== undefined && document !== undefined && carriesPlans(document)) {
    const other = (['spec', 'personas', 'overlay'] as const).find((option) => given[option] !== undefined);
    if (other) throw usageError(`The file of --plan has its own plans and personas; leave --${other} out.`, 'verify');
    return { bundle: bundleIn(plan, document), dropped: [], operations: [] };
  }
  if (document !== undefined && spec === undefined)
    throw new InputError(
      'PLAN_NEEDS_SPEC',
      'The file of --plan was not written by dezycro plan, so its workflows must be planned first.',
      'Give the OpenAPI document that they call as --spec.',
    );
  const path = needed(spec, '--spec', 'verify');
  const text = await readSpecText(path, overlay, io);
  if (given['base-url'] === undefined) await refuseOtherServer(path, text);
  const planned = await planSpec(
    { path, text },
    caller ? [caller] : await readPersonas(personas, authPersonas, io.stderr),
    io,
    document,
  );
  for (const { name, reason, detail, edit } of document ? planned.dropped : [])
    io.stderr(`warning: left out: ${name}: ${reason}. ${detail} ${edit}\n`);
  return planned;
};

/** What decides which journeys there are and where they go: with it and `--journey ID` one of them runs again. */
const againOf = (given: Options, baseUrl: string): string => {
  const { plan, spec, overlay = [], personas, auth, header = [], token, user } = given;
  const options = [
    ...Object.entries({ plan, spec, personas, auth }),
    ...overlay.map((file) => ['overlay', file] as const),
    ['base-url', baseUrl] as const,
  ];
  const words = options.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, shellWord(value)]));
  // Reports are passed on: what proves the caller stays out of them.
  const hidden = [
    ...header.map((each) => `-H '${each.split(':')[0]}: …'`),
    ...(token === undefined ? [] : [`--token …`]),
    ...(user === undefined ? [] : [`--user …`]),
  ];
  return ['dezycro verify', ...words, ...hidden].join(' ');
};

/** As the verifier itself reads them; all journeys unless some are named. */
const settingsOf = (given: Options): RunSettings => {
  try {
    return runSettings({ ...given, all: given.journey === undefined && given.failed === undefined });
  } catch (error) {
    throw error instanceof UsageError ? usageError(`${error.message}.`, 'verify') : error;
  }
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
