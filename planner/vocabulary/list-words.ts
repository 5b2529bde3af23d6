import { wordGroup } from './word-group.ts';

/** Returns the common part of a group of query parameters: a name that it matches, and one that it refuses. */
const examplesOf = (matches: string, refuses: string) =>
  ({ kind: 'parameter', matches: [matches], refuses: [refuses] }) as const;

/** Words of query parameters for "greater than", with or without "or equal": `price_gte`. */
export const above = wordGroup('above', { ...examplesOf('price_gte', 'height'), words: 'gt gte' });

/** Words of query parameters for "less than", with or without "or equal": `price_lt`. */
export const below = wordGroup('below', { ...examplesOf('price_lt', 'result'), words: 'lt lte' });

/** Words of query parameters that exclude smaller numbers: `minPrice`. */
export const leastBounds = wordGroup('least bounds', {
  ...examplesOf('minPrice', 'mine'),
  words: 'min minimum',
  includes: [above],
});

/** Words of query parameters that exclude greater numbers: `price_max`. */
export const mostBounds = wordGroup('most bounds', {
  ...examplesOf('price_max', 'climax'),
  words: 'max maximum',
  includes: [below],
});

/** Words of query parameters that exclude earlier times: `created_after`. */
export const firstBounds = wordGroup('first bounds', {
  ...examplesOf('created_after', 'fromage'),
  words: 'after from since',
  includes: [above],
});

/** Words of query parameters that exclude later times: `created_before`. */
export const lastBounds = wordGroup('last bounds', {
  ...examplesOf('created_before', 'total'),
  words: 'before to until',
  includes: [below],
});

/** Words of parameters that bound a number or time instead of asking for an equal value: `min_price`. */
export const bounds = wordGroup('bounds', {
  ...examplesOf('min_price', 'minute'),
  words: 'min max',
  includes: [firstBounds, lastBounds],
  alsoIn: {
    'least bounds': 'a filter is rarely called "minimum", and a member often is',
    'most bounds': 'a filter is rarely called "maximum", and a member often is',
  },
});

/** Words of a time that do not name its event: `date` in `due_date`, unlike `due`. */
export const bareTimes = wordGroup('bare times', { ...examplesOf('due_date', 'dated'), words: 'at date day on time' });

/** Query parameters that search the texts of items. The whole name must match: `?searchTerm=`. */
export const textSearches = wordGroup('text searches', {
  ...examplesOf('searchTerm', 'researcher'),
  words: 'q search searchterm searchtext searchquery keyword keywords',
});

/** Words of a search by similarity, which returns the nearest items and may exclude none: `semantic_search`. */
export const likeness = wordGroup('likeness', {
  ...examplesOf('semantic_search', 'search'),
  words: 'semantic semantically similar similarity nearest vector embedding fuzzy relevant relevance',
});

/** Query parameters that do not filter by the member of the same name. The whole name must match: `?order=`. */
export const notFilters = wordGroup('not filters', {
  ...examplesOf('orderBy', 'status'),
  words: `q query search searchterm searchtext text term keyword keywords filter where fulltext
    sort sortby order orderby direction fields select include expand embed view format lang locale
    from to since until before after start end min max`,
  alsoIn: {
    'text searches': 'a search is no filter of a field; where, text and term search too, in a language of their own',
    bounds: 'a bound alone names no field',
    'first bounds': 'a bound alone names no field',
    'last bounds': 'a bound alone names no field',
    'least bounds': 'a bound alone names no field',
    'most bounds': 'a bound alone names no field',
    sorts: 'a sort is no filter, even of a field named order',
    directions: 'a direction is no filter, even of a field of that name',
  },
});

/**
 * Query parameters that may choose how items are shown. The whole name must match: `?language=de` is no filter by the
 * list member `languages`.
 */
export const representations = wordGroup('representations', {
  ...examplesOf('language', 'languageId'),
  words: 'currency exclude field language timezone unit version',
});

/**
 * Last words of number parameters that may mean a minimum or maximum, not an equal value: `?guests=4` may find larger
 * rooms.
 */
export const meantAsBounds = wordGroup('meant as bounds', {
  ...examplesOf('guests_capacity', 'status'),
  words: `age area bathroom bed bedroom budget capacity distance experience guest height length person place price
    quantity radius rating salary score seat size slot star stock weight width`,
});

/** Query parameters for the member by which a list is sorted. The whole name must match: `?sortBy=name`. */
export const sortParameters = wordGroup('sorts', {
  ...examplesOf('sortBy', 'resort'),
  words: 'sort sortby order orderby ordering',
});

/** Query parameters for ascending or descending order. The whole name must match: `?sort_dir=desc`. */
export const orderDirections = wordGroup('directions', {
  ...examplesOf('sort_dir', 'directory'),
  words: 'order direction dir sortorder sortdir sortdirection orderdir',
  alsoIn: { sorts: 'beside sort=name, order is "asc" or "desc"; alone it is the name of a field' },
});

/** Boolean query parameters for descending order. The whole name must match, less a leading "is": `?sortDesc=true`. */
export const fallFlags = wordGroup('falls', {
  ...examplesOf('sortDesc', 'description'),
  words: 'desc descending sortdesc sortdescending orderdesc orderdescending orderbydesc orderbydescending',
});

/** Words of members whose items a server may list first, whatever order is asked for: `isPinned`. */
export const putFirst = wordGroup('put first', {
  matches: ['isPinned'],
  refuses: ['pinCode'],
  words: 'pinned sticky featured promoted starred favorite favourite important urgent',
});

/**
 * Names of query parameters for the target of a move, less a final "id": `POST /events/{id}/move?destination=`. Also
 * words of body members that name where something goes: `payoutDestination`.
 */
export const destinations = wordGroup('destinations', {
  ...examplesOf('destination', 'source'),
  words: 'dest destination target',
});
