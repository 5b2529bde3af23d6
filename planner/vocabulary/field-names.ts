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
 * True for a value that the server usually sets or hides: an id, time, owner, version, count, link or secret. False for
 * a time that the client sets: `dueDate` (planner and verifier §4.2).
 */
export function isServersOwn(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (isKeyOfAccess(words) || isRepeatedSecret(words)) return true;
  if (isTimeLike(name) && words.some((word) => clientTimes.has(word))) return false;
  return serversOwn.has(last) || words[0] === 'version';
}

/** True if the last word of a name means an item's state: `orderStatus`, `phase`. */
export function isStatusLike(name: string): boolean {
  return statuses.has(lastWordOf(name));
}

/** True if the last word of a name means an item's kind: `type`, `eventKind`. Other members may depend on it. */
export function isClassifier(name: string): boolean {
  return classifiers.has(lastWordOf(name));
}

/** True if the first or last word of a name means the upper end of a range: `endDate`, `valid_to`, `maxPrice`. */
export function isUpperEnd(name: string): boolean {
  const words = wordsOf(name);
  return [words[0], words.at(-1)].some((word) => word !== undefined && upperEnds.has(word));
}

/** True for a flag that a list may require to be true: `active`, `isVisible`. */
export function isShowing(name: string): boolean {
  const words = wordsOf(name).filter((word) => word !== 'is');
  return words.length === 1 && showing.has(words[0] ?? '');
}

/** True for a flag such as `hasParking`. While it is false, a server may drop the members of that part. */
export function isPart(name: string): boolean {
  const [first, ...others] = wordsOf(name);
  return first === 'has' && others.length > 0;
}

/** True for a text by which people recognise an item, although two items may share it: `title`, `label`. */
export function isTitle(name: string): boolean {
  return titles.has(lastWordOf(name));
}

/** True for the position of an item among its siblings: `priority`, `sequence`. */
export function isPlace(name: string): boolean {
  return places.has(lastWordOf(name));
}

/** True for a position in an order of items: `position`, `rank`. A server may lower a number past the end. */
export function isRank(name: string): boolean {
  return ranks.has(lastWordOf(name));
}

/** True for a flag that only one of several siblings can have: `isDefault`, `primary`. */
export function isFirstAmong(name: string): boolean {
  return firstAmong.has(lastWordOf(name));
}

/** True for a limit, a span of time or the like: `maxItems`, `timeout`. Its 0 often means "no limit" or "as usual". */
export function isLimit(name: string): boolean {
  return wordsOf(name).some((word) => limits.has(word));
}

/**
 * True for a path parameter that may be a position: `{rowNumber}`. Deleting an earlier item then moves the later ones
 * up.
 */
export function isPlaceInPath(name: string): boolean {
  return isPlace(name) || rows.has(lastWordOf(name));
}

/** True for a quantity that people write with decimals: `price`, `weight`. */
export function isMeasure(name: string): boolean {
  return measures.has(lastWordOf(name));
}

/** True for an amount that other operations take from: `balance`, `stock`. It should be large at first. */
export function isStockOf(name: string): boolean {
  return stocks.has(lastWordOf(name));
}

/** True for free text that a server usually stores unchanged: `title`, `description`, `city`. */
export function isPlainText(name: string): boolean {
  return plainTexts.has(lastWordOf(name));
}

/** True for free text of whole sentences: `description`, `notes`. */
export function isProseLike(name: string): boolean {
  return prose.has(lastWordOf(name));
}

/** True unless a word of the name is a number or means a value that a server may look up or parse: `code`, `host`. */
export function mayBeAnyText(name: string): boolean {
  return wordsOf(name).every((word) => !lookedUp.has(word) && !lookedUp.has(singular(word)) && !/^\d+$/.test(word));
}

/**
 * True for the name of a text that is usually one of the server's own values, even without an enum: `level`,
 * `currency`.
 */
export function isChoice(name: string): boolean {
  return choices.has(lastWordOf(name));
}

/** True if the last word of a name means another item or a person: `assignee`. A number there is probably an id. */
export function isThing(name: string): boolean {
  return otherThings.has(lastWordOf(name));
}
