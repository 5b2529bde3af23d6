import { createHash } from 'node:crypto';
import { accessWarnings, describeAccess } from '../auth/script-access.ts';
import { personaFingerprint } from '../plan/persona-fingerprint.ts';
import type { AuthType, PersonaBinding, PlanBundle } from '../plan/plan.ts';
import type { CliIo } from './cli-io.ts';
import { neededVariables, type NeededVariable } from './needed-variables.ts';
import { probeEnvironment, type ProbeIo, type ProbeReport, type ProbeSettings } from './probe-environment.ts';

export type DoctorReport = {
  ok: boolean;
  variables: NeededVariable[];
  /** Present only with `--probe`. */
  target?: ProbeReport['target'];
  credentials?: ProbeReport['credentials'];
  bundle: {
    title: string;
    specHash: string;
    jepVersion: string;
    flowVersion: string;
    plans: number;
    /** Plans that a proof saw fail on a mutant. */
    proved: number;
    /** Journeys that need credentials and have no persona. */
    unidentified: number;
    /** The personas of the build, each with its fingerprint. */
    personas: { name: string; fingerprint: string }[];
    /** What the script of each JS persona may see and call. */
    scripts: ScriptShown[];
  };
  notes: string[];
  /**
   * Only from `dezycro doctor`. `signature`: who signed this file. `staleness`: personas of the service that changed
   * since the build.
   */
  signature?: { ok: boolean; detail: string };
  staleness?: { personas: string[]; detail: string };
  /** The access token for the service. `ok` is false if it is refused or ends within 14 days. */
  token?: { ok: boolean; detail: string };
};

/** `sha256`: hex, of the script. */
type ScriptShown = { persona: string; sha256: string; sees: string; calls: string };

/** Environment variables that make a Bun binary run other code. */
const SUSPICIOUS = ['BUN_OPTIONS', 'BUN_BE_BUN'];

/** Examples of a variable's value by auth type, for the hint how to set it. */
const EXAMPLES: Record<AuthType, string> = {
  BEARER: '{"token":"…"}',
  BASIC: '{"username":"…","password":"…"}',
  HEADER: '{"headers":{"X-Api-Key":"…"}}',
  HTTP_ENDPOINT: '{"url":"…","body":"…"}',
  JS: '{…}',
  NONE: '{}',
};

/**
 * Checks the environment of a verifier and prints the report. Returns 0 if each needed variable is set, each probe
 * succeeded and no journey lacks a persona, else 1. Without `probe` nothing is sent. Planner and verifier §8, Arazzo
 * and CI §2.3.
 */
export async function doctor(
  bundle: PlanBundle,
  json: boolean,
  io: Pick<CliIo, 'stdout'> & ProbeIo,
  probe?: ProbeSettings,
): Promise<0 | 1> {
  const probed = probe === undefined ? undefined : await probeEnvironment(bundle, probe, io);
  const report = examine(bundle, io.env, probed);
  io.stdout(showDoctor(report, json));
  return report.ok ? 0 : 1;
}

/** The report as JSON or as a checklist. */
export function showDoctor(report: DoctorReport, json: boolean): string {
  return json ? `${JSON.stringify(report, null, 2)}\n` : `${checklist(report).join('\n')}\n`;
}

function examine(bundle: PlanBundle, env: CliIo['env'], probed: ProbeReport | undefined): DoctorReport {
  const variables = neededVariables(bundle, bundle.plans, env);
  const { title, specHash, jepVersion, flowVersion, plans, unidentified = 0 } = bundle;
  const probes = probed === undefined ? [] : [probed.target, ...Object.values(probed.credentials)];
  return {
    ok: unidentified === 0 && variables.every(({ set }) => set) && probes.every(({ ok }) => ok),
    variables,
    ...probed,
    bundle: {
      title,
      specHash,
      jepVersion,
      flowVersion,
      plans: plans.length,
      proved: plans.filter(({ proof }) => proof.length > 0).length,
      unidentified,
      personas: bundle.personas.map((one) => ({ name: one.name, fingerprint: personaFingerprint(one) })),
      scripts: bundle.personas.flatMap(scriptShown),
    },
    notes: [
      ...bundle.personas
        .filter(({ authType, script }) => authType === 'JS' && script === undefined)
        .map(({ name }) => `persona ${name} is of type JS, and this verifier carries no script for it`),
      ...accessWarnings(bundle.personas),
      ...SUSPICIOUS.filter((name) => env[name] !== undefined).map(
        (name) => `${name} is set: it can change what this binary runs`,
      ),
    ],
  };
}

