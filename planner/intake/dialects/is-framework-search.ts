import { type JsonObject, member } from '../json/json-object.ts';

/** Its own, and that of JSON:API. */
const NAMES = new Set(['search', 'filter[search]']);
const PAGE = ['count', 'next', 'previous', 'results'];
const pagedDocuments = new WeakMap<JsonObject, boolean>();

/** Whether lists of a document are pages as Django REST framework writes them. */
function isPagedLikeIt(document: JsonObject): boolean {
  const schemas = member(member(document, 'components'), 'schemas') ?? {};
  const known =
    pagedDocuments.get(document) ??
    Object.values(schemas).some((schema) => Object.keys(member(schema, 'properties') ?? {}).join() === PAGE.join());
  pagedDocuments.set(document, known);
  return known;
}

/**
 * Whether a parameter is the search of Django REST framework. A service that has it gives it to every list, and a list
 * that names no field to look at shows everything: which ones do, the document does not say. Its description may be in
 * another language.
 */
export function isFrameworkSearch(document: JsonObject, parameter: JsonObject): boolean {
  const says = (key: string) => member(parameter, key);
  if (says('in') !== 'query' || !NAMES.has(says('name') as string)) return false;
  return says('description') === 'A search term.' || (says('required') === false && isPagedLikeIt(document));
}
