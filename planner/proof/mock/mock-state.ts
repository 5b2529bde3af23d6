import type { Json } from '#verifier/plan/plan.ts';
import type { WireResponse } from '#verifier/transport/send.ts';

import type { Planning } from '../../journeys/model/planning.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { Mutant } from '../faults/mutant.ts';
import type { FaultId } from '../../journeys/model/fault-id.ts';
import { Associations } from './associations.ts';
import { ItemStore } from './item-store.ts';
import { KnownUsers } from './known-users.ts';

/** Stands for all faults that rewrite the body of a response. */
const REWRITE = 'rewrite';

/**
 * The items of a mock and, if it is a mutant, its fault. The fault is private, so that all of its effects go through
 * the methods that record them.
 */
export class MockState {
  readonly planning: Planning;
  readonly stock: ItemStore;
  readonly #mutant: Mutant | undefined;
  /** The faults that could have changed a response or an item so far, in order. */
  readonly #asked = new Map<string, number>();

  constructor(planning: Planning, stock: ItemStore, mutant: Mutant | undefined) {
    this.planning = planning;
    this.stock = stock;
    this.#mutant = mutant;
  }

  /** True if the mock's fault is `operator` and is in one of the routes. A mock without a fault notes the question. */
  hasFault(operator: FaultId, routes: { operation: Operation }[]): boolean {
    const mutant = this.#mutant;
    if (mutant) return mutant.operator === operator && routes.some(({ operation }) => operation === mutant.operation);
    for (const { operation } of routes) this.#note(operator, operation);
    return false;
  }

  /** Returns the one of these faults that the mock has in the route. Undefined if it has none of them. */
  faultAmong(operators: FaultId[], route: { operation: Operation }): FaultId | undefined {
    return operators.find((operator) => this.hasFault(operator, [route]));
  }

  /** Notes the question. Returns the change that the mock's fault makes to the body of a 2xx response, if any. */
  rewriteOf(operation: Operation): Mutant['rewrite'] {
    this.#note(REWRITE, operation);
    return this.#mutant?.operation === operation ? this.#mutant.rewrite : undefined;
  }

  /** The number of different faults that could have changed anything so far. */
  get askedCount(): number {
    return this.#asked.size;
  }

  /** Returns the `askedCount` at which a fault could first have changed anything. Infinity: it could not. */
  firstAsked({ operator, operation, rewrite }: Mutant): number {
    const asked = [operator, ...(rewrite ? [REWRITE] : [])].map((what) => this.#asked.get(`${what} ${operation.key}`));
    return Math.min(...asked.map((at) => at ?? Infinity));
  }

  #note(what: string, { key }: Operation): void {
    const name = `${what} ${key}`;
    if (!this.#asked.has(name)) this.#asked.set(name, this.#asked.size);
  }
}

/** All that a mock remembers from one request to the next. */
export class MockMemory {
  readonly stock: ItemStore;
  readonly users: KnownUsers;
  readonly associations: Associations;
  /** The uploaded files, by path. */
  readonly files: Map<string, Json | undefined>;
  /** The responses that a repeated request gets again. */
  readonly answered: Map<string, WireResponse>;
  /** The last serial number. Each create and each update takes the next one. */
  serial: number;

  constructor(planning: Planning, from?: MockMemory) {
    this.stock = from?.stock.copy() ?? new ItemStore();
    this.users = from?.users.copy() ?? new KnownUsers(planning.model.schemas);
    this.associations = from?.associations.copy() ?? new Associations(planning);
    this.files = new Map(from?.files);
    this.answered = new Map(from?.answered);
    this.serial = from?.serial ?? 1000;
  }
}
