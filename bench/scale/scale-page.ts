import { readFileSync, writeFileSync } from 'node:fs';
import { assess, type Assessed, exceeded, limits } from './assess.ts';
import { type DayPrice, priceDay, totalOf } from './price-day.ts';
import { activityNames, type Trace } from './record-trace.ts';
import { simulateMatrix } from './simulate.ts';
import { perRun, steps, workload } from './workload.ts';

const page = new URL('../../docs/scale.md', import.meta.url);
const begin = (name: string): string => `<!-- begin ${name} -->\n`;
const end = (name: string): string => `\n<!-- end ${name} -->`;

/** The text of `docs/scale.md` with its tables made from the trace. Text written by people stays. */
export const pageOf = (trace: Trace, text = readFileSync(page, 'utf8')): string => {
  const assessed = steps.map((tenants) => assess(trace, tenants));
  const tables: Record<string, string> = {
    activities: activityTable(trace),
    limits: limitTable(assessed),
    first: firstTable(assessed),
    lifts: liftTable(),
    keys: keyTable(trace, assessed.at(-1)!),
    cost: costTable(trace),
  };
  return Object.entries(tables).reduce((whole, [name, table]) => put(whole, name, table), text);
};

export const writePage = (trace: Trace): void => writeFileSync(page, pageOf(trace));

const put = (text: string, name: string, table: string): string => {
  const [before, rest = ''] = text.split(begin(name), 2);
  const [, after] = rest.split(end(name), 2);
  if (after === undefined) throw new Error(`docs/scale.md has no place for the table "${name}".`);
  return `${before}${begin(name)}${table}${end(name)}${after}`;
};

const tableOf = (rows: (string | number)[][]): string =>
  rows
    .toSpliced(
      1,
      0,
      rows[0]!.map((_, column) => (column === 0 ? '---' : '---:')),
    )
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

const grouped = (value: number): string => value.toLocaleString('en-US');
/** A number with three significant digits. */
const short = (value: number): string => grouped(Number(value.toPrecision(3)));
const dollars = (value: number): string => `$${value < 100 ? value.toFixed(2) : grouped(Math.round(value))}`;

const activityTable = (trace: Trace): string =>
  tableOf([
    ['activity', 'for one run', 'requests', 'calls of jobs', 'read units', 'write units of the table', 'of GSI1'],
    ...activityNames.map((name) => {
      const { requests, jobs, touches } = trace[name];
      const written = (store: string): number =>
        touches.reduce((sum, touch) => sum + (touch.store === store ? touch.writeUnits : 0), 0);
      const reads = touches.reduce((sum, { readUnits }) => sum + readUnits, 0);
      return [name, perRun[name], requests.length, jobs.length, reads, written('table'), written('index')];
    }),
  ]);

const limitTable = (assessed: Assessed[]): string =>
  tableOf([
    ['limit', 'most', ...steps.map((tenants) => `${grouped(tenants)} tenants`)],
    ...limits.map(({ id, name, most, unit }) => [
      name,
      `${grouped(most)} ${unit}`,
      ...assessed.map(({ loads }) => shareOf(loads[id]! / most)),
    ]),
  ]);

const liftTable = (): string =>
  tableOf([
    ['limit', 'what lifts it', 'source'],
    ...limits.map(({ name, lift, source }) => [
      name,
      lift,
      source.startsWith('https:') ? `[AWS](${source})` : `\`${source}\``,
    ]),
  ]);

const shareOf = (share: number): string => {
  const text = share < 0.001 ? '< 0.1 %' : `${short(share * 100)} %`;
  return share > 1 ? `**${text}**` : text;
};

const firstTable = (assessed: Assessed[]): string =>
  tableOf([
    ['tenants', 'runs a day', 'does not fit, the furthest first'],
    ...assessed.map((step) => [
      grouped(step.tenants),
      grouped(step.tenants * workload.runsPerTenantADay),
      exceeded(step)
        .map(({ name, share }) => `${name} (× ${short(share)})`)
        .join('; ') || 'everything fits',
    ]),
  ]);

const keyTable = (trace: Trace, { hotKeys, tenants }: Assessed): string => {
  const matrix = simulateMatrix(trace, 60);
  return tableOf([
    ['store', 'key', 'busiest second, of what one partition takes'],
    ...hotKeys.slice(0, 10).map(({ store, partition, share }) => [store, `\`${partition}\``, shareOf(share)]),
    [matrix.store, `\`${matrix.partition}\`, 60 runs of one feature in one second`, shareOf(matrix.share)],
  ]).replace('| store | key |', `| store | key, with ${grouped(tenants)} tenants |`);
};

const costTable = (trace: Trace): string => {
  const prices = steps.map((tenants) => priceDay(trace, tenants * workload.runsPerTenantADay));
  const names = Object.keys(prices[0]!) as (keyof DayPrice)[];
  return tableOf([
    ['dollars a day', ...steps.map((tenants) => `${grouped(tenants)} tenants`)],
    ...names.map((name) => [name, ...prices.map((price) => dollars(price[name]))]),
    ['together', ...prices.map((price) => dollars(totalOf(price)))],
    ['a tenant and month', ...prices.map((price, at) => `$${((totalOf(price) * 30) / steps[at]!).toFixed(3)}`)],
  ]);
};
