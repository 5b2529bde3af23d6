import type { Json } from '#verifier/plan/plan.ts';

import type { Resource } from '../../resources/model/resource.ts';
import type { JsonObject } from '../../intake/json/json-object.ts';
import type { Change } from './initial-state.ts';
import { escape } from './route.ts';

/** A stored item; `first` = as created, `coming` = changes that happen by themselves, one per read. */
export type StoredItem = {
  id: Json;
  owner: string | null;
  fields: JsonObject;
  first: JsonObject;
  coming: Change[];
  /** Deleted, and still in the list: a fault. */
  isGone?: true;
  /** The same, as the kind that the list is of has it. */
  listedAs?: StoredItem;
};

/** The single values of a value. */
export function leavesIn(value: Json): Json[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesIn) : [value];
}

/** Everything that the mock holds, by concrete path of the collection. */
export class ItemStore {
  /** Deleted items, for restore actions. */
  readonly bin: StoredItem[] = [];
  readonly #collections = new Map<string, StoredItem[]>();

  /** The items of one kind below the parents that the path names. */
  collection({ key }: Resource, path: Record<string, string>): StoredItem[] {
    const values = Object.values(path);
    const concrete = key.replaceAll('{}', () => encodeURIComponent(values.shift() ?? ''));
    const items = this.#collections.get(concrete) ?? [];
    this.#collections.set(concrete, items);
    return items;
  }

  /** Takes an item away, and what lists it. */
  remove(resource: Resource, path: Record<string, string>, item: StoredItem): void {
    const items = this.collection(resource, path);
    this.bin.push(...items.splice(items.indexOf(item), 1));
    if (item.listedAs === undefined) return;
    for (const others of this.#collections.values()) {
      const at = others.indexOf(item.listedAs);
      if (at >= 0) others.splice(at, 1);
    }
  }

  /** The children of one parent, by path or by id. */
  below(child: Resource, parent: Resource, path: Record<string, string>, { id }: StoredItem): StoredItem[] {
    if (child.key.startsWith(`${parent.key}/{}/`)) return this.collection(child, path);
    return this.everywhere(child).filter(({ fields }) => leavesIn(fields).some((leaf) => leaf === id));
  }

  /** True if no item is going to change without a request. */
  isAtRest(): boolean {
    return [...this.#collections.values()].every((items) => items.every(({ coming }) => coming.length === 0));
  }

  /** The items of one kind below every parent. */
  everywhere({ key }: Resource): StoredItem[] {
    const shape = new RegExp(`^${key.split('{}').map(escape).join('[^/]*')}$`);
    return [...this.#collections].filter(([concrete]) => shape.test(concrete)).flatMap(([, items]) => items);
  }
}
