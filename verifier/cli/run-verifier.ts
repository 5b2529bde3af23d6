import { accessWarnings } from '../auth/script-access.ts';
import { scriptProcess } from '../auth/script-process.ts';
import { InvalidBaseUrl, resolveBaseUrl } from '../engine/request/resolve-base-url.ts';
import { withExplored } from '../engine/run/with-explored.ts';
import type { RunPlansOptions } from '../engine/run/run-plans-options.ts';
import { runPlans } from '../engine/run/run-plans.ts';
import { WrongBaseUrl } from '../engine/run/watch-base-url.ts';
import { isRefusal } from '../plan/is-refusal.ts';
import type { Exploration } from '../plan/exploration.ts';
import type { Plan, PlanBundle } from '../plan/plan.ts';
import type { Reporter, RunStart } from '../reporters/reporter.ts';
import type { ResultDocument } from '../result/result.ts';
import type { CliIo, RunIo } from './cli-io.ts';
import { cutShort } from './cut-short.ts';
import { lastRunOf, lastRunPath } from './last-run.ts';
import { openReporters } from './open-reporters.ts';
import { neededVariables } from './needed-variables.ts';
import { readNetwork } from './read-network.ts';
import type { RunSettings } from './run-settings.ts';
import { shellWord } from './shell-word.ts';
import { UsageError } from './usage-error.ts';
import { withoutPassed } from './without-passed.ts';

/** The ms that teardown may take after an interruption. CI systems kill a cancelled job soon after. */
const TEARDOWN_GRACE_MS = 1_200;

/**
 * Runs the plans and writes the reports. Returns the exit code of planner and verifier §6.0, or 130 or 143 after a
 * signal, with teardown attempted. Throws UsageError before anything is sent, or as soon as the base URL proves to
 * serve no operation.
 */
export async function runVerifier(
  bundle: PlanBundle,
  settings: RunSettings,
  io: RunIo,
  explorations: readonly Exploration[] = [],
): Promise<number> {
  const { plans, provedBefore } = withoutPassed(selectPlans(bundle, settings), settings.failedFile, io);
  const network = readNetwork(settings.network ?? {}, io);
  const baseUrl = checkedBaseUrl(settings.baseUrl, bundle);
  const reporters = openReporters(settings, io);
  for (const warning of accessWarnings(bundle.personas)) io.stderr(`warning: ${warning}\n`);
  const kept = lastRunPath(io.env, io.folder);
  const start = { ...startOf(bundle, plans, baseUrl, settings, io.env), ...replayOf(settings, kept) };
  for (const reporter of reporters) reporter.start?.(start);
  const stop = new AbortController();
  const cut = new AbortController();
  let grace: NodeJS.Timeout | undefined;
  let stoppedWith: 130 | 143 | undefined;
  const ignoreSignals = io.onSignal((exitCode) => {
    if (stoppedWith !== undefined) return;
    stoppedWith = exitCode;
    io.stderr('interrupted: deleting what was created\n');
    stop.abort();
    grace = setTimeout(() => cut.abort(), TEARDOWN_GRACE_MS);
  });
  const transport = await io.openTransport(network);
  try {
    const options: RunPlansOptions = {
      ...settings,
      seed: settings.seed ?? Math.floor(io.random() * 0x1_0000_0000),
      bundle,
      plans,
      provedBefore,
      ...cutShort(cut.signal, transport.send, io.clock),
      random: io.random,
      env: io.env,
      stop: stop.signal,
      scripts: {
        run: scriptProcess(io.sandbox, stop.signal),
        resolve: network.proxy === undefined ? io.resolve : undefined,
        debug: io.env['DEZYCRO_DEBUG'] === '1' ? (line) => io.stderr(`${line}\n`) : undefined,
      },
      onProgress: (progress) => {
        for (const reporter of reporters) reporter.progress?.(progress);
      },
      onFailure: (failure) => {
        for (const reporter of reporters) reporter.found?.(failure);
      },
    };
    const ran = await runPlans(options);
    const result =
      explorations.length === 0 || stop.signal.aborted ? ran : await withExplored(ran, options, explorations);
    const final: ResultDocument = { ...result, exitCode: stoppedWith ?? result.exitCode };
    keep(kept, final, io);
    report(reporters, final, io);
    return final.exitCode;
  } catch (error) {
    if (!(error instanceof WrongBaseUrl)) throw error;
    throw new UsageError('WRONG_BASE_URL', error.message, error.fix, { exitCode: 3 });
  } finally {
    clearTimeout(grace);
    ignoreSignals();
    await transport.close();
  }
}

