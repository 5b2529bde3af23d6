import { isClassifier, isServersOwn, isStatusLike } from '../../vocabulary/field-names.ts';
import { isHiding } from '../../vocabulary/people-and-access.ts';

/** Whether a member's value is the server's to settle, or decides what else a thing has: another one is not expected to be kept. */
export function isNeverChanged(name: string): boolean {
  return isServersOwn(name) || isStatusLike(name) || isHiding(name) || isClassifier(name);
}
