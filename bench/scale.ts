import { isDeepStrictEqual } from 'node:util';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Figure } from './main.ts';
import { atMost } from './measure.ts';
import { assess, exceeded } from './scale/assess.ts';
import { priceDay, totalOf } from './scale/price-day.ts';
import { activityNames, recordTrace, type Trace } from './scale/record-trace.ts';
import { writePage } from './scale/scale-page.ts';
import { steps, workload } from './scale/workload.ts';

export const flags = ['--write'];

const file = new URL('scale/trace.json', import.meta.url);

/**
 * Estimates for 10 to 100,000 tenants which AWS limit is exceeded most, and what a day costs, by a trace recorded here.
 * `--write` keeps the trace and writes the tables of `docs/scale.md`.
 */
export const run = async (given: string[]): Promise<Figure[]> => {
  const trace = await recordTrace();
  if (given.includes('--write')) {
    writeFileSync(file, `${JSON.stringify(trace, null, 2)}\n`);
    writePage(trace);
  }
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Trace;
  const stale = activityNames.filter((name) => !isDeepStrictEqual(kept[name].touches, trace[name].touches));
  for (const name of stale) console.log(`${name} differs from bench/scale/trace.json: run it with --write`);
  const figures = steps.flatMap((tenants) => {
    const first = exceeded(assess(trace, tenants))[0];
    return [
      figure(`${tenants} tenants: ${first?.name ?? 'every limit holds'}`, (first?.share ?? 0) * 100, '%'),
      figure(`${tenants} tenants: a day`, totalOf(priceDay(trace, tenants * workload.runsPerTenantADay)), '$'),
    ];
  });
  return [...figures, atMost('activities that differ from the kept trace', stale.length, 0, '')];
};

const figure = (name: string, value: number, unit: string): Figure =>
  atMost(name, value, Number.POSITIVE_INFINITY, unit);
