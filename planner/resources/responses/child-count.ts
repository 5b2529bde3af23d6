import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { isShowing, isStatusLike } from '../../vocabulary/field-names.ts';
import { singular } from '../../vocabulary/singular.ts';
import { itemMembers } from '../model/item-members.ts';
import { isModerated } from './is-moderated.ts';
import type { Resource } from '../model/resource.ts';
import { membersOf, shownItem } from './shown-item.ts';
import { plainName, wordsOf } from '../../vocabulary/words-of.ts';

/** The member of a parent's read that counts its children: `taskCount`. */
export type ChildCount = { name: string; pointer: string };

/** Beginnings of states in which a child may be hidden and not counted. */
const NOT_YET =
  /^(awaiting|created|draft|hidden|inactive|initial|in_?review|invited|new|pending|planned|private|processing|proposed|queued|requested|scheduled|uploading|waiting)/i;

/**
 * True if a name counts all items of the noun: `taskCount`, `num_tasks`, `number_of_tasks` or `totalTasks` for "task".
 */
function countsAll(name: string, noun: string): boolean {
  const words = wordsOf(name);
  const [first, second] = words;
  const own =
    words.at(-1) === 'count'
      ? words.slice(0, -1)
      : first === 'num' || first === 'total'
        ? words.slice(1)
        : first === 'number' && second === 'of'
          ? words.slice(2)
          : [];
  return own.length > 0 && singular(own.join('')) === plainName(noun);
}

/**
 * True if a new child may be hidden at first. Its members show it: a state such as `draft`, or a flag such as
 * `approved` or `visible`.
 */
export function mayComeLater(schemas: SchemaStore, child: Resource): boolean {
  const shown = shownItem(schemas, child);
  return (shown ? itemMembers(schemas, shown) : []).some(({ name, schema }) => {
    const flat = schemas.flatten(schema);
    const isState = isStatusLike(name) && membersOf(flat).some((member) => NOT_YET.test(member));
    return (
      isState || (flat.types[0] === 'boolean' && isShowing(name)) || /^(is)?(approved|accepted|draft)$/i.test(name)
    );
  });
}

/**
 * Returns the member of the parent's read that counts all children: `taskCount` of `GET /projects/{id}`. Undefined if
 * there is none, if it is optional or counts only some (`openTaskCount`), or if a new child may be hidden at first.
 */
export function childCount(schemas: SchemaStore, parent: Resource, child: Resource): ChildCount | undefined {
  const { read } = parent;
  const { create, noun } = child;
  const found = (read?.place.flat.required ?? []).filter((name) => countsAll(name, noun));
  const [name] = found;
  if (!read || name === undefined || found.length > 1 || create?.operation.method !== 'POST') return undefined;
  const isWhole = schemas.flatten(read.place.flat.properties[name] ?? true).types[0] === 'integer';
  if (!isWhole || create.operation.responses['202'] !== undefined) return undefined;
  if (isModerated(schemas, child) || mayComeLater(schemas, child)) return undefined;
  return { name, pointer: read.place.prefix + pointerToken(name) };
}
