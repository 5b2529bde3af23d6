import { wordGroup } from '../word-group.ts';

/** Whole names of query parameters for the number of a page. The likeliest comes first. */
export const pageNumbers = wordGroup('page numbers', {
  kind: 'parameter',
  words: 'page pagenumber pageno pageindex p',
  matches: ['page', 'pageNumber'],
  refuses: ['homepage', 'pageSize'],
});

/** Whole names of query parameters for the number of items on a page. The likeliest comes first. */
export const pageSizes = wordGroup('page sizes', {
  kind: 'parameter',
  words: 'size pagesize perpage limit maxresults count top',
  matches: ['per_page', 'limit'],
  refuses: ['sizes', 'stop'],
  alsoIn: {
    'meant as bounds': 'size is the number of items on a page; beside a price it is a minimum',
  },
});

/** Whole names of query parameters for the number of items before a page, or for its first item. */
export const offsets = wordGroup('offsets', {
  kind: 'parameter',
  words: 'offset skip start startindex',
  matches: ['offset', 'startIndex'],
  refuses: ['restart', 'startDate'],
  alsoIn: {
    'not filters': 'start is a place in a list, and no filter of a field',
  },
});

/** Whole names of query parameters for the id of the item before a page. */
export const afterIds = wordGroup('after ids', {
  kind: 'parameter',
  words: 'startingafter afterid',
  matches: ['starting_after', 'afterId'],
  refuses: ['createdAfterwards', 'hereafter'],
});

/** Whole names of query parameters for a cursor. The likeliest comes first. */
export const cursors = wordGroup('cursors', {
  kind: 'parameter',
  words: 'cursor after pagetoken nexttoken startingafter continuationtoken continue marker',
  matches: ['cursor', 'page_token'],
  refuses: ['precursor', 'token'],
  alsoIn: {
    'after ids': 'startingAfter takes an id or a cursor; the response tells which',
    postpones: 'after a cursor comes the next page; after a time an item may be leased',
    'first bounds': 'after a cursor, a list goes on; after a time, it excludes items',
    'not filters': 'after a cursor, a list goes on; no field is filtered',
  },
});

/** Whole names of query parameters that select a page or its size. */
export const paging = wordGroup('paging', {
  kind: 'parameter',
  words: '',
  includes: [pageNumbers, pageSizes, offsets, cursors, afterIds],
  matches: ['page', 'starting_after'],
  refuses: ['homepage', 'status'],
});

/** Whole names of list response members for the next page's cursor. The likeliest comes first. */
export const nextCursors = wordGroup('next cursors', {
  words: 'nextcursor next cursor nextpagetoken nexttoken endcursor continuationtoken continue after',
  matches: ['next_cursor', 'continue'],
  refuses: ['previous', 'nextStep'],
  alsoIn: {
    places: 'next and after are places among siblings; beside a list they lead to its next page',
    'looked up': 'a cursor in a request is looked up; in a response it leads to the next page',
    'transition targets': 'next is a state beside a transition; beside a list it leads to its next page',
  },
});

/** Words of list response members for the URL of another page. */
export const pageLinks = wordGroup('page links', {
  words: 'link links url uri href',
  matches: ['nextLink', 'links'],
  refuses: ['blink', 'linked'],
  alsoIn: {
    links: 'in the response around a list, a link leads to another page',
    'entry paths': 'url and uri say what to call; around a list, they lead to another page',
  },
});

/** Whole names of list response members for the number of items on all pages. */
export const totals = wordGroup('totals', {
  words: 'totalcount totalelements totalitems totalresults totalrecords',
  matches: ['totalCount', 'total_items'],
  refuses: ['total', 'totalPages'],
});

/** Whole names of list response members for the number of pages. */
export const pageTotals = wordGroup('page totals', {
  words: 'totalpages totalpage numpages pages',
  matches: ['totalPages', 'pages'],
  refuses: ['page', 'pageCount'],
});

/** Whole names of list response flags that are true on the first page. */
export const firstPageFlags = wordGroup('first page flags', {
  words: 'first isfirst firstpage isfirstpage',
  matches: ['isFirst', 'firstPage'],
  refuses: ['page', 'thirst'],
});

/** Whole names of list response flags that are true on the last page. */
export const lastPageFlags = wordGroup('last page flags', {
  words: 'last islast lastpage islastpage',
  matches: ['isLast', 'last'],
  refuses: ['page', 'blast'],
});

/** Whole names of list response members for the page's number. */
export const ownPages = wordGroup('own pages', {
  words: 'page pagenumber pageno pageindex currentpage',
  matches: ['currentPage', 'page'],
  refuses: ['pages', 'homepage'],
  alsoIn: {
    'looked up': 'a page in a request may be looked up; in a response it is a number',
  },
});
