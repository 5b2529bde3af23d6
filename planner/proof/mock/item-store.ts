import type { Json } from '#verifier/plan/plan.ts';

import type { Resource } from '../../resources/model/resource.ts';
import type { JsonObject } from '../../intake/json/json-object.ts';
import type { Change } from './initial-state.ts';
import { escape } from './route.ts';

/**
 * An item as the mock holds it. `first`: its fields as created. `coming`: changes that happen without a request. Each
 * read of the item, but not of its list, makes the next one.
 */
export type StoredItem = {
  id: Json;
  owner: string | null;
  fields: JsonObject;
  first: JsonObject;
  coming: Change[];
  /** Set by the mutant `deleted-still-listed`: the item is deleted, but still in the list. */
  isGone?: true;
  /** The same item in another resource that has the same list. */
  listedAs?: StoredItem;
};

/** Returns all scalars inside a value; for a scalar, the value itself. */
export function leavesIn(value: Json): Json[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesIn) : [value];
}

/** All items of the mock, by the path of their collection ("/users/7/todos"). */
export class ItemStore {
  /** Deleted items, for restore actions. */
  readonly bin: StoredItem[] = [];
  readonly #collections = new Map<string, StoredItem[]>();

  /** Returns a store of the same items. Fields need no copy: a later change of an item replaces them. */
  copy(): ItemStore {
    const copies = new Map<StoredItem, StoredItem>();
    const copyOf = (item: StoredItem): StoredItem => {
      const known = copies.get(item);
      if (known) return known;
      const copy = { ...item, coming: [...item.coming] };
      copies.set(item, copy);
      if (item.listedAs) copy.listedAs = copyOf(item.listedAs);
      return copy;
    };
    const store = new ItemStore();
    store.bin.push(...this.bin.map(copyOf));
    for (const [path, items] of this.#collections) store.#collections.set(path, items.map(copyOf));
    return store;
  }

  /** Returns the items of one resource below the parents in the path. */
  collection({ key }: Resource, path: Record<string, string>): StoredItem[] {
    const values = Object.values(path);
    const concrete = key.replaceAll('{}', () => encodeURIComponent(values.shift() ?? ''));
    const items = this.#collections.get(concrete) ?? [];
    this.#collections.set(concrete, items);
    return items;
  }

  /** Moves an item to the bin, and deletes the same item in the other resource that lists it. */
  remove(resource: Resource, path: Record<string, string>, item: StoredItem): void {
    const items = this.collection(resource, path);
    this.bin.push(...items.splice(items.indexOf(item), 1));
    if (item.listedAs === undefined) return;
    for (const others of this.#collections.values()) {
      const at = others.indexOf(item.listedAs);
      if (at >= 0) others.splice(at, 1);
    }
  }

  /** Returns the children of one parent: those below its path or, in another collection, those that hold its id. */
  below(child: Resource, parent: Resource, path: Record<string, string>, { id }: StoredItem): StoredItem[] {
    if (child.key.startsWith(`${parent.key}/{}/`)) return this.collection(child, path);
    return this.everywhere(child).filter(({ fields }) => leavesIn(fields).some((leaf) => leaf === id));
  }

  /** True if no item will change any more without a request. */
  isAtRest(): boolean {
    return [...this.#collections.values()].every((items) => items.every(({ coming }) => coming.length === 0));
  }

  /** Returns the items of one resource below all parents. */
  everywhere({ key }: Resource): StoredItem[] {
    const shape = new RegExp(`^${key.split('{}').map(escape).join('[^/]*')}$`);
    return [...this.#collections].filter(([concrete]) => shape.test(concrete)).flatMap(([, items]) => items);
  }
}
