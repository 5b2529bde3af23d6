import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '#verifier/engine/clock.ts';
import {
  cellsOf,
  describeCell,
  inParallel,
  isExpected,
  printMatrix,
  runCell,
  verify,
} from '../support/fault-matrix.ts';
import type { Cell, Subject } from '../support/fault-matrix.ts';
import { FAULTS } from '../support/fault-proxy-faults.ts';
import { NON_FAULTS } from '../support/fault-proxy-non-faults.ts';
import { KNOWN_GAPS } from './known-gaps.ts';
import { todoSubject } from './todo-subject.ts';

const CELLS_AT_ONCE = 4;
const LATE_WRITE = 'write visible after 2 seconds';

describe.each([{ name: 'example-todo', make: todoSubject }])('$name', ({ make }) => {
  let subject: Subject;
  let cells: Cell[];
  beforeAll(async () => {
    subject = await make();
    cells = await inParallel(cellsOf(subject, FAULTS), CELLS_AT_ONCE, ({ fault, operation }) =>
      runCell(subject, fault, operation.key),
    );
    console.log(printMatrix(subject, FAULTS, cells));
  });
  afterAll(() => subject.close());

  test('every fault is caught with the right verdict at every operation that it fits, or a written reason says why not', () => {
    const missed = cells.filter(({ caught }) => caught.length === 0);
    expect(missed.filter((cell) => gapFor(cell) === undefined).map(describeCell)).toEqual([]);
  });

  test('no fault makes any other journey decisive', () => {
    expect(cells.filter(({ stray }) => stray.length > 0).map(describeCell)).toEqual([]);
    expect(cells.flatMap(({ proxyErrors }) => proxyErrors)).toEqual([]);
  });

  test('a written gap is a cell of the matrix that nothing catches', () => {
    const missed = new Set(
      cells.filter(({ caught }) => caught.length === 0).map(({ fault, operation }) => `${fault} at ${operation}`),
    );
    const written = KNOWN_GAPS.filter((gap) => gap.subject === subject.name);
    const listed = written.flatMap(({ faults, operation }) => faults.map((fault) => `${fault} at ${operation}`));
    expect(listed.filter((gap) => !missed.has(gap))).toEqual([]);
  });

  test('ten runs on the clean server pass every journey', async () => {
    const server = await subject.open();
    for (let run = 0; run < 10; run += 1) {
      const journeys = await verify(subject, server.url, subject.bundle.plans);
      expect(journeys.filter(({ status }) => status !== 'pass')).toEqual([]);
      expect(journeys).toHaveLength(subject.bundle.plans.length);
    }
    await server.close();
  });

  test('a disturbance of a sound server passes, or is said to be flaky or late, and is never decisive', async () => {
    const quick = cellsOf(subject, NON_FAULTS).filter(({ fault }) => fault.name !== LATE_WRITE);
    const disturbed = await inParallel(quick, CELLS_AT_ONCE, (cell) =>
      runCell(subject, cell.fault, cell.operation.key),
    );
    expect(disturbed.filter(isAlarmed).map(describeCell)).toEqual([]);
    expect(disturbed.flatMap(({ proxyErrors }) => proxyErrors)).toEqual([]);
  });

  test('a write that shows two seconds late is eventually consistent, never a lost write', async () => {
    const late = cellsOf(subject, NON_FAULTS).filter(({ fault }) => fault.name === LATE_WRITE);
    const waited = await inParallel(late, late.length, (cell) =>
      runCell(subject, cell.fault, cell.operation.key, systemClock),
    );
    expect(waited.filter(isAlarmed).map(describeCell)).toEqual([]);
    for (const { journeys } of waited.filter((cell) => cell.journeys.length > 0))
      expect(journeys.map(({ reasonCode }) => reasonCode)).toContain('EVENTUALLY_CONSISTENT');
  });
});

/** A disturbance led to something else than a pass or what it may lead to. */
function isAlarmed({ fault, journeys }: Cell): boolean {
  const disturbance = NON_FAULTS.find(({ name }) => name === fault);
  return journeys.some(
    (journey) => journey.status !== 'pass' && !(disturbance !== undefined && isExpected(disturbance, journey)),
  );
}

function gapFor({ subject, fault, operation }: Cell): string | undefined {
  const found = KNOWN_GAPS.find(
    (gap) => gap.subject === subject && gap.operation === operation && gap.faults.includes(fault),
  );
  return found?.reason;
}
