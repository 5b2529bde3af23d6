import type { Fault } from '../../bench/detect/proxy/fault-proxy.ts';
import type { BillingFacts } from './walk-billing.ts';
import type {
  Build,
  Coverage,
  FeedEvent,
  Persona,
  RecordedRun,
  Requirement,
  Result,
  ShipStatus,
  Waiver,
} from './service-client.ts';

/** One verifier run as the service recorded and judged it, with what has changed since the run before. */
export type JudgedRun = {
  run: RecordedRun['run'];
  diff: RecordedRun['diff'];
  results: Result[];
  coverage: Coverage;
  /** The sentences of the document, in its order. */
  requirements: Requirement[];
  ship: ShipStatus;
  featureStatus: string;
};

export type FaultyRun = JudgedRun & { fault: string; operation: string; expected: Fault['expected'] };

/** Somebody answers for what fails, and what that changes. */
export type Waived = { waivers: Waiver[]; coverage: Coverage; ship: ShipStatus };

/** What one walk of the road showed. */
export type Facts = {
  /** The clean run is clean, the planted fault was found, waived and gone with its cause, and the team had what it paid for. */
  passed: boolean;
  personas: Pick<Persona, 'name' | 'envVar'>[];
  build: Pick<Build, 'state' | 'planCount' | 'droppedCount' | 'durationMs'>;
  /** What told that the build was READY. */
  event: FeedEvent;
  clean: JudgedRun;
  faulty: FaultyRun;
  waived: Waived;
  recovered: JudgedRun;
  billing: BillingFacts;
};

/** The waived journeys block nothing any more, and without the fault they pass again. */
export const isMended = ({ waived, recovered }: Pick<Facts, 'waived' | 'recovered'>): boolean =>
  waived.ship.ship &&
  waived.waivers.every((each) => waived.coverage.waivedManual.some(({ journeyId }) => journeyId === each.journeyId)) &&
  recovered.diff.counts.recovered > 0 &&
  isClean(recovered);

/** What the fault is about was refuted by its sentence, and every sentence is proved on the clean server, before and after. */
export const isTraced = ({ clean, faulty, recovered }: Pick<Facts, 'clean' | 'faulty' | 'recovered'>): boolean =>
  [clean, recovered].every(
    ({ requirements }) => requirements.length > 0 && requirements.every(({ verdict }) => verdict === 'PROVED'),
  ) && faulty.requirements.some(({ verdict }) => verdict === 'FAILED');

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
