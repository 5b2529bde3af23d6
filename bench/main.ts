/**
 * `npm run bench -- <name>… [--flag]…` runs benches and prints a table of figures and goals. Flags are passed to the
 * benches. Exit code 1 if a goal is missed.
 */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

/** A measured figure with its goal. `within` false is a miss. An infinite goal is only for comparison. */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  goal: number;
  /** The goal is the least value wanted. Otherwise the most. */
  isFloor?: true;
  within: boolean;
};
/** `flags`: the flags that the bench knows. One that ends with = takes a value. */
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
    const measured = `${name.padEnd(8)} ${figure.name.padEnd(48)} ${figure.value.toFixed(2).padStart(10)} ${figure.unit.padEnd(4)}`;
    const verdict = `goal ${figure.isFloor ? '≥' : '≤'} ${figure.goal} ${figure.unit}  ${figure.within ? 'met' : 'MISSED'}`;
    console.log(figure.goal === Number.POSITIVE_INFINITY ? measured : `${measured} ${verdict}`);
  }
}
// Exits at once, because work started by a bench, such as a deletion, may take minutes.
process.exit(missed === 0 ? 0 : 1);

/** Exits with code 2 for an unknown name or flag, before a bench of minutes starts. */
function refuse(kind: string, words: string[], list: string[]): void {
  const unknown = words.filter((word) => !list.includes(word));
  if (unknown.length === 0) return;
  console.error(
    `no ${kind} named ${unknown.join(', ')}; there ${list.length > 0 ? `are ${list.join(', ')}` : 'is none'}`,
  );
  process.exit(2);
}
