import { remembered } from '../../vocabulary/remembered.ts';

/** Parameter names of a path template, in order. */
export const paramsOf = remembered((path): readonly string[] =>
  [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name),
);

/** OData keys: `/Products({ID})`, or `/Products('{ID}')` for a text. */
const KEY = /\('?\{[^/{}]*\}(?:'?\))?/g;
const LAST_KEY = /\('?\{[^/{}]*\}'?\)\/?$/;

/** Returns the path without `.json` at its end: `/products/{id}` for `/products/{id}.json`. */
export const withoutForm = remembered((path): string => path.replace(/\.json(?=\/?$)/, ''));

/** Returns the path without a trailing slash, which some frameworks always write. */
export function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Returns the path without a trailing slash and without `.json`. */
export function barePath(path: string): string {
  return withoutSlash(withoutForm(path));
}

/** True for a path with an OData key: `/Products({ID})`. */
export function hasKey(path: string): boolean {
  return /\('?\{/.test(path);
}

/**
 * Returns the path without parameter names, trailing slash and `.json`: `/users/{}/todos` for `/users/{id}/todos`.
 * Paths with one shape are taken as the same place.
 */
export const shapeOf = remembered((path) =>
  withoutSlash(
    withoutForm(path)
      .replaceAll(KEY, '/{}')
      .replaceAll(/\{[^}]*\}/g, '{}'),
  ),
);

/**
 * True if the last segment is one parameter, also with `.json`, or ends in an OData key: `/users/{id}`,
 * `/Products({ID})`.
 */
export function isItemPath(path: string): boolean {
  return /\/\{[^/{}]*\}(\.json)?\/?$/.test(path) || LAST_KEY.test(path);
}

/** Returns the path without its last segment or OData key: `/users` for `/users/{id}`. */
export function parentPath(path: string): string {
  return LAST_KEY.test(path) ? path.replace(LAST_KEY, '') : path.replace(/\/[^/]*\/?$/, '') || '/';
}

/** Returns the shape of the path up to a parameter: `/users/{}` for `/users/{id}/todos` and "id". */
export function shapeUpTo(path: string, param: string): string {
  return shapeOf(path.slice(0, path.indexOf(`{${param}}`) + param.length + 2));
}

/**
 * Returns the last segment that is neither a parameter nor a version: "todos" for `/users/{id}/todos/{todoId}` and
 * `/todos/v2`. If there is none: the version, else "item".
 */
export const nounSegment = remembered((path): string => {
  const named = withoutForm(path)
    .replaceAll(KEY, '')
    .split('/')
    .filter((segment) => segment !== '' && !segment.includes('{'));
  return named.findLast((segment) => !/^v\d+$/.test(segment)) ?? named.at(-1) ?? 'item';
});
