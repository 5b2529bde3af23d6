import { singular } from './singular.ts';
import { wordsOf, lastWordOf } from './words-of.ts';
import { isTimeLike } from './times.ts';
import { isKeyOfAccess, isRepeatedSecret } from './people-and-access.ts';
import { serversOwn } from './last-words.ts';
import { limits, measures, places, ranks, rows, stocks } from './quantity-words.ts';
import { clientTimes, upperEnds } from './time-words.ts';
import {
  choices,
  classifiers,
  firstAmong,
  lookedUp,
  otherThings,
  plainTexts,
  prose,
  showing,
  statuses,
  titles,
} from './value-words.ts';

/**
 * Id-, time-, owner-, version-, count-, link- or secret-like by name: never asserted, and never sent unless required
 * (planner and verifier §4.2).
 */
export function isServersOwn(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (isKeyOfAccess(words) || isRepeatedSecret(words)) return true;
  if (isTimeLike(name) && words.some((word) => clientTimes.has(word))) return false;
  return serversOwn.has(last) || words[0] === 'version';
}

/** Names of a state (status, state, phase): asserted only where the operation names the member. */
export function isStatusLike(name: string): boolean {
  return statuses.has(lastWordOf(name));
}

/** The kind of an item: fixed at creation, and other members depend on it. */
export function isClassifier(name: string): boolean {
  return classifiers.has(lastWordOf(name));
}

/** The upper end of a range: endDate, valid_to, maxPrice. */
export function isUpperEnd(name: string): boolean {
  const words = wordsOf(name);
  return [words[0], words.at(-1)].some((word) => word !== undefined && upperEnds.has(word));
}

/** Booleans that keep an item in its list. */
export function isShowing(name: string): boolean {
  const words = wordsOf(name).filter((word) => word !== 'is');
  return words.length === 1 && showing.has(words[0] ?? '');
}

/** Booleans that say whether a thing has a part: without it, nothing that belongs to the part is kept. */
export function isPart(name: string): boolean {
  const [first, ...others] = wordsOf(name);
  return first === 'has' && others.length > 0;
}

/** A text by which people tell things of a kind, although two may have the same. */
export function isTitle(name: string): boolean {
  return titles.has(lastWordOf(name));
}

/** The position of an item among its siblings. */
export function isPlace(name: string): boolean {
  return places.has(lastWordOf(name));
}

/** A position in a queue: a number past the end becomes the last position. */
export function isRank(name: string): boolean {
  return ranks.has(lastWordOf(name));
}

/** A flag that only one of several siblings can have: isDefault, primary. */
export function isFirstAmong(name: string): boolean {
  return firstAmong.has(lastWordOf(name));
}

/** How much or how long at most, and the like: of these, zero often means "no limit" or "as usual". */
export function isLimit(name: string): boolean {
  return wordsOf(name).some((word) => limits.has(word));
}

/** The path identifies an item by its position, so another item moves there when one before it is deleted. */
export function isPlaceInPath(name: string): boolean {
  return isPlace(name) || rows.has(lastWordOf(name));
}

/** A quantity that people write with decimals. */
export function isMeasure(name: string): boolean {
  return measures.has(lastWordOf(name));
}

/** How much there is of something at first: of nothing, nothing can be taken. */
export function isStockOf(name: string): boolean {
  return stocks.has(lastWordOf(name));
}

/** Free text that a server stores as it comes. */
export function isPlainText(name: string): boolean {
  return plainTexts.has(lastWordOf(name));
}

/** Free text of whole sentences. */
export function isProseLike(name: string): boolean {
  return prose.has(lastWordOf(name));
}

/**
 * Nothing in the name says that only certain texts are right: not a reference, an address, a credential, a choice or a
 * language.
 */
export function mayBeAnyText(name: string): boolean {
  return wordsOf(name).every((word) => !lookedUp.has(word) && !lookedUp.has(singular(word)) && !/^\d+$/.test(word));
}

/** A type, level or unit: one of the server's own values, though the schema has no enum. */
export function isChoice(name: string): boolean {
  return choices.has(lastWordOf(name));
}

/** Named after another item or person, whom a number would identify. */
export function isThing(name: string): boolean {
  return otherThings.has(lastWordOf(name));
}
