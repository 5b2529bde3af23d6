import { times } from './last-words.ts';
import { expiries, lifeEvents } from './time-words.ts';
import { wordsOf, lastWordOf, plainName } from './words-of.ts';

/** Says when something was or is to be. */
export function isTimeLike(name: string): boolean {
  return times.has(lastWordOf(name));
}

/**
 * Says when something is over. As a number it may be a day or a span, in seconds or not: a wrong one is over at once.
 */
export function isExpiry(name: string): boolean {
  return isTimeLike(name) && wordsOf(name).some((word) => expiries.has(word)) && !isOfCopies(name);
}

/** Times about copies that others hold, not about the item. */
export function isOfCopies(name: string): boolean {
  return wordsOf(name).includes('cache');
}

/** A time that the server cannot know by itself, unlike the creation or sending of a record. */
export function isOfLife(name: string): boolean {
  return isTimeLike(name) && wordsOf(name).some((word) => lifeEvents.has(word));
}

/** The lifetime of an item: it is deleted when it ends, and the remaining time shrinks with each read. */
export function isLifetime(name: string): boolean {
  const isSaid = wordsOf(name).some((word) => word === 'ttl' || word === 'lifetime');
  return isSaid || /^(expires?(in|after)|timetolive|maxage)/.test(plainName(name));
}
