import { parseArgs } from 'node:util';
import type { FailOn } from '../verdicts/exit-code.ts';
import type { ProbeSettings } from './probe-environment.ts';
import { isDocument } from './open-reporters.ts';
import { REPORTERS, type ReporterChoice } from './reporter-choice.ts';
import type { NetworkFlags } from './read-network.ts';
import type { RunSettings } from './run-settings.ts';
import { UsageError } from './usage-error.ts';

export type Command =
  | { command: 'run'; settings: RunSettings }
  | { command: 'doctor'; json: boolean; probe?: ProbeSettings }
  | { command: 'plan show' | 'version'; json: boolean }
  | { command: 'help' };

export const USAGE = `dezycro-verify run --all | --journey ID… | --failed LAST.json  --base-url URL [--json] [--reporter name[=path]]… [--persona NAME]…
                   [--concurrency N] [--rate N/s] [--timeout SECONDS] [--seed N]
                   [--fail-on decisive|inconclusive|skip]
                   [--cacert FILE] [--cert FILE --key FILE] [--proxy URL]
                   --failed runs all journeys but those that passed in an earlier result
                   [--junit-inconclusive skipped|error]
                   --reporter is json, junit, github, tty, html, ndjson, sarif or ctrf, as often as needed;
                   without =path it goes to stdout, github to the step's annotations and job summary
                   --concurrency is the most journeys at a time (default 8): a run begins with one, and goes on with
                   more as long as the API answers well; --rate is the most requests a second, as in 10/s
                   --timeout is for each request (default 30), --seed repeats the unique values of an earlier run
dezycro-verify doctor [--json]     what the environment must hold, and what each gap costs
       [--probe --base-url URL]    also asks the API and each credential once; --cacert, --cert, --key, --proxy as above
dezycro-verify plan show [--json]  the journeys of this verifier
dezycro-verify version [--json]

Exit: 0 all well · 1 decisive failure · 2 usage · 3 inconclusive · 4 target unreachable · 5 damaged verifier
`;

const OPTIONS = {
  all: { type: 'boolean' },
  journey: { type: 'string', multiple: true },
  'base-url': { type: 'string' },
  json: { type: 'boolean' },
  reporter: { type: 'string', multiple: true },
  persona: { type: 'string', multiple: true },
  concurrency: { type: 'string' },
  rate: { type: 'string' },
  timeout: { type: 'string' },
  seed: { type: 'string' },
  'fail-on': { type: 'string' },
  'junit-inconclusive': { type: 'string' },
  probe: { type: 'boolean' },
  failed: { type: 'string' },
  cacert: { type: 'string' },
  cert: { type: 'string' },
  key: { type: 'string' },
  proxy: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values'];

/** Parses the command line. Throws UsageError for unknown, missing or invalid arguments. */
export function parseArguments(argv: readonly string[]): Command {
  const { values, positionals } = parse(argv);
  const command = values.version && positionals.length === 0 ? 'version' : positionals.join(' ');
  if (values.help || command === 'help') return { command: 'help' };
  if (command === 'run') return { command, settings: runSettings(values) };
  if (command === 'doctor' && values.probe === true)
    return { command, json: values.json === true, probe: probeSettings(values) };
  if (command !== 'doctor' && command !== 'plan show' && command !== 'version') {
    throw usage(command === '' ? 'a command is missing' : `unknown command "${command}"`);
  }
  const surplus = Object.keys(values).find((name) => name !== 'json' && name !== 'version');
  if (surplus !== undefined) throw usage(`--${surplus} does not belong to "${command}"`);
  return { command, json: values.json === true };
}

const PROBE_FLAGS = new Set(['json', 'probe', 'base-url', 'cacert', 'cert', 'key', 'proxy']);

function probeSettings(values: Options): ProbeSettings {
  const surplus = Object.keys(values).find((name) => !PROBE_FLAGS.has(name));
  if (surplus !== undefined) throw usage(`--${surplus} does not belong to "doctor"`);
  if (values['base-url'] === undefined) throw usage('doctor --probe needs --base-url URL');
  return { baseUrl: values['base-url'], network: networkOf(values) };
}

function parse(argv: readonly string[]): { values: Options; positionals: string[] } {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error));
  }
}

