/**
 * `npm run bench -- <name>… [--flag]…`: runs benches by name, prints one table of figures, goals and whether each is
 * met. Flags go to the benches. Misses are printed, and end with exit code 1.
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
/** `flags`: those that it knows; one that ends with = takes a value. */
type Bench = { run(flags: string[]): Promise<Figure[]>; flags?: string[] };

const available = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'main' && name !== 'measure');
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const asked = process.argv.slice(2).filter((word) => !flags.includes(word));
const names = asked.length > 0 ? asked : available;
refuse('bench', names, available);
const benches = await Promise.all(
  names.map(async (name) => ({ name, bench: (await import(`./${name}.ts`)) as Bench })),
);
const known = benches.flatMap(({ bench }) => bench.flags ?? []);
const spelled = (flag: string): string => flag.replace(/=.*/, '=');
refuse('flag', flags.map(spelled), known);
let missed = 0;
for (const { name, bench } of benches) {
  for (const figure of await bench.run(flags)) {
    if (!figure.within) missed++;
    const measured = `${name.padEnd(8)} ${figure.name.padEnd(48)} ${figure.value.toFixed(1).padStart(10)} ${figure.unit.padEnd(4)}`;
    const verdict = `goal ${figure.isFloor ? '≥' : '≤'} ${figure.goal} ${figure.unit}  ${figure.within ? 'met' : 'MISSED'}`;
    console.log(figure.goal === Number.POSITIVE_INFINITY ? measured : `${measured} ${verdict}`);
  }
}
// What a bench set off may wait for minutes, as a deletion does, and nobody waits for it.
process.exit(missed === 0 ? 0 : 1);

/** A bench takes minutes: nothing is begun with a word that says nothing to it. */
function refuse(kind: string, words: string[], list: string[]): void {
  const unknown = words.filter((word) => !list.includes(word));
  if (unknown.length === 0) return;
  console.error(
    `no ${kind} named ${unknown.join(', ')}; there ${list.length > 0 ? `are ${list.join(', ')}` : 'is none'}`,
  );
  process.exit(2);
}
