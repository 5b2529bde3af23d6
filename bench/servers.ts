import { systemClock } from '#verifier/engine/context/clock.ts';
import { cellsOf } from './detect/applicable-cells.ts';
import type { CellName } from './detect/applicable-cells.ts';
import { type JudgedRun, judgedRun, SHOWN_BY_A_SCHEMA } from './detect/judged-run.ts';
import { rankOf, sampleOf } from './detect/peers/sample.ts';
import { proxyOperations } from './detect/proxy/operations.ts';
import { runCell } from './detect/run-cell.ts';
import { isFound, isRightlyNamed } from './detect/score.ts';
import { cellReport } from './detect/subject-report.ts';
import type { CellReport } from './detect/subject-report.ts';
import type { Subject } from './detect/subject.ts';
import { SubjectMissing } from './detect/subject.ts';
import { UNMET_SERVERS } from '../test/subjects/index.ts';
import type { Figure } from './main.ts';
import { atLeast, atMost } from './measure.ts';

const PLANTED = 10;

export const flags = ['--subject=', '--untouched'];

/**
 * Runs published servers that no rule was tuned for, unchanged and with the real clock. Then plants ten faults in each,
 * of ten kinds, chosen by a hash among the operations that answered 2xx. A fault that changes no response is replaced
 * by the next. `--subject=NAME`: only that server. `--untouched`: no faults.
 */
export const run = async (flags: string[]): Promise<Figure[]> => {
  const wanted = flags.filter((flag) => flag.startsWith('--subject=')).map((flag) => flag.slice('--subject='.length));
  const names = wanted.length > 0 ? wanted : Object.keys(UNMET_SERVERS);
  const figures: Figure[] = [];
  for (const name of names) figures.push(...(await measure(name, flags.includes('--untouched'))));
  return figures;
};

async function measure(name: string, isUntouched: boolean): Promise<Figure[]> {
  const make = UNMET_SERVERS[name];
  if (make === undefined) throw new Error(`No server is named "${name}"; there are ${Object.keys(UNMET_SERVERS)}.`);
  try {
    const subject = await make();
    try {
      const untouched = await judgedRun(subject, 1, systemClock);
      console.log(untouchedText(subject, untouched));
      const cells = isUntouched ? [] : await plantedIn(subject, untouched);
      return figuresOf(name, untouched, cells);
    } finally {
      await subject.close();
    }
  } catch (error) {
    if (!(error instanceof SubjectMissing)) throw error;
    console.warn(`SKIPPED ${name}: ${error.message}`);
    return [atMost(`${name}: not measured`, 1, 0, '')];
  }
}

async function plantedIn(subject: Subject, untouched: JudgedRun): Promise<CellReport[]> {
  const defects = defectsOf(untouched);
  const planted: CellReport[] = [];
  let met = 0;
  for (const { fault, operation } of inOrder(subject.name, (await cellsOf(subject)).cells, untouched)) {
    if (met === PLANTED) break;
    const report = cellReport(await runCell({ ...subject, defects }, fault, operation.key), fault.expected);
    console.log(plantedText(report));
    planted.push(report);
    met += Number(isMet(report));
  }
  return planted;
}

/**
 * Faults of the unchanged server, which do not count as found again. A run reports a broken member at one operation for
 * all that have it. A cell runs fewer journeys, and may report it at another operation.
 */
function defectsOf({ decisive, broken }: JudgedRun): NonNullable<Subject['defects']> {
  const shown = [...broken].flatMap((operation) =>
    [...SHOWN_BY_A_SCHEMA].map((reasonCode) => ({ operation, reasonCode })),
  );
  return [...decisive, ...shown].map(({ operation, reasonCode }) => ({ operation, reasonCode, says: '' }));
}

/**
 * One cell of each kind, at operations that the unchanged server answered rightly. Access faults only where anonymous
 * callers are refused.
 */
