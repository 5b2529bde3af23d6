import type { ReasonCode, Verdict } from '../../result/verdict.ts';
import type { Situation } from '../situation.ts';

/**
 * A row of the verdict table of planner and verifier §6.1. `row`: its number there; N = negative steps, R =
 * consistency re-reads. A null verdict is a pass with the reason as a note.
 */
export type VerdictRow = {
  /** Unique: `row/item-lost`. Its description for users is in clients/rules. */
  id: string;
  row: number | 'N' | 'R';
  when: (s: Situation) => boolean;
  verdict: Verdict | null;
  reasonCode: ReasonCode;
};
