import { isClassifier, isServersOwn, isStatusLike } from '../../vocabulary/field-names.ts';
import { isHiding } from '../../vocabulary/people-and-access.ts';

/** True for members that an update does not change: the server owns them, or other members depend on them (`type`). */
export function isNeverChanged(name: string): boolean {
  return isServersOwn(name) || isStatusLike(name) || isHiding(name) || isClassifier(name);
}
