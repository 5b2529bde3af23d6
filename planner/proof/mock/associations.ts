import type { Json } from '#verifier/plan/plan.ts';

import type { JsonObject } from '../../intake/json/json-object.ts';
import { type Association, associationOf } from '../../journeys/builder/association-membership.ts';
import type { Planning } from '../../journeys/model/planning.ts';
import type { MockCall } from './mock-call.ts';
import type { ItemStore } from './item-store.ts';

/**
 * The items that were added to other items by a PUT without a body, less those that a DELETE removed:
 * `/issues/{id}/labels/{labelId}`.
 */
export class Associations {
  readonly #planning: Planning;
  readonly #held = new Map<string, Set<string>>();

  constructor(planning: Planning) {
    this.#planning = planning;
  }

  copy(): Associations {
    const copy = new Associations(this.#planning);
    for (const [key, inside] of this.#held) copy.#held.set(key, new Set(inside));
    return copy;
  }

  /** Records the addition or removal that a call makes. Ignores calls of other operations. */
  note({ route: { operation, params }, path }: MockCall): void {
    const association = associationOf(this.#planning, operation);
    const [holder, part] = params.slice(-2).map((name) => path[name] ?? '');
    if (!association || holder === undefined || part === undefined) return;
    const key = keyOf(association, holder);
    const inside = this.#held.get(key) ?? new Set();
    this.#held.set(key, inside);
    if (operation.method === 'PUT') inside.add(part);
    else inside.delete(part);
  }

  /**
   * Returns, by member, the lists of associated items that a read shows. Lists without a noted call are left out.
   */
  shown({ route: { role, params }, path }: MockCall, stock: ItemStore): JsonObject {
    const holder = path[params.at(-1) ?? ''] ?? '';
    const own = this.#planning.model.operations
      .flatMap((operation) => associationOf(this.#planning, operation) ?? [])
      .filter((one) => one.holder === role?.resource && this.#held.has(keyOf(one, holder)));
    return Object.fromEntries(own.map((one) => [one.shown.member, this.#entries(one, holder, stock)]));
  }

  #entries(association: Association, holder: string, stock: ItemStore): Json {
    const inside = this.#held.get(keyOf(association, holder)) ?? new Set();
    const { id } = association.shown;
    return stock
      .everywhere(association.part)
      .filter((one) => inside.has(String(one.id)))
      .map((one) => (id === undefined ? one.id : { ...one.fields, [id]: one.id }));
  }
}

function keyOf({ put }: Association, holder: string): string {
  return `${put.path} ${holder}`;
}
