import { cellsOf } from './detect/applicable-cells.ts';
import { sampleOf } from './detect/peers/sample.ts';
import { replayCell, type Replayed } from './detect/replay-cell.ts';
import { REFERENCE_SERVERS } from '../test/subjects/index.ts';
import type { Figure } from './main.ts';
import { atLeast, atMost } from './measure.ts';

/** Cells per fault, as many as other tools are compared on. */
const SAMPLED = 4;

export const flags = ['--subject=', '--cells='];

/**
 * Runs the scripts of `dezycro replay` for a sample of planted faults: each must exit 1 behind the fault and 0 without
 * it. `--subject=NAME`: only that server. `--cells=N`: cells per fault, default 4.
 */
export const run = async (given: string[]): Promise<Figure[]> => {
  const wanted = valuesOf(given, '--subject=');
  const names = wanted.length > 0 ? wanted : Object.keys(REFERENCE_SERVERS);
  const perFault = Number(valuesOf(given, '--cells=')[0] ?? SAMPLED);
  const cells = (await Promise.all(names.map(cellNames))).flat();
  const chosen = Map.groupBy(sampleOf(cells, perFault), ({ subject }) => subject);
  const replayed: Replayed[] = [];
  for (const [name, own] of chosen) {
    const subject = await openSubject(name);
    const { cells: all } = await cellsOf(subject);
    for (const { fault, operation } of all.filter((one) => own.some((cell) => isSame(cell, one))))
      replayed.push(...(await replayCell(subject, fault, operation.key)));
    await subject.close();
  }
  for (const one of replayed.filter((each) => !isProved(each))) console.log(describe(one));
  const cannot = replayed.filter(({ behind }) => behind?.code === 2).length;
  const share = (100 * replayed.filter(isProved).length) / Math.max(1, replayed.length);
  return [
    atLeast(`scripts that tell the fault, of ${replayed.length} failures`, share, 100, '%'),
    atMost('scripts that accuse a sound server', replayed.filter(({ without }) => without?.code === 1).length, 0, ''),
    atMost('scripts that cannot tell behind the fault', cannot, Number.POSITIVE_INFINITY, ''),
  ];
};

const valuesOf = (given: string[], flag: string): string[] =>
  given.flatMap((one) => (one.startsWith(flag) ? [one.slice(flag.length)] : []));

const openSubject = async (name: string) => {
  const open = REFERENCE_SERVERS[name];
  if (open === undefined) throw new Error(`No server is named ${name}.`);
  return open();
};

const cellNames = async (name: string) => {
  const subject = await openSubject(name);
  const { cells } = await cellsOf(subject);
  await subject.close();
  return cells.map(({ fault, operation }) => ({ subject: name, fault: fault.name, operation: operation.key }));
};

const isSame = (
  cell: { fault: string; operation: string },
  { fault, operation }: { fault: { name: string }; operation: { key: string } },
): boolean => cell.fault === fault.name && cell.operation === operation.key;

/** True if a failure's script exits 1 behind the fault and 0 without it. */
export const isProved = ({ behind, without }: Replayed): boolean => behind?.code === 1 && without?.code === 0;

const describe = ({ subject, fault, operation, journey, reasonCode, behind, without }: Replayed): string =>
  [
    `${subject}: ${fault} at ${operation}: ${journey} (${reasonCode})`,
    `    behind it ${behind?.code ?? 'no script'}: ${behind?.said.trim() ?? ''}`,
    `    without it ${without?.code ?? 'no script'}: ${without?.said.trim() ?? ''}`,
  ].join('\n');
