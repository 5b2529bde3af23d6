/**
 * Plans one document in a process of its own and prints one line of JSON: what came of it, and what it cost. Arguments: its file, a file of
 * personas, and what comes from outside, where there is any. It is planned twice: with just that from outside, and with every path parameter that nothing creates.
 */
import { readFileSync } from 'node:fs';
import { planFeature } from '#planner/plan-feature.ts';
import { SpecError } from '#planner/intake/json/spec-error.ts';
import type { Persona } from '#planner/personas/persona.ts';
import type { OperationCoverage } from '#planner/outcome/planned-feature.ts';

const [file = '', personasFile, ...envProvidedParams] = process.argv.slice(2);
const personas = personasFile === undefined ? [] : (JSON.parse(readFileSync(personasFile, 'utf8')) as Persona[]);

/** What came of one document. CPU seconds, so that the figures do not depend on what else the machine does. */
export type Planned = {
  refused?: string;
  operations: number;
  reached: number;
  /** The same with every path parameter that no operation creates declared as env-provided. */
  reachedProvided: number;
  plans: number;
  leftOut: number;
  causes: Record<string, number>;
  /** Of the first planning, reading and proof included, the start of the process not. */
  planCpuMs: number;
  /** Of the dearer of the two plannings: of the thread that plans, which is what the clock shows on an idle machine. */
  seconds: number;
  /** The same with the threads on which V8 compiles and collects beside it. */
  cpuSeconds: number;
  peakMegabytes: number;
};

const NOTHING = { operations: 0, reached: 0, reachedProvided: 0, plans: 0, leftOut: 0, causes: {}, planCpuMs: 0 };

async function plan(): Promise<Planned> {
  try {
    const spec = readFileSync(file, 'utf8');
    const before = process.cpuUsage();
    const planned = await planFeature({ spec, personas, envProvidedParams });
    const { user, system } = process.cpuUsage(before);
    const first = costSoFar();
    const { bundle, operations, dropped, warnings, paramsFromOutside } = planned;
    const causes: Record<string, number> = {};
    for (const { reason } of dropped) causes[reason] = (causes[reason] ?? 0) + 1;
    const provided = await planFeature({
      spec,
      personas,
      envProvidedParams: [...envProvidedParams, ...paramsFromOutside],
    });
    const both = costSoFar();
    return {
      seconds: Math.max(first.seconds, both.seconds - first.seconds),
      cpuSeconds: Math.max(first.cpuSeconds, both.cpuSeconds - first.cpuSeconds),
      peakMegabytes: both.peakMegabytes,
      operations: operations.length,
      reached: reachedOf(operations),
      reachedProvided: reachedOf(provided.operations),
      plans: bundle.plans.length,
      leftOut: warnings.length,
      causes,
      planCpuMs: (user + system) / 1000,
    };
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return { ...NOTHING, ...costSoFar(), refused: `${error.code}: ${error.message}` };
  }
}

function reachedOf(operations: OperationCoverage[]): number {
  return operations.filter(({ journeyIds }) => journeyIds.length > 0).length;
}

/** CPU and memory up to here. */
function costSoFar(): Pick<Planned, 'seconds' | 'cpuSeconds' | 'peakMegabytes'> {
  const inSeconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6;
  return {
    seconds: inSeconds(process.threadCpuUsage()),
    cpuSeconds: inSeconds(process.cpuUsage()),
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
}

process.stdout.write(JSON.stringify(await plan()));
