import { isClassifier, isServersOwn, isStatusLike } from '../../vocabulary/field-names.ts';
import { isHiding } from '../../vocabulary/people-and-access.ts';

/**
 * True for the server's own names, states, kinds, and names that may hide the item. Their values are no reason for a
 * create with other values, and a create with the required members alone does not assert them. Only the name is judged.
 */
export function isNeverChanged(name: string): boolean {
  return isServersOwn(name) || isStatusLike(name) || isHiding(name) || isClassifier(name);
}
