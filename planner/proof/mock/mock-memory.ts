import type { Json } from '#verifier/plan/plan.ts';
import type { WireResponse } from '#verifier/transport/send.ts';

import type { Planning } from '../../journeys/model/planning.ts';
import { Associations } from './associations.ts';
import { ItemStore } from './item-store.ts';
import { KnownUsers } from './known-users.ts';

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
