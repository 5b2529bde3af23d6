import type { JsonObject } from '#planner/intake/json/json-object.ts';
import { isRecord } from '../read-text-file.ts';
import { usageError } from './parse-options.ts';

/** The options that choose operations of a spec: `--include` and `--exclude` as often as needed, and `--no-delete`. */
export type Selection = { include?: string[]; exclude?: string[]; 'no-delete'?: boolean };

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const KINDS = ['path', 'method', 'tag', 'operation'] as const;

type Operation = { key: string; path: string; method: string; id: string; tags: unknown[] };
type Selector = (operation: Operation) => boolean;

/**
 * The document without the operations that are excluded. With `include` only those stay that are included, or on whose path an included one
 * stands (`/projects` and `/projects/{id}` for `/projects/{id}/tasks`): they make what it needs. Throws InputError USAGE.
 */
export const withoutExcluded = (document: JsonObject, given: Selection): JsonObject => {
  const excluded = selectorOf([...(given.exclude ?? []), ...(given['no-delete'] ? ['method=DELETE'] : [])], 'exclude');
  const included = given.include === undefined ? undefined : selectorOf(given.include, 'include');
  const operations = operationsIn(document);
  const wanted = included && operations.filter(included).map(({ path }) => path);
  if (wanted?.length === 0)
    throw usageError(`--include ${given.include?.join(' ')} names no operation of the spec.`, 'verify');
  const stays = (one: Operation) =>
    !excluded(one) &&
    (wanted === undefined || wanted.some((path) => path === one.path || path.startsWith(`${one.path}/`)));
  const left = new Set(operations.filter(stays).map(({ key }) => key));
  const paths = Object.entries(pathsOf(document)).map(([path, item]) => [
    path,
    isRecord(item)
      ? Object.fromEntries(Object.entries(item).filter(([name]) => !isMethod(name) || left.has(keyOf(name, path))))
      : item,
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
};

/** "METHOD /path" of the operations that `include` names. Throws InputError USAGE for what is no selector. */
export const includedIn = (document: JsonObject, include: string[]): Set<string> =>
  new Set(
    operationsIn(document)
      .filter(selectorOf(include, 'include'))
      .map(({ key }) => key),
  );

const selectorOf = (texts: string[], option: string): Selector => {
  const selectors = texts.map((text) => selector(text, option));
  return (operation) => selectors.some((matches) => matches(operation));
};

/** `path=/tasks*`, `method=DELETE`, `tag=Admin`, `operation=deleteTask` or `operation=GET /tasks`; `*` stands for any text. */
const selector = (text: string, option: string): Selector => {
  const at = text.indexOf('=');
  const kind = KINDS.find((one) => one === text.slice(0, Math.max(at, 0)));
  const wanted = text.slice(at + 1);
  if (kind === undefined || wanted === '')
    throw usageError(
      `--${option} takes path=, method=, tag= or operation=, as in path=/tasks*, not "${text}".`,
      'verify',
    );
  const pattern = new RegExp(`^${wanted.split('*').map(escaped).join('.*')}$`, kind === 'method' ? 'i' : '');
  return ({ path, method, tags, id, key }) => {
    if (kind === 'path') return pattern.test(path);
    if (kind === 'method') return pattern.test(method);
    if (kind === 'tag') return tags.some((tag) => pattern.test(String(tag)));
    return pattern.test(id) || pattern.test(key);
  };
};

const escaped = (text: string): string => text.replaceAll(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`);

const pathsOf = ({ paths }: JsonObject): JsonObject => (isRecord(paths) ? (paths as JsonObject) : {});
const isMethod = (name: string): boolean => METHODS.includes(name);
const keyOf = (method: string, path: string): string => `${method.toUpperCase()} ${path}`;

const operationsIn = (document: JsonObject): Operation[] =>
  Object.entries(pathsOf(document)).flatMap(([path, item]) =>
    Object.entries(isRecord(item) ? item : {}).flatMap(([name, operation]) => {
      if (!isMethod(name) || !isRecord(operation)) return [];
      const { operationId, tags } = operation;
      const key = keyOf(name, path);
      const id = typeof operationId === 'string' ? operationId : key;
      return [{ key, path, method: name, id, tags: Array.isArray(tags) ? tags : [] }];
    }),
  );
