import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#verifier/engine/clock.ts';
import {
  cellsOf,
  describeCell,
  inParallel,
  isExpected,
  printMatrix,
  runCell,
  verify,
} from '../../bench/detect/run-cell.ts';
import type { Cell } from '../../bench/detect/run-cell.ts';
import type { Subject } from '../../bench/detect/subject.ts';
import { FAULTS } from '../../bench/detect/faults/faults.ts';
import { NON_FAULTS } from '../../bench/detect/faults/scenarios.ts';
import { KNOWN_GAPS } from './known-gaps.ts';

const CELLS_AT_ONCE = 4;
/** Of the sound server, and about as many of each disturbance. */
const RUNS = 10;
/** For machines that do other work beside. */
const PATIENCE_MS = 240_000;
const LATE_WRITE = 'write visible after 2 seconds';

/** The whole matrix of one subject: faults are caught, disturbances are not taken for faults. */
export function testFaultMatrix(make: () => Promise<Subject>): void {
  let subject: Subject;
  let cells: Cell[];
  let blocked: Set<string>;
  let late: Cell[];
  beforeAll(async () => {
    subject = await make();
    blocked = blockedJourneys(subject);
    const waiting = runLateWrites(subject);
    cells = await inParallel(cellsOf(subject, FAULTS), CELLS_AT_ONCE, (cell) =>
      runCell(subject, cell.fault, cell.operation.key),
    );
    late = await waiting;
    console.log(printMatrix(subject, FAULTS, cells));
  }, PATIENCE_MS);
  afterAll(() => subject?.close());

  test('every fault is caught with the right verdict at every operation that it fits, or a written reason says why not', () => {
    const missed = cells.filter(({ caught }) => caught.length === 0);
    const written = new Set(gapsOf(subject));
    expect(missed.filter((cell) => !written.has(nameOf(cell))).map(describeCell)).toEqual([]);
  });

  test('no fault makes any other journey decisive', () => {
    expect(cells.filter(({ stray }) => stray.length > 0).map(describeCell)).toEqual([]);
    expect(cells.flatMap(({ proxyErrors }) => proxyErrors)).toEqual([]);
  });

  test('a written gap is a cell of the matrix that nothing catches', () => {
    const missed = new Set(cells.filter(({ caught }) => caught.length === 0).map(nameOf));
    expect(gapsOf(subject).filter((gap) => !missed.has(gap))).toEqual([]);
  });

  test(
    'ten runs on the clean server give no decisive verdict, and every journey passes but those over blocked operations',
    async () => {
      const server = await subject.open();
      for (let run = 0; run < RUNS; run += 1) {
        const journeys = await verify(subject, server.url, subject.bundle.plans);
        expect(journeys).toHaveLength(subject.bundle.plans.length);
        expect(journeys.filter(({ status }) => status === 'fail')).toEqual([]);
        expect(journeys.filter(({ id, status }) => status !== 'pass' && !blocked.has(id))).toEqual([]);
      }
      await server.close();
    },
    PATIENCE_MS,
  );

  test(
    'a disturbance of a sound server passes, or is said to be flaky or late, and is never decisive',
    async () => {
      const once = cellsOf(subject, NON_FAULTS).filter(({ fault }) => fault.name !== LATE_WRITE);
      const rounds = Math.ceil((RUNS * NON_FAULTS.length) / once.length);
      const all = Array.from({ length: rounds }, () => once).flat();
      const disturbed = await inParallel(all, CELLS_AT_ONCE, (cell) =>
        runCell(subject, cell.fault, cell.operation.key, { journeys: 2 }),
      );
      expect(disturbed.filter((cell) => isAlarmed(cell, blocked)).map(describeCell)).toEqual([]);
      expect(disturbed.flatMap(({ proxyErrors }) => proxyErrors)).toEqual([]);
    },
    PATIENCE_MS,
  );

  test('a write that shows two seconds late is eventually consistent, never a lost write', () => {
    expect(late.filter((cell) => isAlarmed(cell, blocked)).map(describeCell)).toEqual([]);
    expect(late.flatMap(({ journeys }) => journeys.map(({ reasonCode }) => reasonCode))).toContain(
      'EVENTUALLY_CONSISTENT',
    );
  });
}

/** In real time: the two seconds pass while the matrix runs beside. */
function runLateWrites(subject: Subject): Promise<Cell[]> {
  const cells = cellsOf(subject, NON_FAULTS).filter(({ fault }) => fault.name === LATE_WRITE);
  return inParallel(cells, cells.length, (cell) =>
    runCell(subject, cell.fault, cell.operation.key, { clock: systemClock, journeys: 2 }),
  );
}

/** A disturbance led to something else than a pass or what it may lead to. */
function isAlarmed({ fault, journeys }: Cell, blocked: Set<string>): boolean {
  const disturbance = NON_FAULTS.find(({ name }) => name === fault);
  return journeys.some((journey) => {
    const isExcused = blocked.has(journey.id) || (disturbance !== undefined && isExpected(disturbance, journey));
    return journey.status === 'fail' || (journey.status === 'skip' && !isExcused);
  });
}

/** Ids of the journeys that a written gap says to be inconclusive on a sound server. */
function blockedJourneys({ name, bundle }: Subject): Set<string> {
  const operations = KNOWN_GAPS.filter((gap) => gap.subject === name && gap.isBlocked).flatMap((gap) => gap.operations);
  const calls = ({ method, path }: { method: string; path: string }) => operations.includes(`${method} ${path}`);
  return new Set(bundle.plans.filter(({ steps }) => steps.some(calls)).map(({ journeyId }) => journeyId));
}

function nameOf({ fault, operation }: Cell): string {
  return `${fault} at ${operation}`;
}

/** The written gaps of a subject, one name for each cell. */
function gapsOf(subject: Subject): string[] {
  const cells = new Set(cellsOf(subject, FAULTS).map(({ fault, operation }) => `${fault.name} at ${operation.key}`));
  return KNOWN_GAPS.filter((gap) => gap.subject === subject.name)
    .flatMap(({ faults, operations }) =>
      operations.flatMap((operation) => faults.map((fault) => `${fault} at ${operation}`)),
    )
    .filter((name) => cells.has(name));
}
