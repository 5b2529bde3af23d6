import { ServiceError } from '#contract/errors.ts';

type Route = { method: string; path: string };
export type Match<R> = { route: R; pathParameters: Record<string, string> };

/** The path exists, with other methods. */
export class MethodNotAllowed extends ServiceError {
  readonly allow: string;

  constructor(method: string, path: string, allow: string) {
    super('METHOD_NOT_ALLOWED', `${path} answers ${allow}, not ${method}.`);
    this.allow = allow;
  }
}

/** Finds the route of a request. Unknown paths throw ROUTE_NOT_FOUND, known paths with another method METHOD_NOT_ALLOWED. */
export const matchRoute = <R extends Route>(routes: readonly R[], method: string, path: string): Match<R> => {
  const parts = path.split('/');
  const onPath = routes.flatMap((route) => {
    const pathParameters = matchTemplate(route.path.split('/'), parts);
    return pathParameters ? [{ route, pathParameters }] : [];
  });
  const match = onPath.find(({ route }) => route.method === method);
  if (match) return match;
  if (onPath.length === 0)
    throw new ServiceError('ROUTE_NOT_FOUND', `There is no route ${path}. See /api/v1/openapi.json.`);
  throw new MethodNotAllowed(method, path, onPath.map(({ route }) => route.method).join(', '));
};

const matchTemplate = (template: string[], parts: string[]): Record<string, string> | undefined => {
  if (template.length !== parts.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, segment] of template.entries()) {
    const part = parts[index]!;
    if (segment.startsWith('{') && part !== '') found[segment.slice(1, -1)] = decode(part);
    else if (segment !== part) return undefined;
  }
  return found;
};

/** A broken escape stays as it is and then fails validation as a parameter. */
const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
