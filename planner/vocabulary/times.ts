import { wordsOf, lastWordOf, plainName, LAST_WORDS } from './words-of.ts';

/** When something is over: what a server is sent, it keeps, or it would be there for ever. */
export const EXPIRIES = new Set('expire expires expiry expiration'.split(' '));

/** Says when something was or is to be. */
export function isTimeLike(name: string): boolean {
  return LAST_WORDS['time']?.includes(lastWordOf(name)) ?? false;
}

/**
 * Says when something is over. As a number it may be a day or a span, in seconds or not: a wrong one is over at once.
 */
export function isExpiry(name: string): boolean {
  return isTimeLike(name) && wordsOf(name).some((word) => EXPIRIES.has(word)) && !isOfCopies(name);
}

/** Times about copies that others hold, not about the item. */
export function isOfCopies(name: string): boolean {
  return wordsOf(name).includes('cache');
}

const OF_LIFE = new Set(
  'hire hired measured observed occurred sampled purchase purchased visit visited effective manufactured release event'.split(
    ' ',
  ),
);

/** A time that the server cannot know by itself, unlike the creation or sending of a record. */
export function isOfLife(name: string): boolean {
  return isTimeLike(name) && wordsOf(name).some((word) => OF_LIFE.has(word));
}

/** The lifetime of an item: it is deleted when it ends, and the remaining time shrinks with each read. */
export function isLifetime(name: string): boolean {
  const isSaid = wordsOf(name).some((word) => word === 'ttl' || word === 'lifetime');
  return isSaid || /^(expires?(in|after)|timetolive|maxage)/.test(plainName(name));
}
