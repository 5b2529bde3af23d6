import { isFirstAmong, isLimit, isRank, isServersOwn, isStatusLike, isTitle } from '../../vocabulary/field-names.ts';
import { isLifetime } from '../../vocabulary/times.ts';
import { isIdentity } from '../../vocabulary/identifiers.ts';
import { isGrant, isHiding } from '../../vocabulary/people-and-access.ts';

const SETTLED = [
  isFirstAmong,
  isGrant,
  isHiding,
  isIdentity,
  isLifetime,
  isLimit,
  isRank,
  isServersOwn,
  isStatusLike,
  isTitle,
];

/**
 * True for names whose value the server may choose itself: by siblings (`isDefault`), by the caller's account, or by
 * its own process (`status`).
 */
export function isServerSettled(name: string): boolean {
  return SETTLED.some((test) => test(name));
}
