import type { ResultStatus, ResultSummary } from './test-run.ts';

/**
 * REGRESSED: passed and does no more, or fails decisively now. RECOVERED: passes again. CHANGED: neither passed nor passes. NEW: not in
 * the run before. NOT_RUN: only in the run before.
 */
export type ChangeKind = 'REGRESSED' | 'RECOVERED' | 'CHANGED' | 'NEW' | 'NOT_RUN';

export type Change = {
  journeyId: string;
  name: string;
  kind: ChangeKind;
  before: ResultStatus | null;
  after: ResultStatus | null;
};

export type RunDiff = {
  changes: Change[];
  counts: Record<Lowercase<Exclude<ChangeKind, 'NOT_RUN'>>, number> & { same: number; notRun: number };
};

/** What is otherwise than in the run before, in plan order; what only that one had stands last. */
export const diffRuns = (before: ResultSummary[], after: ResultSummary[]): RunDiff => {
  const old = new Map(before.map((result) => [result.journeyRef, result.status]));
  const now = new Set(after.map(({ journeyRef }) => journeyRef));
  const left = before.filter(({ journeyRef }) => !now.has(journeyRef));
  const changes = [
    ...after.flatMap((result) => changeOf(result, old.get(result.journeyRef) ?? null, result.status)),
    ...left.flatMap((result) => changeOf(result, result.status, null)),
  ];
  const count = (wanted: ChangeKind): number => changes.filter(({ kind }) => kind === wanted).length;
  const notRun = count('NOT_RUN');
  return {
    changes,
    counts: {
      regressed: count('REGRESSED'),
      recovered: count('RECOVERED'),
      changed: count('CHANGED'),
      new: count('NEW'),
      notRun,
      same: after.length + notRun - changes.length,
    },
  };
};

const changeOf = (
  { journeyRef: journeyId, testName: name }: ResultSummary,
  before: ResultStatus | null,
  after: ResultStatus | null,
): Change[] => (before === after ? [] : [{ journeyId, name, kind: kindOf(before, after), before, after }]);

const kindOf = (before: ResultStatus | null, after: ResultStatus | null): ChangeKind => {
  if (before === null) return 'NEW';
  if (after === null) return 'NOT_RUN';
  if (after === 'PASSED') return 'RECOVERED';
  return before === 'PASSED' || after === 'FAILED' ? 'REGRESSED' : 'CHANGED';
};
