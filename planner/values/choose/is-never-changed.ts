import { isClassifier, isServersOwn, isStatusLike } from '../../vocabulary/field-names.ts';
import { isHiding } from '../../vocabulary/people-and-access.ts';

/**
 * True for names whose value the journeys of a create neither vary nor assert: the server's own, states, kinds, and
 * names that may hide the item. Only the name is judged.
 */
export function isNeverChanged(name: string): boolean {
  return isServersOwn(name) || isStatusLike(name) || isHiding(name) || isClassifier(name);
}
