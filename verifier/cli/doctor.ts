import type { PlanBundle } from '../plan/plan.ts';
import type { CliIo } from './cli-io.ts';
import { neededVariables, type NeededVariable } from './needed-variables.ts';

export type DoctorReport = {
  ok: boolean;
  variables: NeededVariable[];
  bundle: { title: string; specHash: string; jepVersion: string; flowVersion: string; plans: number };
  notes: string[];
};

/** Variables that let the caller run other code inside the binary. */
const SUSPICIOUS = ['BUN_OPTIONS', 'BUN_BE_BUN'];

/** What the environment must hold and what each gap costs; exit 0 when nothing needed is unset, else 1. Planner and verifier §8. */
export function doctor(bundle: PlanBundle, json: boolean, io: Pick<CliIo, 'env' | 'stdout'>): 0 | 1 {
  const report = examine(bundle, io.env);
  io.stdout(json ? `${JSON.stringify(report, null, 2)}\n` : `${readable(report).join('\n')}\n`);
  return report.ok ? 0 : 1;
}

function examine(bundle: PlanBundle, env: CliIo['env']): DoctorReport {
  const variables = neededVariables(bundle, bundle.plans, env);
  const { title, specHash, jepVersion, flowVersion, plans } = bundle;
  return {
    ok: variables.every(({ set }) => set),
    variables,
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

function readable({ variables, bundle, notes }: DoctorReport): string[] {
  return [
    ...section('Personas', variables, 'persona'),
    ...section('Params', variables, 'param'),
    `Bundle     [ok]    ${bundle.title} · spec ${bundle.specHash} · ${bundle.plans} plans`,
    ...notes.map((note) => `Note       [warn]  ${note}`),
  ];
}

function section(title: string, variables: NeededVariable[], kind: NeededVariable['kind']): string[] {
  const own = variables.filter((one) => one.kind === kind);
  if (own.length === 0) return [`${title.padEnd(10)} [ok]    none needed`];
  return own.map(({ name, set, neededBy, outcomeIfUnset }, index) => {
    const label = (index === 0 ? title : '').padEnd(10);
    const gap = kind === 'persona' ? '[error]' : '[warn] ';
    const cost = `${neededBy.steps} steps in ${neededBy.journeys} journeys ${outcomeIfUnset}   fix: export ${name}=…`;
    return set ? `${label} [ok]    ${name}` : `${label} ${gap} ${name} not set → ${cost}`;
  });
}
