import { expiries } from './time-words.ts';
import { wordGroup } from './word-group.ts';

/** Words for a position on the earth: `lat`, `home_longitude`. */
export const coordinates = wordGroup('coordinates', {
  words: 'lat latitude lon lng longitude',
  matches: ['lat', 'home_longitude'],
  refuses: ['latency', 'flat'],
});

/**
 * Words for how long or how often: `retryInterval`. As a text, it is usually one of the server's own values; as a
 * number, it is a limit.
 */
export const spans = wordGroup('spans', {
  words: 'frequency interval duration period ttl timeout',
  matches: ['retryInterval', 'ttl'],
  refuses: ['intervalStart', 'periodic'],
});

/** Last words of quantities that people write with decimals: `unitPrice`. */
export const measures = wordGroup('measures', {
  words: `price amount cost fee rate balance budget salary discount tax percent percentage ratio factor
    weight height width length depth distance temperature`,
  includes: [coordinates],
  matches: ['unitPrice', 'latitude'],
  refuses: ['priceList', 'corporate'],
  alsoIn: {
    places: 'weight is a mass in a product and a position in a list',
    'shared codes': 'discount is an amount; a discount code is one that many items have',
    'checked numbers': 'tax is an amount; a tax number has an issuer',
  },
});

/** Last words of an amount from which other operations may take: `available_credits`. */
export const stocks = wordGroup('stocks', {
  words: 'balance stock funds credits',
  matches: ['balance', 'available_credits'],
  refuses: ['stockCode', 'creditCard'],
  alsoIn: { measures: 'a balance has decimals, and it is what a payment is taken from' },
});

/** Last words of a position in an order of items: `sortIndex`. A server may lower a number past the end. */
export const ranks = wordGroup('ranks', {
  words: 'position order rank index ordinal',
  matches: ['sortIndex', 'position'],
  refuses: ['orderId', 'composition'],
});

/** Last words of a position among siblings: `priority`. */
export const places = wordGroup('places', {
  words: 'sort sequence priority weight previous next before after',
  includes: [ranks],
  matches: ['order', 'priority'],
  refuses: ['priorityName', 'nextDate'],
});

/** Last words of path parameters that may be a position: `{rowNumber}`. */
export const rows = wordGroup('rows', {
  words: 'idx pos row line number no step track slot nth offset',
  matches: ['rowNumber', 'idx'],
  refuses: ['online', 'stepName'],
});

/** Words of limits, expiries, spans of time, ports and seeds: `maxItems`. Their 0 often means "none" or "as usual". */
export const limits = wordGroup('limits', {
  words: 'limit limits max maximum quota capacity retention window port seed workers threads concurrency parallelism',
  includes: [expiries, spans],
  matches: ['maxItems', 'session_timeout'],
  refuses: ['climate', 'climax'],
});
