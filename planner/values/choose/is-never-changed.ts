import { isClassifier, isServersOwn, isStatusLike } from '../../vocabulary/field-names.ts';
import { isHiding } from '../../vocabulary/people-and-access.ts';

/**
 * True for members that an update leaves alone: the server's own, states, flags that may hide the item, and its kind.
 */
export function isNeverChanged(name: string): boolean {
  return isServersOwn(name) || isStatusLike(name) || isHiding(name) || isClassifier(name);
}
