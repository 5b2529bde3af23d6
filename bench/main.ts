/**
 * `npm run bench -- <name>… [--flag]…`: runs benches by name, prints one table of figures, goals and whether each is met.
 * Flags go to the benches.
 * Misses are printed, and end with exit code 1.
 */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

/** One measured figure beside its goal; `within` false is a miss. An infinite goal is a figure for comparison only. */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  goal: number;
  /** The goal is the least that is wanted; else the most. */
  isFloor?: true;
  within: boolean;
};
type Bench = { run(flags: string[]): Promise<Figure[]> };

const available = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'main' && name !== 'measure');
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const asked = process.argv.slice(2).filter((word) => !flags.includes(word));
const names = asked.length > 0 ? asked : available;
const unknown = names.filter((name) => !available.includes(name));
if (unknown.length > 0) {
  console.error(`no bench named ${unknown.join(', ')}; there are ${available.join(', ')}`);
  process.exit(2);
}
let missed = 0;
for (const name of names) {
  const bench = (await import(`./${name}.ts`)) as Bench;
  for (const figure of await bench.run(flags)) {
    if (!figure.within) missed++;
    const measured = `${name.padEnd(8)} ${figure.name.padEnd(48)} ${figure.value.toFixed(1).padStart(10)} ${figure.unit.padEnd(4)}`;
    const verdict = `goal ${figure.isFloor ? '≥' : '≤'} ${figure.goal} ${figure.unit}  ${figure.within ? 'met' : 'MISSED'}`;
    console.log(figure.goal === Number.POSITIVE_INFINITY ? measured : `${measured} ${verdict}`);
  }
}
process.exitCode = missed === 0 ? 0 : 1;
