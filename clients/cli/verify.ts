import { confined } from '#planner/confined/confined.ts';
import { carriesPlans } from '#planner/arazzo/import-arazzo.ts';
import { planDocument } from '#planner/plan-document.ts';
import { runSettings } from '#verifier/cli/parse-arguments.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import { isReading } from '#verifier/plan/is-reading.ts';
import type { Plan, PlanBundle } from '#verifier/plan/plan.ts';
import type { RunSettings } from '#verifier/cli/run-settings.ts';
import { runVerifier } from '#verifier/cli/run-verifier.ts';
import { shellWord } from '#verifier/cli/shell-word.ts';
import { UsageError } from '#verifier/cli/usage-error.ts';
import { InvalidBaseUrl, resolveBaseUrl } from '#verifier/engine/request/resolve-base-url.ts';
import { InputError } from '../input-error.ts';
import { wayTo } from '../paths.ts';
import { writeTextFile } from '../write-text-file.ts';
import { baseUrlOf, refuseOtherServer } from './base-url-of.ts';
import type { Command, Given } from './command-table.ts';
import { bundleIn, readArazzoFile } from './arazzo-file.ts';
import { located } from './find-spec.ts';
import { endWithoutPlans } from './no-executable-plans.ts';
import { isPersonaMade } from './identities-given.ts';
import { operationLines } from './operation-lines.ts';
import { needed, specOf, usageError } from './parse-options.ts';
import { type PlannedSpec, planSpec } from './plan-spec.ts';
import { printable } from './printable.ts';
import { isUrl, readSpecSource } from './read-spec-source.ts';
import { readSpecText } from './read-spec-text.ts';
import { type RunIdentities, runIdentities } from './run-identities.ts';
import { includedIn } from './select-operations.ts';
import { refuseUnidentified } from './unidentified.ts';
import { secondsOf, waitFor } from './wait-for.ts';
import { watch } from './watch.ts';

type Options = Given<'verify'>['options'];
type Planned = Pick<PlannedSpec, 'bundle' | 'dropped' | 'operations' | 'explorations' | 'traced'>;

/** `dezycro verify`: plan, prove, run, verdicts; offline. Answers the exit code of planner and verifier §6.0. */
export const verify: Command<'verify'> = async (all, io) => {
  const named = specOf(all, 'verify');
  if (all.options.plan === undefined) needed(named, '--spec', 'verify');
  const typed = all.options['base-url'];
  const baseUrl = checkedBaseUrl(typed ?? baseUrlOf(named));
  if (all.options.wait !== undefined) await waitFor(baseUrl, secondsOf(all.options.wait));
  const spec = named && (await located(named, io, baseUrl));
  const given: Options = { ...all.options, ...(spec === undefined ? {} : { spec }) };
  if (!given.watch) return verifyOnce(given, baseUrl, io);
  return watch(filesOf(given), () => verifyOnce(given, baseUrl, io), io);
};

/** What a run reads, for `--watch`. Throws InputError USAGE where that is no file. */
const filesOf = ({ spec, plan, overlay = [], requirements = [], personas, auth }: Options): string[] => {
  const source = plan ?? spec ?? '';
  if (isUrl(source) || source === '-') throw usageError('--watch needs the spec in a file.', 'verify');
  return [source, ...overlay, ...requirements, ...[personas, auth].filter((file) => file !== undefined)];
};

const verifyOnce = async (given: Options, baseUrl: string, io: RunIo): Promise<number> => {
  const settings = { ...settingsOf({ ...given, 'base-url': baseUrl }), again: againOf(given, baseUrl) };
  const { planned, env, specText } = await plansOf(given, io);
  if (given['plan-out'] !== undefined)
    await writeTextFile(given['plan-out'], '--plan-out', `${planDocument(planned, planned.traced)}\n`);
  if (planned.bundle.plans.length === 0) return endWithoutPlans(planned, settings.json, io);
  if (!given.anonymous) await refuseUnidentified(planned.bundle, specText, againOf(given, baseUrl), io);
  warnUnset(planned.bundle, env, io);
  const { bundle, explorations } = exploring(planned, given);
  const spec = await specFileOf(given, io.env);
  const traced = planned.traced.length > 0 ? { requirements: planned.traced } : {};
  const chosen = await narrowed({ ...settings, ...spec, ...traced }, bundle, given, specText);
  return runVerifier(bundle, chosen, { ...io, env }, explorations);
};

/** Told before the first request, not by the journeys that end for want of it. */
const warnUnset = ({ personas, plans }: PlanBundle, env: RunIo['env'], { stderr }: RunIo): void => {
  for (const { name, envVar, authType } of personas) {
    if (authType === 'NONE' || env[envVar]) continue;
    const count = plans.filter((plan) => plan.personas.includes(name)).length;
    stderr(
      `warning: ${envVar} is not set: ${count} of ${plans.length} journeys need persona "${printable(name)}" and will be undecided\n`,
    );
  }
};

/** Odd values are sent behind all journeys; where single journeys are asked for, only those of them that are named. */
const exploring = ({ bundle, explorations = [] }: Planned, { journey }: Options) => {
  if (journey === undefined) return { bundle, explorations };
  const named = explorations.filter(({ plan }) =>
    journey.some((one) => plan.journeyId.startsWith(one) || plan.name === one),
  );
  return { bundle: { ...bundle, plans: [...bundle.plans, ...named.map(({ plan }) => plan)] }, explorations: [] };
};

