import { parentPath, shapeUpTo } from './path-template.ts';
import type { Resource } from './resource.ts';
import { sameName } from '../../vocabulary/words-of.ts';

/**
 * Returns a function that finds the resource of a path parameter below another prefix: namespaces for `{namespace}` of
 * `/apis/apps/v1/namespaces/{namespace}/deployments`, if `POST /api/v1/namespaces` creates them. The parameter must be
 * named after the collection: an `{owner}` below another prefix may be something else.
 */
export function sameCollectionElsewhere(
  resources: Map<string, Resource>,
): (path: string, param: string) => Resource | undefined {
  const made = [...resources.values()].filter(({ key, create, isSingleton }) => create && !isSingleton && isAtTop(key));
  const bySegment = Map.groupBy(made, ({ key }) => lastSegment(key));
  return (path, param) => {
    const collection = parentPath(shapeUpTo(path, param));
    if (resources.has(collection) || !isAtTop(collection)) return undefined;
    const [only, ...others] = bySegment.get(lastSegment(collection)) ?? [];
    const isCalled = only && (sameName(param, only.noun) || sameName(param, `${only.noun}_id`));
    return isCalled && others.length === 0 ? only : undefined;
  };
}

function isAtTop(key: string): boolean {
  return key.startsWith('/') && !key.includes('{');
}

function lastSegment(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
