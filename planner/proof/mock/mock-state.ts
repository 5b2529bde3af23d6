import type { Planning } from '../../journeys/model/planning.ts';
import type { Mutant } from '../faults/mutant.ts';
import type { FaultId } from '../../journeys/model/fault-id.ts';
import type { Route } from './route.ts';
import { ItemStore } from './item-store.ts';

/** The items of a mock and, if it is a mutant, its fault. */
export class MockState {
  readonly planning: Planning;
  readonly mutant: Mutant | undefined;
  readonly stock = new ItemStore();

  constructor(planning: Planning, mutant: Mutant | undefined) {
    this.planning = planning;
    this.mutant = mutant;
  }

  /** True if the mock's fault is `operator` and is in one of the routes. */
  hasFault(operator: FaultId, routes: Route[]): boolean {
    return this.mutant?.operator === operator && routes.some(({ operation }) => operation === this.mutant?.operation);
  }
}
