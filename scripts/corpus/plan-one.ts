/** Plans one document in a process of its own (argument: its file) and prints one line of JSON: what came of it, and what it cost. */
import { readFileSync } from 'node:fs';

import { planFeature } from '#planner/plan-feature.ts';
import { SpecError } from '#planner/spec/spec-error.ts';

const [file = ''] = process.argv.slice(2);

/** What came of one document. CPU seconds, so that the figure does not depend on what else the machine does. */
export type Planned = {
  refused?: string;
  operations: number;
  reached: number;
  plans: number;
  leftOut: number;
  causes: Record<string, number>;
  cpuSeconds: number;
  peakMegabytes: number;
};

async function plan(): Promise<Omit<Planned, 'cpuSeconds' | 'peakMegabytes'>> {
  try {
    const { bundle, operations, dropped, warnings } = await planFeature({
      spec: readFileSync(file, 'utf8'),
      personas: [],
      nowMs: () => process.cpuUsage().user / 1000,
    });
    const causes: Record<string, number> = {};
    for (const { reason } of dropped) causes[reason] = (causes[reason] ?? 0) + 1;
    return {
      operations: operations.length,
      reached: operations.filter(({ journeyIds }) => journeyIds.length > 0).length,
      plans: bundle.plans.length,
      leftOut: warnings.length,
      causes,
    };
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return { refused: `${error.code}: ${error.message}`, operations: 0, reached: 0, plans: 0, leftOut: 0, causes: {} };
  }
}

const outcome = await plan();
const { user, system } = process.cpuUsage();
const planned: Planned = {
  ...outcome,
  cpuSeconds: (user + system) / 1e6,
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
};
process.stdout.write(JSON.stringify(planned));
