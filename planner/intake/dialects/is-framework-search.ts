import { type JsonObject, member } from '../json/json-object.ts';

/** Names of the search parameter of Django REST framework and of its JSON:API extension. */
const NAMES = new Set(['search', 'filter[search]']);
const PAGE = ['count', 'next', 'previous', 'results'];
const pagedDocuments = new WeakMap<JsonObject, boolean>();

/** True if a schema of the document is a page of Django REST framework: count, next, previous, results. */
function isPagedLikeIt(document: JsonObject): boolean {
  const schemas = member(member(document, 'components'), 'schemas') ?? {};
  const known =
    pagedDocuments.get(document) ??
    Object.values(schemas).some((schema) => Object.keys(member(schema, 'properties') ?? {}).join() === PAGE.join());
  pagedDocuments.set(document, known);
  return known;
}

/**
 * True for the search parameter of Django REST framework: `GET /tasks?search=a`. It has the framework's English
 * description, or it is written as optional in a document with the framework's pages. No filter is asserted of it,
 * because the spec does not name the members that it searches.
 */
export function isFrameworkSearch(document: JsonObject, parameter: JsonObject): boolean {
  const says = (key: string) => member(parameter, key);
  if (says('in') !== 'query' || !NAMES.has(says('name') as string)) return false;
  return says('description') === 'A search term.' || (says('required') === false && isPagedLikeIt(document));
}