function scriptShown(persona: PersonaBinding): ScriptShown[] {
  if (persona.script === undefined) return [];
  const sha256 = createHash('sha256').update(persona.script).digest('hex');
  const { sees, calls } = describeAccess(persona);
  return [{ persona: persona.name, sha256, sees, calls }];
}

function checklist(report: DoctorReport): string[] {
  const { target, notes, bundle, signature, staleness, token } = report;
  const facts = [
    bundle.title,
    `spec ${bundle.specHash.slice(0, 19)}`,
    'plans intact',
    ...(signature === undefined ? [] : [signature.detail]),
    `${count(bundle.plans, 'plan')}, ${bundle.proved} proved`,
  ];
  return [
    ...section('Personas', 'persona', report),
    ...unidentifiedLines(report),
    ...section('Params', 'param', report),
    ...bundle.scripts.map(({ persona, sha256, sees, calls }, index) =>
      line(index === 0 ? 'Scripts' : '', 'ok', `${persona} (${sha256.slice(0, 12)}) sees ${sees} and calls ${calls}`),
    ),
    ...(target === undefined ? [] : [line('Target', target.ok ? 'ok' : 'error', `${target.url}: ${target.detail}`)]),
    line('Bundle', signature?.ok === false ? 'warn' : 'ok', facts.join(' · ')),
    ...(staleness === undefined ? [] : staleLines(staleness)),
    ...(token === undefined ? [] : [line('Token', token.ok ? 'ok' : 'warn', token.detail)]),
    ...notes.map((note) => line('Note', 'warn', note)),
  ];
}

function staleLines({ personas, detail }: NonNullable<DoctorReport['staleness']>): string[] {
  if (personas.length === 0) return [line('Staleness', 'ok', detail)];
  return personas.map((name, index) =>
    line(
      index === 0 ? 'Staleness' : '',
      'warn',
      `persona "${name}" changed after this build → regenerate   fix: dezycro publish SPEC`,
    ),
  );
}

/** The line about journeys that need credentials and have no persona. */
function unidentifiedLines({ bundle: { unidentified, plans }, variables }: DoctorReport): string[] {
  // Undefined in verifiers of an earlier version.
  if (!unidentified) return [];
  const title = variables.some(({ kind }) => kind === 'persona') ? '' : 'Personas';
  const cost = `${unidentified} of ${count(plans, 'journey')} INCONCLUSIVE_AUTH_REQUIRED`;
  return [line(title, 'warn', `no persona for them → ${cost}   fix: add a persona, then build or publish again`)];
}

function section(title: string, kind: NeededVariable['kind'], report: DoctorReport): string[] {
  const own = report.variables.filter((one) => one.kind === kind);
  const isLacking = kind === 'persona' && report.bundle.unidentified;
  if (own.length === 0) return isLacking ? [] : [line(title, 'ok', 'none needed')];
  const width = Math.max(...own.map(({ persona = '' }) => persona.length));
  return own.map((variable, index) => {
    const { level, text } = describe(variable, report.credentials?.[variable.name]);
    const who = variable.persona === undefined ? '' : `${variable.persona.padEnd(width)}  `;
    return line(index === 0 ? title : '', level, `${who}${text}`);
  });
}

type Level = 'ok' | 'warn' | 'error';

function describe(
  { name, set, neededBy, authType }: NeededVariable,
  probed: { ok: boolean; detail: string } | undefined,
): { level: Level; text: string } {
  if (set && probed?.ok === false) return { level: 'error', text: `${name}: ${probed.detail}` };
  if (set) return { level: 'ok', text: probed === undefined ? name : `${name} (${probed.detail})` };
  const journeys = count(neededBy.journeys, 'journey');
  if (authType !== undefined) {
    const fix = `export ${name}='${EXAMPLES[authType]}'`;
    return { level: 'error', text: `${name} not set → ${journeys} INCONCLUSIVE_AUTH_REQUIRED   fix: ${fix}` };
  }
  const cost = `${count(neededBy.steps, 'step')} skipped in ${journeys}`;
  return { level: 'warn', text: `${name} not set → ${cost}   fix: export ${name}=…` };
}

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;

/** A line of the checklist without control characters, because titles come from a spec. */
function line(title: string, level: Level, text: string): string {
  return `${title.padEnd(10)} ${`[${level}]`.padEnd(7)} ${text.replaceAll(/\p{Cc}/gu, ' ')}`;
}
