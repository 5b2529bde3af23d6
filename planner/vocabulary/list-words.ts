import { wordGroup } from './word-group.ts';

/** Query parameters, with an example that belongs to the group and one that does not. */
const examplesOf = (matches: string, refuses: string) =>
  ({ kind: 'parameter', matches: [matches], refuses: [refuses] }) as const;

/** Operators for more than a bound. */
export const above = wordGroup('above', { ...examplesOf('price_gte', 'height'), words: 'gt gte' });

/** Operators for less than a bound. */
export const below = wordGroup('below', { ...examplesOf('price_lt', 'result'), words: 'lt lte' });

/** Bounds that exclude smaller numbers. */
export const leastBounds = wordGroup('least bounds', {
  ...examplesOf('minPrice', 'mine'),
  words: 'min minimum',
  includes: [above],
});

/** Bounds that exclude greater numbers. */
export const mostBounds = wordGroup('most bounds', {
  ...examplesOf('price_max', 'climax'),
  words: 'max maximum',
  includes: [below],
});

/** Bounds that exclude earlier times. */
export const firstBounds = wordGroup('first bounds', {
  ...examplesOf('created_after', 'fromage'),
  words: 'after from since',
  includes: [above],
});

/** Bounds that exclude later times. */
export const lastBounds = wordGroup('last bounds', {
  ...examplesOf('created_before', 'total'),
  words: 'before to until',
  includes: [below],
});

/** Bounds of numbers and times: such a parameter does not ask for an equal value. */
export const bounds = wordGroup('bounds', {
  ...examplesOf('min_price', 'minute'),
  words: 'min max',
  includes: [firstBounds, lastBounds],
  alsoIn: {
    'least bounds': 'a filter is rarely called "minimum", and a member often is',
    'most bounds': 'a filter is rarely called "maximum", and a member often is',
  },
});

/** Names of a time that do not say what happens then. */
export const bareTimes = wordGroup('bare times', { ...examplesOf('due_date', 'dated'), words: 'at date day on time' });

/** Parameters that search the texts of items, as whole names. */
export const textSearches = wordGroup('text searches', {
  ...examplesOf('searchTerm', 'researcher'),
  words: 'q search searchterm searchtext searchquery keyword keywords',
});

/** Words for a search by similarity, which returns the nearest items and excludes nothing. */
export const likeness = wordGroup('likeness', {
  ...examplesOf('semantic_search', 'search'),
  words: 'semantic semantically similar similarity nearest vector embedding fuzzy relevant relevance',
});

/** Parameters, as whole names, that may be named like a field and do not ask for its value. */
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

/** Parameters that choose a representation and filter nothing: ?language=de, ?currency=EUR. */
export const representations = wordGroup('representations', {
  ...examplesOf('language', 'languageId'),
  words: 'currency exclude field language timezone unit version',
});

/** Filters that mean a minimum or maximum: rooms for at least ten, a price of at most. */
export const meantAsBounds = wordGroup('meant as bounds', {
  ...examplesOf('guests_capacity', 'status'),
  words: `age area bathroom bed bedroom budget capacity distance experience guest height length person place price
    quantity radius rating salary score seat size slot star stock weight width`,
});

/** Parameters that take the order of a list, as whole names. */
export const sortParameters = wordGroup('sorts', {
  ...examplesOf('sortBy', 'resort'),
  words: 'sort sortby order orderby ordering',
});

/** Parameters that say whether an order rises or falls, as whole names. */
export const orderDirections = wordGroup('directions', {
  ...examplesOf('sort_dir', 'directory'),
  words: 'order direction dir sortorder sortdir sortdirection orderdir',
  alsoIn: { sorts: 'beside sort=name, order is "asc" or "desc"; alone it is the name of a field' },
});

/** Flags that turn an order round, as whole names. */
export const fallFlags = wordGroup('falls', {
  ...examplesOf('sortDesc', 'description'),
  words: 'desc descending sortdesc sortdescending orderdesc orderdescending orderbydesc orderbydescending',
});

/** Flags whose items servers put first in every order. */
export const putFirst = wordGroup('put first', {
  matches: ['isPinned'],
  refuses: ['pinCode'],
  words: 'pinned sticky featured promoted starred favorite favourite important urgent',
});
