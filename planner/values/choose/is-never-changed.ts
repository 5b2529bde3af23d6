import { isClassifier, isServersOwn, isStatusLike } from '../../vocabulary/field-names.ts';
import { isHiding } from '../../vocabulary/people-and-access.ts';

/** True if the server owns a member or other members depend on it: an update is not expected to change it. */
export function isNeverChanged(name: string): boolean {
  return isServersOwn(name) || isStatusLike(name) || isHiding(name) || isClassifier(name);
}
