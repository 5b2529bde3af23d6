import type { JourneyResult, ResultDocument } from '#verifier/result/result.ts';
import { cellsOf } from './applicable-cells.ts';
import { FAULTS } from './faults/faults.ts';
import { SCENARIOS } from './faults/scenarios.ts';
import type { Fault, Label, Scenario } from './proxy/fault-proxy.ts';
import { proxyOperations } from './proxy/operations.ts';
import { behindProxy, inCells, isDefect, runCell, verify } from './run-cell.ts';
import type { Cell } from './run-cell.ts';
import { runScenario, runWithout } from './run-scenario.ts';
import type { ScenarioRun } from './run-scenario.ts';
import type { Subject } from './subject.ts';

const CLEAN_RUNS = 10;

/** A decisive verdict as given. */
export type Given = { verdict: string; reasonCode: string; journey: string };

export type CellReport = {
  fault: string;
  operation: string;
  expected: Label[];
  /** Decisive verdicts that name the fault, and those that do not. */
  right: Given[];
  wrong: Given[];
  /**
   * Why nothing was found: no request came to the operation (no journey calls it, or all end before); the fault never
   * changed anything; it did and nobody noticed.
   */
  missed?: 'not called' | 'never met' | 'not noticed';
  /** Of a missed cell: how the journeys over the operation ended, those that did not pass first. */
  journeys: string[];
  requests: number;
};

export type SubjectReport = {
  subject: string;
  operations: number;
  /** Operations that a kept plan calls. */
  touched: number;
  plans: number;
  /** Plans whose proof names a mutant. */
  proved: number;
  cells: CellReport[];
  /** Cells that are not counted, by rule. */
  leftOut: { rule: string; cells: string[] }[];
  /** Decisive verdicts on the untouched server and in scenarios: false, all of them. */
  falseAlarms: string[];
  /** Journeys in scenarios that ended otherwise than a scenario may make them. */
  unexpected: string[];
  /** Journeys on the untouched server that did not pass. */
  blocked: string[];
  cleanRuns: number;
  scenarioRuns: number;
  cleanRequests: number;
  /** What runs left behind, and what the API itself would not let go (409): both are reported by the runs. */
  residue: number;
  kept: number;
  proxyErrors: string[];
  seconds: number;
};

/** Every cell, clean run and scenario of one subject, or those of `slice`. `say` tells the progress. */
export async function reportOn(
  subject: Subject,
  say: (line: string) => void,
  slice: { faults?: Fault[]; scenarios?: Scenario[]; cleanRuns?: number } = {},
): Promise<SubjectReport> {
  const { faults = FAULTS, scenarios: disturbances = SCENARIOS, cleanRuns: runs = CLEAN_RUNS } = slice;
  const startedAt = performance.now();
  const clean = await cleanRuns(subject, runs);
  const { cells: all, leftOut } = await cellsOf(subject, faults);
  let done = 0;
  const cells = await inCells(subject, all, async ({ fault, operation }) => {
    const cell = await runCell(subject, fault, operation.key);
    done += 1;
    if (done % 100 === 0) say(`${subject.name}: ${done} of ${all.length} cells`);
    return { cell, report: cellReport(cell, fault.expected) };
  });
  const blockedIds = new Set(clean.blocked.keys());
  const scenarios: ScenarioRun[] = [await runWithout(subject, /^(AUTH|APITEST_PARAM)_/, blockedIds)];
  for (const scenario of disturbances) scenarios.push(await runScenario(subject, scenario, blockedIds));
  const { plans } = subject.bundle;
  const called = new Set(plans.flatMap(({ steps }) => steps.map(({ method, path }) => `${method} ${path}`)));
  return {
    subject: subject.name,
    operations: proxyOperations(subject.spec).length,
    touched: called.size,
    plans: plans.length,
    proved: plans.filter(({ proof }) => proof.length > 0).length,
    cells: cells.map(({ report }) => report),
    leftOut: leftOut.map(({ rule, cells: out }) => ({
      rule,
      cells: out.map(({ fault, operation }) => `${fault.name} at ${operation.key}`),
    })),
    falseAlarms: [
      ...clean.alarms,
      ...scenarios.flatMap(({ scenario, alarms }) => alarms.map((one) => `${scenario}: ${outcomeOf(one)}`)),
    ],
    unexpected: scenarios.flatMap(({ scenario, unexpected }) =>
      unexpected.map((one) => `${scenario}: ${outcomeOf(one)}`),
    ),
    blocked: [...clean.blocked.values()],
    cleanRuns: runs,
    scenarioRuns: scenarios.length,
    cleanRequests: clean.requests,
    residue: clean.residue,
    kept: clean.kept,
    proxyErrors: [...cells.map(({ cell }) => cell), ...scenarios].flatMap(({ proxyErrors }) => proxyErrors.map(String)),
    seconds: (performance.now() - startedAt) / 1000,
  };
}

async function cleanRuns(subject: Subject, runs: number) {
  const alarms: string[] = [];
  const blocked = new Map<string, string>();
  let requests = 0;
  let [residue, kept] = [0, 0];
  for (let run = 0; run < runs; run += 1)
    await behindProxy(subject, {}, async (proxy, env) => {
      const result = await verify(subject, proxy.url, { env });
      alarms.push(
        ...result.journeys
          .filter((one) => one.status === 'fail' && !isDefect(subject, one))
          .map((one) => `clean run: ${outcomeOf(one)}`),
      );
      for (const journey of result.journeys.filter(({ status }) => status === 'skip'))
        blocked.set(journey.id, outcomeOf(journey));
      requests = proxy.requests();
      const held = result.residue.filter(isKept).length;
      kept += held;
      residue += result.residue.length - held;
    });
  return { alarms, blocked, requests, residue, kept };
}

function isKept({ reason }: ResultDocument['residue'][number]): boolean {
  return reason === 'answered 409';
}

/** What a cell led to, without its journeys in full. */
export function cellReport(cell: Cell, expected: Label[]): CellReport {
  const isFound = cell.caught.length + cell.stray.length > 0;
  const why = cell.reached === 0 ? 'not called' : cell.altered === 0 ? 'never met' : 'not noticed';
  const others = cell.journeys.toSorted((a, b) => Number(a.status === 'pass') - Number(b.status === 'pass'));
  return {
    fault: cell.fault,
    operation: cell.operation,
    expected,
    right: cell.caught.map(given),
    wrong: cell.stray.map(given),
    ...(isFound ? {} : { missed: why }),
    journeys: isFound ? [] : others.map(outcomeOf),
    requests: cell.requests,
  };
}

function given({ verdict, reasonCode, name }: JourneyResult): Given {
  return { verdict: String(verdict), reasonCode: String(reasonCode), journey: name };
}

function outcomeOf({ name, status, verdict, reasonCode, details }: JourneyResult): string {
  return status === 'pass' ? `pass: ${name}` : `${verdict} ${reasonCode}: ${name} (${details ?? ''})`;
}