function selectPlans(bundle: PlanBundle, { journeyIds, personas }: RunSettings): Plan[] {
  if (bundle.plans.every(isRefusal)) {
    throw new UsageError(
      'NO_EXECUTABLE_PLANS',
      bundle.plans.length === 0
        ? 'this verifier has no executable plan'
        : 'this verifier has plans of refusals only, which a server that refuses everything would pass',
      'publish a spec whose resources can be created and read back, then build again',
      { reason: 'NO_EXECUTABLE_PLANS', journeys: [], dropped: [] },
    );
  }
  const wanted = new Set(journeyIds.map((named) => planNamed(named, bundle.plans).journeyId));
  const unknownName = personas.find((name) => !bundle.personas.some((persona) => persona.name === name));
  if (unknownName !== undefined) {
    throw new UsageError('UNKNOWN_PERSONA', `no persona is named "${unknownName}"`, 'doctor lists the personas');
  }
  return bundle.plans.filter(
    (plan) =>
      (wanted.size === 0 || wanted.has(plan.journeyId)) &&
      (personas.length === 0 || plan.personas.some((name) => personas.includes(name))),
  );
}

/** The plan whose id begins with `named`, or whose name it is. Throws UsageError if none or several match. */
function planNamed(named: string, plans: readonly Plan[]): Plan {
  const found = plans.filter(({ journeyId, name }) => journeyId.startsWith(named) || name === named);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new UsageError(
    'UNKNOWN_JOURNEY',
    found.length === 0
      ? `no journey has the id or the name ${named}`
      : `${found.length} journeys have an id that begins with ${named}, or this name`,
    'its journeys: dezycro plan SPEC --json, or dezycro-verify plan show',
  );
}

/** The base URL as requests use it. Throws UsageError. */
export function checkedBaseUrl(baseUrl: string, bundle: PlanBundle): string {
  try {
    return resolveBaseUrl(baseUrl, bundle.basePath);
  } catch (error) {
    if (!(error instanceof InvalidBaseUrl)) throw error;
    throw new UsageError('INVALID_BASE_URL', error.message, 'give --base-url as in http://127.0.0.1:8080');
  }
}

function startOf(
  bundle: PlanBundle,
  plans: Plan[],
  baseUrl: string,
  { again, spec, requirements }: RunSettings,
  env: CliIo['env'],
): RunStart {
  const variables = neededVariables(bundle, plans, env);
  const count = (kind: 'persona' | 'param') => {
    const own = variables.filter((one) => one.kind === kind);
    return { ready: own.filter(({ set }) => set).length, needed: own.length };
  };
  return {
    bundle,
    baseUrl,
    again: again ?? `dezycro-verify run --base-url ${shellWord(baseUrl)}`,
    ...(spec === undefined ? {} : { spec }),
    ...(requirements === undefined ? {} : { requirements }),
    personas: count('persona'),
    params: count('param'),
  };
}

/**
 * The command that replays a failure: from the JSON report if one is written to a file, else from the kept run. Empty
 * if there is neither.
 */
function replayOf({ reporters }: RunSettings, kept: string | undefined): Pick<RunStart, 'replay'> {
  const report = reporters.find(({ name, path }) => name === 'json' && path !== undefined)?.path;
  if (report === undefined && kept === undefined) return {};
  return {
    replay: { command: 'dezycro replay', options: report === undefined ? '' : ` --result ${shellWord(report)}` },
  };
}

/**
 * Keeps the run for `dezycro replay`, in place of the last one in this folder. A failure to write is only a warning.
 */
function keep(path: string | undefined, result: ResultDocument, io: RunIo): void {
  if (path === undefined) return;
  try {
    io.keepFile(path, JSON.stringify(lastRunOf(result)));
  } catch (error) {
    io.stderr(`warning: the run could not be kept for dezycro replay: ${(error as Error).message}\n`);
  }
}

/** Writes the reports. A report that cannot be written is only a message on stderr, and never changes the exit code. */
function report(reporters: Reporter[], result: ResultDocument, io: RunIo): void {
  for (const reporter of reporters) {
    try {
      reporter.end(result);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      io.stderr(`a report could not be written: ${message.replaceAll(/\s+/g, ' ')}\n`);
    }
  }
}
