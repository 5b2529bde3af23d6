import type { Operation, Parameter } from '../../intake/model/operation.ts';
import { isPagingParameter } from './paging-of.ts';
import { paramsOf } from '../model/path-template.ts';
import { isPlainId, isVersionLike } from '../../vocabulary/identifiers.ts';

/** Query parameters without which the operation cannot be called, and which may say whose or of what a thing is; not what the path says, too. */
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
