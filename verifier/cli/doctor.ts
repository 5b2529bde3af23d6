import type { AuthType, PlanBundle } from '../plan/plan.ts';
import type { CliIo } from './cli-io.ts';
import { neededVariables, type NeededVariable } from './needed-variables.ts';
import { probeEnvironment, type ProbeIo, type ProbeReport, type ProbeSettings } from './probe-environment.ts';

export type DoctorReport = {
  ok: boolean;
  variables: NeededVariable[];
  /** Only with `--probe`. */
  target?: ProbeReport['target'];
  credentials?: ProbeReport['credentials'];
  bundle: { title: string; specHash: string; jepVersion: string; flowVersion: string; plans: number };
  notes: string[];
};

/** Variables that let the caller run other code inside the binary. */
const SUSPICIOUS = ['BUN_OPTIONS', 'BUN_BE_BUN'];

/** What a credential looks like, by type: for the line that says how to mend a gap. */
const EXAMPLES: Record<AuthType, string> = {
  BEARER: '{"token":"…"}',
  BASIC: '{"username":"…","password":"…"}',
  HEADER: '{"headers":{"X-Api-Key":"…"}}',
  HTTP_ENDPOINT: '{"url":"…","body":"…"}',
  JS: '{…}',
  NONE: '{}',
};

/**
 * What the environment must hold and what each gap costs; exit 0 when nothing needed is unset and no probe failed, else 1.
 * Without `probe` nothing is sent and only names are read. Planner and verifier §8, arazzo and CI §2.3.
 */
export async function doctor(
  bundle: PlanBundle,
  json: boolean,
  io: Pick<CliIo, 'stdout'> & ProbeIo,
  probe?: ProbeSettings,
): Promise<0 | 1> {
  const probed = probe === undefined ? undefined : await probeEnvironment(bundle, probe, io);
  const report = examine(bundle, io.env, probed);
  io.stdout(json ? `${JSON.stringify(report, null, 2)}\n` : `${readable(report, bundle).join('\n')}\n`);
  return report.ok ? 0 : 1;
}

function examine(bundle: PlanBundle, env: CliIo['env'], probed: ProbeReport | undefined): DoctorReport {
  const variables = neededVariables(bundle, bundle.plans, env);
  const { title, specHash, jepVersion, flowVersion, plans } = bundle;
  const probes = probed === undefined ? [] : [probed.target, ...Object.values(probed.credentials)];
  return {
    ok: variables.every(({ set }) => set) && probes.every(({ ok }) => ok),
    variables,
    ...probed,
    bundle: { title, specHash, jepVersion, flowVersion, plans: plans.length },
    notes: [
      ...bundle.personas
        .filter(({ authType, script }) => authType === 'JS' && script === undefined)
        .map(({ name }) => `persona ${name} is of type JS, and this verifier carries no script for it`),
      ...SUSPICIOUS.filter((name) => env[name] !== undefined).map(
        (name) => `${name} is set: it can change what this binary runs`,
      ),
    ],
  };
}

function readable(report: DoctorReport, bundle: PlanBundle): string[] {
  const { target, notes } = report;
  return [
    ...section('Personas', 'persona', report, bundle),
    ...section('Params', 'param', report, bundle),
    ...(target === undefined ? [] : [line('Target', target.ok ? 'ok' : 'error', `${target.url}: ${target.detail}`)]),
    line('Bundle', 'ok', `${bundle.title} · spec ${bundle.specHash} · ${bundle.plans.length} plans`),
    ...notes.map((note) => line('Note', 'warn', note)),
  ];
}

function section(title: string, kind: NeededVariable['kind'], report: DoctorReport, bundle: PlanBundle): string[] {
  const own = report.variables.filter((one) => one.kind === kind);
  if (own.length === 0) return [line(title, 'ok', 'none needed')];
  return own.map((variable, index) => {
    const { level, text } = describe(variable, report, bundle);
    return line(index === 0 ? title : '', level, text);
  });
}

type Level = 'ok' | 'warn' | 'error';

function describe(
  { name, kind, set, neededBy, outcomeIfUnset }: NeededVariable,
  { credentials = {} }: DoctorReport,
  { personas }: PlanBundle,
): { level: Level; text: string } {
  const persona = kind === 'persona' ? personas.find(({ envVar }) => envVar === name) : undefined;
  const shown = persona === undefined ? name : `${persona.name}  ${name}`;
  const probed = credentials[name];
  if (set && probed?.ok === false) return { level: 'error', text: `${shown}: ${probed.detail}` };
  if (set) return { level: 'ok', text: probed === undefined ? shown : `${shown} (${probed.detail})` };
  const cost = `${neededBy.steps} steps in ${neededBy.journeys} journeys ${outcomeIfUnset}`;
  const example = persona === undefined ? '…' : `'${EXAMPLES[persona.authType]}'`;
  const text = `${shown} not set → ${cost}   fix: export ${name}=${example}`;
  return { level: kind === 'persona' ? 'error' : 'warn', text };
}

/** Titles come from a spec: they must not drive the terminal. */
function line(title: string, level: Level, text: string): string {
  return `${title.padEnd(10)} ${`[${level}]`.padEnd(7)} ${text.replaceAll(/\p{Cc}/gu, ' ')}`;
}
