import { times } from './last-words.ts';
import { expiries, lifeEvents } from './time-words.ts';
import { wordsOf, lastWordOf, plainName } from './words-of.ts';

/** True for the name of a time: createdAt, dueDate. */
export function isTimeLike(name: string): boolean {
  return times.has(lastWordOf(name));
}

/** True for the time at which an item ends: `expiresAt`. A number may mean a time or a span. */
export function isExpiry(name: string): boolean {
  return isTimeLike(name) && wordsOf(name).some((word) => expiries.has(word)) && !isOfCopies(name);
}

/** True if a name has the word "cache". A time of that name is about cached copies, not the item: `cacheExpiresAt`. */
export function isOfCopies(name: string): boolean {
  return wordsOf(name).includes('cache');
}

/** True for the time of an event outside the API, which only the client knows: `hiredAt`, unlike `createdAt`. */
export function isOfLife(name: string): boolean {
  return isTimeLike(name) && wordsOf(name).some((word) => lifeEvents.has(word));
}

/** True for how long an item lives: `ttl`, `expiresIn`. The number that a read shows may shrink. */
export function isLifetime(name: string): boolean {
  const isSaid = wordsOf(name).some((word) => word === 'ttl' || word === 'lifetime');
  return isSaid || /^(expires?(in|after)|timetolive|maxage)/.test(plainName(name));
}
