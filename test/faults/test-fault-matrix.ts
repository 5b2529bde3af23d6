import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellsOf } from '../../bench/detect/applicable-cells.ts';
import type { CellName } from '../../bench/detect/applicable-cells.ts';
import { FAULTS } from '../../bench/detect/faults/faults.ts';
import { proxyOperations } from '../../bench/detect/proxy/operations.ts';
import type { ProxyOperation } from '../../bench/detect/proxy/operations.ts';
import type { ScenarioRun } from '../../bench/detect/run-scenario.ts';
import { runScenario, runWithout } from '../../bench/detect/run-scenario.ts';
import { describeCell, inCells, runCell, verify } from '../../bench/detect/run-cell.ts';
import type { Cell } from '../../bench/detect/run-cell.ts';
import { SCENARIOS } from '../../bench/detect/faults/scenarios.ts';
import type { Subject } from '../../bench/detect/subject.ts';
import { gapsOf } from '../../bench/detect/known-gaps.ts';

const isFullSize = process.env['FULL_SIZE'] === '1';
/** For machines that do other work beside. */
const PATIENCE_MS = 480_000;

/**
 * The matrix of one subject, or every n-th cell of it (FULL_SIZE=1 and the bench count them all, and disturb every subject): faults are caught, disturbances are not taken for faults.
 */
export function testFaultMatrix(
  make: () => Promise<Subject>,
  { every = 1, cleanRuns = 3, isDisturbed = true } = {},
): void {
  let subject: Subject;
  let cells: Cell[];
  beforeAll(async () => {
    subject = await make();
    const { cells: all } = await cellsOf(subject);
    const slice = isFullSize ? all : oneOf(every, all, proxyOperations(subject.spec));
    cells = await inCells(subject, slice, (cell) => runCell(subject, cell.fault, cell.operation.key));
  }, PATIENCE_MS);
  afterAll(() => subject?.close());

  test('every fault is caught with the right verdict at every operation that it fits, or a written reason says why not', () => {
    const missed = cells.filter(({ caught }) => caught.length === 0);
    const written = gapsOf(subject.name);
    expectNone(missed.filter((cell) => !written.has(nameOf(cell))).map(describeCell));
  });

  test('no fault makes any other journey decisive', () => {
    expectNone(cells.filter(({ stray }) => stray.length > 0).map(describeCell));
    expect(cells.flatMap(({ proxyErrors }) => proxyErrors)).toEqual([]);
  });

  test('what a written gap names is not caught', () => {
    const written = gapsOf(subject.name);
    expectNone(cells.filter((cell) => cell.caught.length > 0 && written.has(nameOf(cell))).map(describeCell));
  });

  test(
    'no clean run gives a decisive verdict, and no disturbance does or leads to anything but what it may',
    async () => {
      const blocked = new Set<string>();
      const server = await subject.open();
      for (let run = 0; run < (isFullSize ? 10 : cleanRuns); run += 1) {
        const { journeys, residue } = await verify(subject, server.url, server.env && { env: server.env });
        expect(journeys.filter(({ status }) => status === 'fail')).toEqual([]);
        expect(residue).toEqual([]);
        for (const { id } of journeys.filter(({ status }) => status === 'skip')) blocked.add(id);
      }
      await server.close();
      if (!isDisturbed && !isFullSize) return;
      const runs: ScenarioRun[] = [await runWithout(subject, /^(AUTH|APITEST_PARAM)_/, blocked)];
      for (const scenario of SCENARIOS) runs.push(await runScenario(subject, scenario, blocked));
      const wrong = runs.flatMap(({ scenario, alarms, unexpected }) =>
        [...alarms, ...unexpected].map((journey) =>
          describeCell({ fault: scenario, operation: 'all', journeys: [journey] }),
        ),
      );
      expectNone(wrong);
      expect(runs.flatMap(({ proxyErrors }) => proxyErrors)).toEqual([]);
    },
    PATIENCE_MS,
  );
}

/** By their place among all pairs of a fault and an operation: what is tried first on the sound server may differ on a busy machine, and must not move the others. */
function oneOf(every: number, cells: CellName[], operations: ProxyOperation[]): CellName[] {
  const places = new Map(operations.map(({ key }, index) => [key, index]));
  return cells.filter(
    ({ fault, operation }) =>
      (FAULTS.indexOf(fault) * operations.length + Number(places.get(operation.key))) % every === 0,
  );
}

/** A failure says all of them: what the sum of a whole run prints is the message alone. */
function expectNone(found: string[]): void {
  expect(found, found.join('\n')).toEqual([]);
}

function nameOf({ fault, operation }: Cell): string {
  return `${fault} at ${operation}`;
}
