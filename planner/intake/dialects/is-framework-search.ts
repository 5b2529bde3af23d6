import { type JsonObject, member } from '../json/json-object.ts';

/** The search parameter of Django REST framework, and that of its JSON:API extension. */
const NAMES = new Set(['search', 'filter[search]']);
const PAGE = ['count', 'next', 'previous', 'results'];
const pagedDocuments = new WeakMap<JsonObject, boolean>();

/** True if the document has a schema for pages of Django REST framework: count, next, previous, results. */
function isPagedLikeIt(document: JsonObject): boolean {
  const schemas = member(member(document, 'components'), 'schemas') ?? {};
  const known =
    pagedDocuments.get(document) ??
    Object.values(schemas).some((schema) => Object.keys(member(schema, 'properties') ?? {}).join() === PAGE.join());
  pagedDocuments.set(document, known);
  return known;
}

/**
 * True if a parameter is the search of Django REST framework: `GET /tasks?search=a`. The spec does not say which lists
 * search at all, so no filter is asserted of it. It is recognised by its English description, or by the pages of the
 * document.
 */
export function isFrameworkSearch(document: JsonObject, parameter: JsonObject): boolean {
  const says = (key: string) => member(parameter, key);
  if (says('in') !== 'query' || !NAMES.has(says('name') as string)) return false;
  return says('description') === 'A search term.' || (says('required') === false && isPagedLikeIt(document));
}
