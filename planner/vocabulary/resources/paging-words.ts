import { wordGroup } from '../word-group.ts';

/** Query parameters for the number of a page, the likeliest first. The whole name must match: `pageNumber`. */
export const pageNumbers = wordGroup('page numbers', {
  kind: 'parameter',
  words: 'page pagenumber pageno pageindex p',
  matches: ['page', 'pageNumber'],
  refuses: ['homepage', 'pageSize'],
});

/** Query parameters for the number of items on a page, the likeliest first. The whole name must match: `per_page`. */
export const pageSizes = wordGroup('page sizes', {
  kind: 'parameter',
  words: 'size pagesize perpage limit maxresults count top',
  matches: ['per_page', 'limit'],
  refuses: ['sizes', 'stop'],
  alsoIn: {
    'meant as bounds': 'size is the number of items on a page; beside a price it is a minimum',
  },
});

/**
 * Query parameters for the number of items before a page, or for its first item. The whole name must match:
 * `startIndex`.
 */
export const offsets = wordGroup('offsets', {
  kind: 'parameter',
  words: 'offset skip start startindex',
  matches: ['offset', 'startIndex'],
  refuses: ['restart', 'startDate'],
  alsoIn: {
    'not filters': 'start is a place in a list, and no filter of a field',
  },
});

/** Query parameters for the id of the item before a page. The whole name must match: `starting_after`. */
export const afterIds = wordGroup('after ids', {
  kind: 'parameter',
  words: 'startingafter afterid',
  matches: ['starting_after', 'afterId'],
  refuses: ['createdAfterwards', 'hereafter'],
});

/** Query parameters for a cursor, the likeliest first. The whole name must match: `page_token`. */
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

/** Query parameters that select a page or its size. The whole name must match: `page`, `starting_after`. */
export const paging = wordGroup('paging', {
  kind: 'parameter',
  words: '',
  includes: [pageNumbers, pageSizes, offsets, cursors, afterIds],
  matches: ['page', 'starting_after'],
  refuses: ['homepage', 'status'],
});

/** List response members for the next page's cursor, the likeliest first. The whole name must match: `next_cursor`. */
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

/** Words of list response members for the URL of another page: `nextLink`. */
export const pageLinks = wordGroup('page links', {
  words: 'link links url uri href',
  matches: ['nextLink', 'links'],
  refuses: ['blink', 'linked'],
  alsoIn: {
    links: 'in the response around a list, a link leads to another page',
    'entry paths': 'url and uri say what to call; around a list, they lead to another page',
  },
});

/** List response members for the number of items on all pages. The whole name must match: `total_items`. */
export const totals = wordGroup('totals', {
  words: 'totalcount totalelements totalitems totalresults totalrecords',
  matches: ['totalCount', 'total_items'],
  refuses: ['total', 'totalPages'],
});

/** List response members for the number of pages. The whole name must match: `totalPages`. */
export const pageTotals = wordGroup('page totals', {
  words: 'totalpages totalpage numpages pages',
  matches: ['totalPages', 'pages'],
  refuses: ['page', 'pageCount'],
});

/** List response flags that are true on the first page. The whole name must match: `isFirst`. */
export const firstPageFlags = wordGroup('first page flags', {
  words: 'first isfirst firstpage isfirstpage',
  matches: ['isFirst', 'firstPage'],
  refuses: ['page', 'thirst'],
});

/** List response flags that are true on the last page. The whole name must match: `isLast`. */
export const lastPageFlags = wordGroup('last page flags', {
  words: 'last islast lastpage islastpage',
  matches: ['isLast', 'last'],
  refuses: ['page', 'blast'],
});

/** List response members for the page's number. The whole name must match: `currentPage`. */
export const ownPages = wordGroup('own pages', {
  words: 'page pagenumber pageno pageindex currentpage',
  matches: ['currentPage', 'page'],
  refuses: ['pages', 'homepage'],
  alsoIn: {
    'looked up': 'a page in a request may be looked up; in a response it is a number',
  },
});