/** Annotations of CI point into the spec where it is a file; GitHub names files from the root of its checkout. */
const specFileOf = async ({ spec }: Options, env: RunIo['env']): Promise<Pick<RunSettings, 'spec'>> => {
  if (spec === undefined || isUrl(spec) || spec === '-') return {};
  // The file itself: overlays and choices have made another document of it.
  const text = await readSpecSource(spec);
  let lines: ReturnType<typeof operationLines> | undefined;
  const lineOf = (operation: string): number | undefined => (lines ??= operationLines(text)).get(operation);
  return { spec: { path: wayTo(env['GITHUB_WORKSPACE'] ?? '.', spec), lineOf } };
};

/** The journeys that `--include` is about and that `--read-only` allows, of those that are asked for. Throws InputError USAGE where none is left. */
const narrowed = async (
  settings: RunSettings,
  { plans }: PlanBundle,
  { include, 'read-only': readOnly }: Options,
  specText: string,
): Promise<RunSettings> => {
  if (include === undefined && !readOnly) return settings;
  const about = include && includedIn(await confined('readDocument', { spec: specText }), include);
  const { journeyIds } = settings;
  const isAsked = ({ journeyId, name }: Plan) =>
    journeyIds.length === 0 || journeyIds.some((asked) => journeyId.startsWith(asked) || name === asked);
  const left = plans.filter(
    (plan) => isAsked(plan) && (about?.has(plan.subject) ?? true) && (!readOnly || onlyReads(plan)),
  );
  if (left.length > 0) return { ...settings, journeyIds: left.map(({ journeyId }) => journeyId) };
  const why = readOnly ? 'only reads' : 'is about what --include names';
  throw usageError(`None of the ${plans.length} journeys ${why}.`, 'verify');
};

const onlyReads = ({ steps, teardown }: Plan): boolean => teardown.length === 0 && steps.every(isReading);

/** Plans made from the spec now; or those that an Arazzo file carries; or its workflows, planned and proved against the spec. */
const plansOf = async (
  given: Options,
  io: RunIo,
): Promise<{ planned: Planned; env: RunIdentities['env']; specText: string }> => {
  const { plan, spec } = given;
  const document = plan === undefined ? undefined : await readArazzoFile(plan);
  if (plan !== undefined && document !== undefined && carriesPlans(document)) {
    const other = (['spec', 'personas', 'overlay', 'include', 'exclude'] as const).find(
      (option) => given[option] !== undefined,
    );
    if (other) throw usageError(`The file of --plan has its own plans and personas; leave --${other} out.`, 'verify');
    if (given.requirements)
      throw usageError('--requirements needs --spec: a plan does not say what is called how.', 'verify');
    const { env } = await runIdentities(given, '', io);
    const bundle = bundleIn(plan, document);
    return { planned: { bundle, dropped: [], operations: [], traced: [] }, env, specText: '' };
  }
  if (document !== undefined && spec === undefined)
    throw new InputError(
      'PLAN_NEEDS_SPEC',
      'The file of --plan was not written by dezycro plan, so its workflows must be planned first.',
      'Give the OpenAPI document that they call as --spec.',
    );
  const path = needed(spec, '--spec', 'verify');
  const text = await readSpecText(path, given, io);
  if (given['base-url'] === undefined) await refuseOtherServer(path, text);
  const { personas, env } = await runIdentities(given, text, io);
  const planned = await planSpec({ path, text }, personas, io, {
    workflows: document,
    explore: given.explore ?? false,
    requirements: given.requirements,
  });
  for (const { name, reason, detail, edit } of document ? planned.dropped : [])
    io.stderr(`warning: left out: ${name}: ${reason}. ${detail} ${edit}\n`);
  return { planned, env, specText: text };
};

/** What decides which journeys there are and where they go: with it and `--journey ID` one of them runs again. */
const againOf = (given: Options, baseUrl: string): string => {
  const { plan, spec, overlay = [], requirements = [], personas, auth, header = [], token, user, login } = given;
  const { persona = [], include = [], exclude = [], 'no-delete': noDelete, explore } = given;
  const options = [
    ...Object.entries({ plan, spec, personas, auth, login }),
    ...persona.filter(isPersonaMade).map((made) => ['persona', made] as const),
    ...overlay.map((file) => ['overlay', file] as const),
    ...requirements.map((file) => ['requirements', file] as const),
    ...include.map((selector) => ['include', selector] as const),
    ...exclude.map((selector) => ['exclude', selector] as const),
    ...(noDelete ? [['exclude', 'method=DELETE'] as const] : []),
    ['base-url', baseUrl] as const,
  ];
  const flags = explore ? ['--explore'] : [];
  const words = options.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, shellWord(value)]));
  // Reports are passed on: what proves the caller stays out of them.
  const hidden = [
    ...header.map((each) => `-H '${each.split(':')[0]}: …'`),
    ...(token === undefined ? [] : [`--token …`]),
    ...(user === undefined ? [] : [`--user …`]),
  ];
  return ['dezycro verify', ...words, ...flags, ...hidden].join(' ');
};

/** As the verifier itself reads them; all journeys unless some are named. */
const settingsOf = (given: Options): RunSettings => {
  try {
    const persona = (given.persona ?? []).filter((name) => !isPersonaMade(name));
    return runSettings({ ...given, persona, all: given.journey === undefined && given.failed === undefined });
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