function inOrder(subject: string, cells: CellName[], untouched: JudgedRun): CellName[] {
  const { answered, open } = untouched;
  const broken = new Set(defectsOf(untouched).map(({ operation }) => operation));
  const named = cells
    .filter(({ operation: { key } }) => answered.has(key) && !broken.has(key))
    .filter(({ fault, operation: { key } }) => fault.family !== 'access' || !open.has(key))
    .map((cell) => ({ cell, subject, fault: cell.fault.name, operation: cell.operation.key }));
  const ofKind = sampleOf(named, 1).toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
  return ofKind.map(({ cell }) => cell);
}

function untouchedText({ name, style, spec, bundle }: Subject, { result, decisive, ...run }: JudgedRun): string {
  const { total, passed, inconclusive, skipped } = result.summary;
  const reds = decisive.map((one) => `  ${standOf(one)} ${one.reasonCode} at ${one.operation}: ${one.details}`);
  const undecided = Map.groupBy(
    result.journeys.filter(({ status, reasonCode }) => status === 'skip' && reasonCode !== 'CAUSED_BY'),
    ({ reasonCode, details }) => `${reasonCode}: ${details}`,
  );
  return [
    `\n${name} (${style})`,
    `  ${run.answered.size} of ${proxyOperations(spec).length} operations answered with success, ${bundle.plans.length} journeys, ${run.requests} requests, ${run.seconds.toFixed(0)} s`,
    `  ${passed} of ${total} passed, ${decisive.length} decisive, ${inconclusive + skipped} undecided, ${result.residue.length} left behind, slowed ${JSON.stringify(result.slowed ?? null)}`,
    ...reds,
    ...[...undecided].map(([why, { length }]) => `  undecided ${length} × ${why}`),
    ...new Set(result.residue.map(({ operation, reason }) => `  left behind: ${operation} ${reason}`)),
  ].join('\n');
}

/** What confirms a decisive verdict. */
function standOf({ isConfirmed, isKnown }: JudgedRun['decisive'][number]): string {
  if (isConfirmed) return 'confirmed by a schema';
  return isKnown ? 'shown by hand (docs/findings.md)' : 'CONFIRMED BY NOTHING';
}

function plantedText(cell: CellReport): string {
  const said = [...cell.right, ...cell.wrong].map(({ reasonCode }) => reasonCode);
  const verdict = !isFound(cell) ? `MISSED (${cell.missed})` : isRightlyNamed(cell) ? 'named' : 'NAMED WRONGLY';
  const because = isFound(cell) ? cell.wrong.map(({ journey }) => journey) : cell.journeys;
  return [
    `  ${verdict}: ${cell.fault} at ${cell.operation} ${[...new Set(said)].join(', ')}`,
    ...because.slice(0, 6).map((line) => `      ${line}`),
  ].join('\n');
}

/** False if the fault changed no response. Then the next fault is planted. */
function isMet({ missed }: CellReport): boolean {
  return missed !== 'never met';
}

function figuresOf(name: string, { decisive, result }: JudgedRun, drawn: CellReport[]): Figure[] {
  const cells = drawn.filter(isMet);
  const found = cells.filter(isFound);
  const named = cells.filter(isRightlyNamed);
  const share = (part: unknown[]) => (100 * part.length) / Math.max(1, cells.length);
  const unconfirmed = decisive.filter(({ isConfirmed, isKnown }) => !isConfirmed && !isKnown);
  return [
    atMost(`${name}: decisive, confirmed by nothing`, unconfirmed.length, 0, ''),
    atMost(`${name}: decisive and confirmed`, decisive.length - unconfirmed.length, Infinity, ''),
    atMost(`${name}: left behind`, result.residue.length, 0, ''),
    ...(cells.length === 0
      ? []
      : [
          atMost(`${name}: faults drawn that changed no answer`, drawn.length - cells.length, Infinity, ''),
          atLeast(`${name}: planted faults found`, share(found), 90, '%'),
          atLeast(`${name}: planted faults named rightly`, share(named), 90, '%'),
        ]),
  ];
}
