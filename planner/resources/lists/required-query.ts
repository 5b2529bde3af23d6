import type { Operation, Parameter } from '../../intake/model/operation.ts';
import { isPagingParameter } from './paging-of.ts';
import { paramsOf } from '../model/path-template.ts';
import { isPlainId, isVersionLike } from '../../vocabulary/identifiers.ts';

/**
 * Returns the required query parameters that may name a parent: `project_id`. Names of path parameters, paging,
 * versions and a plain `id` are left out.
 */
export function requiredQuery({ parameters, path }: Operation): Parameter[] {
  return parameters.filter(
    (param) =>
      param.in === 'query' &&
      param.required &&
      !param.json &&
      !paramsOf(path).includes(param.name) &&
      !isPagingParameter(param) &&
      !isPlainId(param.name) &&
      !isVersionLike(param.name),
  );
}
