import type { Fault } from '../../bench/detect/proxy/fault-proxy.ts';
import type { Build, Coverage, RecordedRun, Result } from './service-client.ts';

/** One verifier run as the service recorded and judged it. */
export type JudgedRun = { run: RecordedRun['run']; results: Result[]; coverage: Coverage; featureStatus: string };

export type FaultyRun = JudgedRun & { fault: string; operation: string; expected: Fault['expected'] };

/** What one walk of the road showed. */
export type Facts = {
  /** The clean run is clean and the planted fault was found. */
  passed: boolean;
  build: Pick<Build, 'state' | 'planCount' | 'droppedCount' | 'durationMs'>;
  clean: JudgedRun;
  faulty: FaultyRun;
};

/** Every journey passed, in five or more kinds. */
export const isClean = ({ results }: Pick<JudgedRun, 'results'>): boolean =>
  results.every(({ status }) => status === 'PASSED') && new Set(results.map(({ kind }) => kind)).size >= 5;

/** Something was found, and every decisive verdict is one that names this fault rightly. */
export const isFound = ({ results, expected }: Pick<FaultyRun, 'results' | 'expected'>): boolean => {
  const decisive = results.filter(({ status }) => status === 'FAILED');
  const isRight = ({ verdict, reasonCode }: Result): boolean =>
    expected.some((each) => each.verdict === verdict && each.reasonCodes.some((code) => code === reasonCode));
  return decisive.length > 0 && decisive.every(isRight);
};