/** The settings of a run from its options. Throws UsageError. */
export function runSettings(values: Options): RunSettings {
  const journeyIds = values.journey ?? [];
  if (values.all === true && journeyIds.length > 0) throw usage('--all and --journey exclude each other');
  if (values.failed !== undefined && journeyIds.length > 0) throw usage('--failed and --journey exclude each other');
  if (values.all !== true && journeyIds.length === 0 && values.failed === undefined) {
    throw usage('run needs --all, --journey ID or --failed FILE');
  }
  if (values['base-url'] === undefined) throw usage('--base-url URL is missing');
  const timeout = values.timeout === undefined ? undefined : Number(values.timeout);
  if (timeout !== undefined && !(timeout > 0 && timeout <= 3600)) {
    throw usage('--timeout takes seconds, more than 0 and up to 3600');
  }
  return {
    baseUrl: values['base-url'],
    json: values.json === true,
    reporters: reportersOf(values),
    ...(values['junit-inconclusive'] === undefined
      ? {}
      : { junitInconclusive: junitInconclusiveOf(values['junit-inconclusive']) }),
    journeyIds,
    personas: values.persona ?? [],
    network: networkOf(values),
    ...(values.failed === undefined ? {} : { failedFile: values.failed }),
    ...(values.concurrency === undefined ? {} : { concurrency: integer('--concurrency', values.concurrency, 1, 64) }),
    ...(values.rate === undefined ? {} : { ratePerSecond: rateOf(values.rate) }),
    ...(values.seed === undefined ? {} : { seed: integer('--seed', values.seed, 0, 0xffffffff) }),
    ...(timeout === undefined ? {} : { stepTimeoutMs: timeout * 1000 }),
    ...(values['fail-on'] === undefined ? {} : { failOn: failOnOf(values['fail-on']) }),
  };
}

function reporterOf(text: string): ReporterChoice {
  const at = text.indexOf('=');
  const [given, path] = at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
  const name = REPORTERS.find((one) => one === given);
  if (name === undefined) throw usage(`--reporter takes ${REPORTERS.join(', ')}, not "${text}"`);
  if (path === '') throw usage(`--reporter ${name}= names no file`);
  return path === undefined ? { name } : { name, path };
}

/** The chosen reporters. Throws UsageError if two documents would go to stdout. */
function reportersOf(values: Options): ReporterChoice[] {
  const choices = (values.reporter ?? []).map(reporterOf);
  const onStdout = new Set(choices.filter((choice) => isDocument(choice)).map(({ name }) => name));
  if (values.json === true) onStdout.add('json');
  if (onStdout.size > 1) {
    throw usage(
      `only one of ${[...onStdout].join(', ')} can go to stdout: give the others a file, as in --reporter name=path`,
    );
  }
  return choices;
}

function networkOf({ cacert, cert, key, proxy }: Options): NetworkFlags {
  if ((cert === undefined) !== (key === undefined)) throw usage('--cert and --key belong together');
  if (proxy !== undefined && !(/^https?:/i.test(proxy) && URL.canParse(proxy))) {
    throw usage('--proxy takes an http(s) URL');
  }
  return {
    ...(cacert === undefined ? {} : { caFile: cacert }),
    ...(cert === undefined ? {} : { certFile: cert }),
    ...(key === undefined ? {} : { keyFile: key }),
    ...(proxy === undefined ? {} : { proxy }),
  };
}

function failOnOf(text: string): FailOn {
  if (text === 'decisive' || text === 'inconclusive' || text === 'skip') return text;
  throw usage(`--fail-on takes decisive, inconclusive or skip, not "${text}"`);
}

function junitInconclusiveOf(text: string): 'skipped' | 'error' {
  if (text === 'skipped' || text === 'error') return text;
  throw usage(`--junit-inconclusive takes skipped or error, not "${text}"`);
}

function rateOf(text: string): number {
  const perSecond = Number(/^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(text)?.[1]);
  if (perSecond > 0 && perSecond <= 10_000) return perSecond;
  throw usage(`--rate takes requests a second, as in 10/s, up to 10000, not "${text}"`);
}

function integer(flag: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw usage(`${flag} takes a whole number from ${least} to ${most}, not "${text}"`);
}

function usage(message: string): UsageError {
  return new UsageError('USAGE', message, 'dezycro-verify --help shows the commands and flags');
}
