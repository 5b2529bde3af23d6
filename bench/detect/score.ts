import { UNTOLD } from './applicable-cells.ts';
import type { CellReport, SubjectReport } from './subject-report.ts';

export const VERDICTS = ['ROUTE_MISSING', 'CONTRACT', 'PERSISTENCE'] as const;

export type Score = {
  cells: number;
  found: number;
  /** Number of found cells whose decisive verdicts all name the fault. */
  rightlyNamed: number;
  /** Share of possible cells that a rule leaves out. */
  leftOut: number;
  /** Number of cells left out because the spec does not tell how to make the call. */
  untold: number;
  /** Decisive verdicts without a fault, and the number of runs that could give some. */
  falseAlarms: string[];
  soundRuns: number;
  operations: number;
  touched: number;
  plans: number;
  proved: number;
  residue: number;
  /** Number of items that the API refused to delete. */
  kept: number;
};

export function scoreOf(reports: SubjectReport[]): Score {
  const sum = (count: (report: SubjectReport) => number) => reports.reduce((total, report) => total + count(report), 0);
  const out = sum(({ leftOut }) => leftOut.reduce((total, { cells }) => total + cells.length, 0));
  const cells = sum((report) => report.cells.length);
  return {
    cells,
    found: sum((report) => report.cells.filter(isFound).length),
    rightlyNamed: sum((report) => report.cells.filter(isRightlyNamed).length),
    leftOut: out / Math.max(1, cells + out),
    untold: sum((report) => report.leftOut.find(({ rule }) => rule === UNTOLD)?.cells.length ?? 0),
    falseAlarms: reports.flatMap(({ subject, falseAlarms }) => falseAlarms.map((alarm) => `${subject}: ${alarm}`)),
    soundRuns: sum(({ cleanRuns, scenarioRuns }) => cleanRuns + scenarioRuns),
    operations: sum(({ operations }) => operations),
    touched: sum(({ touched }) => touched),
    plans: sum(({ plans }) => plans),
    proved: sum(({ proved }) => proved),
    residue: sum(({ residue }) => residue),
    kept: sum(({ kept }) => kept),
  };
}

export function isFound({ missed }: CellReport): boolean {
  return missed === undefined;
}

export function isRightlyNamed({ right, wrong }: CellReport): boolean {
  return right.length > 0 && wrong.length === 0;
}

/** Number of cells by expected verdict and given verdict, or "none". A cell with two verdicts counts twice. */
export function confusionOf(cells: CellReport[]): Record<string, Record<string, number>> {
  const matrix: Record<string, Record<string, number>> = {};
  for (const { expected, right, wrong } of cells) {
    const row = (matrix[short(expected[0]?.verdict ?? '')] ??= {});
    const given = new Set([...right, ...wrong].map(({ verdict }) => short(verdict)));
    for (const column of given.size > 0 ? given : ['none']) row[column] = (row[column] ?? 0) + 1;
  }
  return matrix;
}

function short(verdict: string): string {
  return verdict.replace('FAIL_DECISIVE_', '');
}
