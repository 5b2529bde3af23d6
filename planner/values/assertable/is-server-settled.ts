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
 * True if the server decides a member whatever is sent: by siblings, by the caller's account, or by its own process.
 */
export function isServerSettled(name: string): boolean {
  return SETTLED.some((test) => test(name));
}
