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

/** Whether a server settles a member by itself, whatever it is sent: among other things, by the caller's account, or in the course of its own. */
export function isServerSettled(name: string): boolean {
  return SETTLED.some((test) => test(name));
}
