import type { Fault } from '../proxy/fault-proxy.ts';
import { ACCESS_FAULTS } from './access-faults.ts';
import { ANSWER_FAULTS } from './answer-faults.ts';
import { LIST_FAULTS } from './list-faults.ts';
import { ODD_INPUT_FAULTS } from './odd-input-faults.ts';
import { STATE_FAULTS } from './state-faults.ts';

/** All faults that are planted, each with the verdicts that name it rightly. Planner and verifier §4.5 and §6.1. */
export const FAULTS: Fault[] = [...ANSWER_FAULTS, ...STATE_FAULTS, ...LIST_FAULTS, ...ACCESS_FAULTS];

/** The fault with this name, odd-input faults included. Throws if there is none. */
export function faultNamed(name: string): Fault {
  const fault = [...FAULTS, ...ODD_INPUT_FAULTS].find((candidate) => candidate.name === name);
  if (fault === undefined) throw new Error(`No fault is named "${name}".`);
  return fault;
}
