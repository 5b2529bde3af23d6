import type { PageTold } from '#verifier/plan/plan.ts';

import { isNumber } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { type Member, pagingOf, wrapperOf } from './paging-of.ts';
import { firstPageFlags, lastPageFlags, ownPages } from '../../vocabulary/resources/paging-words.ts';
import { plainName } from '../../vocabulary/words-of.ts';

/** Members beside which `number` is the page's number. */
const COUNTS_PAGES = new Set('totalpages pagecount'.split(' '));

/**
 * Returns the members of a paged list's response that state the page's number, whether it is the first or last page, or
 * how many items it shows. Only unambiguous names count.
 */
export function pageMetadataOf(schemas: SchemaStore, operation: Operation): PageTold[] {
  const members = pagingOf(schemas, operation) ? wrapperOf(schemas, operation) : [];
  return members.flatMap((one) => {
    const says = saidBy(one, members);
    return says === undefined ? [] : [{ pointer: one.pointer, says }];
  });
}

function saidBy({ name, pointer, flat }: Member, members: Member[]): PageTold['says'] | undefined {
  const plain = plainName(name);
  if (flat.types[0] === 'boolean') {
    if (firstPageFlags.has(plain)) return 'first';
    return lastPageFlags.has(plain) ? 'last' : undefined;
  }
  if (!isNumber(flat)) return undefined;
  if (plain === 'numberofelements') return 'shown';
  const within = pointer.slice(0, pointer.lastIndexOf('/'));
  const beside = members.filter((one) => one.pointer.slice(0, one.pointer.lastIndexOf('/')) === within);
  const isNumbered = plain === 'number' && beside.some((one) => COUNTS_PAGES.has(plainName(one.name)));
  return ownPages.has(plain) || isNumbered ? 'page' : undefined;
}
