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

/** A decisive verdict. */
export type Given = { verdict: string; reasonCode: string; journey: string };

export type CellReport = {
  fault: string;
  operation: string;
  expected: Label[];
  /** Decisive verdicts that name the fault, and others. */
  right: Given[];
  wrong: Given[];
  /**
   * Why nothing was found. `not called`: no request reached the operation. `never met`: the fault changed nothing. `not
   * noticed`: no journey failed.
   */
  missed?: 'not called' | 'never met' | 'not noticed';
  /** For a missed cell: how the journeys over the operation ended, failures first. */
  journeys: string[];
  requests: number;
};

export type SubjectReport = {
  subject: string;
  operations: number;
  /** Number of operations that a plan calls. */
  touched: number;
  plans: number;
  /** Number of plans with a mutant in their proof. */
  proved: number;
  cells: CellReport[];
  /** Cells that are not counted, by rule. */
  leftOut: { rule: string; cells: string[] }[];
  /** Decisive verdicts on the unchanged server and in scenarios, all of them false. */
  falseAlarms: string[];
  /** Inconclusive journeys that their scenario does not allow. */
  unexpected: string[];
  /** Inconclusive journeys on the unchanged server. */
  blocked: string[];
  cleanRuns: number;
  scenarioRuns: number;
  cleanRequests: number;
  /** Numbers of items left behind, and of those that the API refused to delete (409). Runs report both. */
  residue: number;
  kept: number;
  proxyErrors: string[];
  seconds: number;
};

/** Runs all cells, clean runs and scenarios of a subject, or those of `slice`. `say` receives the progress. */
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

/** The result of a cell without its whole journeys. */
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
