import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { isStatusLike } from '../../vocabulary/field-names.ts';
import { singular } from '../../vocabulary/singular.ts';
import { itemMembers } from '../model/item-members.ts';
import type { Resource } from '../model/resource.ts';
import { membersOf, shownItem } from './shown-item.ts';
import { lastWordOf } from '../../vocabulary/words-of.ts';
import { publishedTexts } from '../../vocabulary/resources/item-nouns.ts';

const WAITING = /^(awaiting|in_?review|moderat|new|pending|submitted|unapproved|under_?review|unpublished)/i;
const SHOWN = /^(approved|accepted|published|visible)$/i;

/**
 * True if a new item may be listed only after approval: its noun is "review" or the like, and its states include a
 * waiting and a published one.
 */
export function isModerated(schemas: SchemaStore, resource: Resource): boolean {
  if (!publishedTexts.has(singular(lastWordOf(resource.noun)))) return false;
  const shown = shownItem(schemas, resource);
  const states = (shown ? itemMembers(schemas, shown) : [])
    .filter(({ name }) => isStatusLike(name))
    .map(({ schema }) => membersOf(schemas.flatten(schema)));
  return states.some((members) => [WAITING, SHOWN].every((test) => members.some((member) => test.test(member))));
}
