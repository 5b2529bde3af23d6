import { remembered } from '../../vocabulary/remembered.ts';

/** Parameter names of a path template, in order. */
export const paramsOf = remembered((path): readonly string[] =>
  [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name),
);

/** OData writes a key behind the collection that it is in: /Products({ID}), or in quotes where it is a text. */
const KEY = /\('?\{[^/{}]*\}(?:'?\))?/g;
const LAST_KEY = /\('?\{[^/{}]*\}'?\)\/?$/;

/** A form of what is answered may stand behind a template (/products/{id}.json): the place is the same without it. */
export const withoutForm = remembered((path): string => path.replace(/\.json(?=\/?$)/, ''));

/** The path without a trailing slash, which some frameworks always write (/products/search/). */
export function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The place of a template, however it ends. */
export function barePath(path: string): string {
  return withoutSlash(withoutForm(path));
}

/** True if the template has a key in parentheses. */
export function hasKey(path: string): boolean {
  return /\('?\{/.test(path);
}

/** A template without its parameter names: two templates with one shape are one place. */
export const shapeOf = remembered((path) =>
  withoutSlash(
    withoutForm(path)
      .replaceAll(KEY, '/{}')
      .replaceAll(/\{[^}]*\}/g, '{}'),
  ),
);

/** True where the last segment is exactly one parameter, or ends in a key: the template of an item. */
export function isItemPath(path: string): boolean {
  return /\/\{[^/{}]*\}(\.json)?\/?$/.test(path) || LAST_KEY.test(path);
}

/** The template without its last segment, or without the key that it ends in. */
export function parentPath(path: string): string {
  return LAST_KEY.test(path) ? path.replace(LAST_KEY, '') : path.replace(/\/[^/]*\/?$/, '') || '/';
}

/**
 * The shape of the template up to and including one of its parameters: the shape of the item that the parameter names.
 */
export function shapeUpTo(path: string, param: string): string {
  return shapeOf(path.slice(0, path.indexOf(`{${param}}`) + param.length + 2));
}

/**
 * The last segment that is no parameter: "todos" of /users/{id}/todos/{todoId}, also where a version stands behind it
 * (/todos/v2).
 */
export const nounSegment = remembered((path): string => {
  const named = withoutForm(path)
    .replaceAll(KEY, '')
    .split('/')
    .filter((segment) => segment !== '' && !segment.includes('{'));
  return named.findLast((segment) => !/^v\d+$/.test(segment)) ?? named.at(-1) ?? 'item';
});
