import { singular } from './singular.ts';
import { wordsOf, lastWordOf, LAST_WORDS } from './words-of.ts';
import { EXPIRIES, isTimeLike } from './times.ts';
import { isKeyOfAccess, isRepeatedSecret } from './people-and-access.ts';

const SERVERS_OWN = new Set(Object.values(LAST_WORDS).flat());
const STATUS = new Set(['status', 'state', 'phase', 'stage', 'lifecycle']);
const CLASSIFIER = new Set(['scope', 'type', 'kind']);
const UPPER_END = new Set(
  'to end ends until till finish finishes max maximum return returns expires expiry expiration deadline closes out'.split(
    ' ',
  ),
);
/** Titles of items that have no name. */
const TITLES = new Set('title label heading headline caption topic'.split(' '));
const PLAIN_TEXT = new Set([
  ...'title desc description name note notes comment comments text content summary subject label body message'.split(
    ' ',
  ),
  ...'remark remarks details caption bio about tag keyword headline heading excerpt abstract instructions reason'.split(
    ' ',
  ),
  ...'memo question answer feedback city street color colour brand company department manufacturer'.split(' '),
  ...'publisher occupation nickname hint motto'.split(' '),
]);
const PROSE = new Set([
  ...'desc description note notes comment comments summary message remark remarks details bio biography about excerpt'.split(
    ' ',
  ),
  ...'abstract instructions reason memo feedback'.split(' '),
]);
/** Last words of names whose texts are one of a set of the server's own. */
const CHOICES = new Set([
  ...'type kind class mode level priority severity format order sort visibility scope policy strategy method protocol'.split(
    ' ',
  ),
  ...'algorithm encoding charset style engine provider driver tier plan platform os arch env environment theme layout direction'.split(
    ' ',
  ),
  ...'unit units frequency interval cron schedule recurrence rrule duration period ttl timeout locale mime media'.split(
    ' ',
  ),
  ...'role roles currency country language gender size'.split(' '),
]);
/** Other things, and people. */
const THINGS = new Set([
  ...'parent child user account customer client member team group tenant organization organisation org'.split(' '),
  ...'project workspace assignee reporter reviewer manager sender recipient contact principal'.split(' '),
]);
/** Words of names whose texts mean something that a server may look up, parse, or take from a set of its own. */
const TELLING = new Set([
  ...CHOICES,
  ...THINGS,
  // Places on a machine or in a network.
  ...'address addr host hostname domain server endpoint origin ip port path file filename folder directory dir proxy redirect'.split(
    ' ',
  ),
  ...'callback webhook hook route bucket cursor page image img icon avatar photo picture logo thumbnail media attachment geo'.split(
    ' ',
  ),
  ...'lat latitude lon lng longitude coordinates coordinate position'.split(' '),
  ...'target source subject permission'.split(' '),
  ...'permissions acl session cookie auth authorization signature sign certificate cert pem hash md5 sha sha1 sha256 sha512 crc32 checksum digest commit'.split(
    ' ',
  ),
  ...'nonce salt otp iban swift bic vat tax ssn license licence fingerprint'.split(' '),
  // Languages.
  ...'expression expr query filter regex regexp pattern selector template script command cmd sql html css xml json yaml'.split(
    ' ',
  ),
  ...'xpath jsonpath code config configuration settings options params parameters metadata operator condition'.split(
    ' ',
  ),
  ...'limit offset result outcome copy ext extension action event trigger'.split(' '),
]);
const MEASURES = new Set([
  ...'price amount cost fee rate balance budget salary discount tax percent percentage ratio factor'.split(' '),
  ...'latitude longitude lat lon lng weight height width length depth distance temperature'.split(' '),
]);
const PLACES = new Set(
  'position order rank index sort ordinal sequence priority weight previous next before after'.split(' '),
);
const RANKS = new Set('position order rank index ordinal'.split(' '));
const FIRST_AMONG = new Set('default primary main preferred'.split(' '));
const LIMITS = new Set(
  'limit limits max maximum quota capacity timeout interval frequency retention period duration expire expires expiry expiration ttl window port seed workers threads concurrency parallelism'.split(
    ' ',
  ),
);
const ROWS = new Set('idx pos row line number no step track slot nth offset'.split(' '));
/** Times that the client says, not the server. */
const CLIENT_TIME = new Set([
  ...EXPIRIES,
  ...'due start starts begin begins end ends birth dob departure arrival deadline from to valid appointment'.split(' '),
]);

/**
 * Id-, time-, owner-, version-, count-, link- or secret-like by name: never asserted, and never sent unless required
 * (planner and verifier §4.2).
 */
export function isServersOwn(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (isKeyOfAccess(words) || isRepeatedSecret(words)) return true;
  if (isTimeLike(name) && words.some((word) => CLIENT_TIME.has(word))) return false;
  return SERVERS_OWN.has(last) || words[0] === 'version';
}

/** Names of a state (status, state, phase): asserted only where the operation names the member. */
export function isStatusLike(name: string): boolean {
  return STATUS.has(lastWordOf(name));
}

/** The kind of an item: fixed at creation, and other members depend on it. */
export function isClassifier(name: string): boolean {
  return CLASSIFIER.has(lastWordOf(name));
}

/** The upper end of a range: endDate, valid_to, maxPrice. */
export function isUpperEnd(name: string): boolean {
  const words = wordsOf(name);
  return [words[0], words.at(-1)].some((word) => word !== undefined && UPPER_END.has(word));
}

/** Booleans that keep an item in its list. */
export function isShowing(name: string): boolean {
  const words = wordsOf(name).filter((word) => word !== 'is');
  return words.length === 1 && /^(active|enabled|listed|published|visible)$/.test(words[0] ?? '');
}

/** Booleans that say whether a thing has a part: without it, nothing that belongs to the part is kept. */
export function isPart(name: string): boolean {
  const [first, ...others] = wordsOf(name);
  return first === 'has' && others.length > 0;
}

/** A text by which people tell things of a kind, although two may have the same. */
export function isTitle(name: string): boolean {
  return TITLES.has(lastWordOf(name));
}

/** The position of an item among its siblings. */
export function isPlace(name: string): boolean {
  return PLACES.has(lastWordOf(name));
}

/** A position in a queue: a number past the end becomes the last position. */
export function isRank(name: string): boolean {
  return RANKS.has(lastWordOf(name));
}

/** A flag that only one of several siblings can have: isDefault, primary. */
export function isFirstAmong(name: string): boolean {
  return FIRST_AMONG.has(lastWordOf(name));
}

/** How much or how long at most, and the like: of these, zero often means "no limit" or "as usual". */
export function isLimit(name: string): boolean {
  return wordsOf(name).some((word) => LIMITS.has(word));
}

/** The path identifies an item by its position, so another item moves there when one before it is deleted. */
export function isPlaceInPath(name: string): boolean {
  return isPlace(name) || ROWS.has(lastWordOf(name));
}

/** A quantity that people write with decimals. */
export function isMeasure(name: string): boolean {
  return MEASURES.has(lastWordOf(name));
}

/** How much there is of something at first: of nothing, nothing can be taken. */
export function isStockOf(name: string): boolean {
  return /^(balance|stock|funds|credits)$/.test(lastWordOf(name));
}

/** Free text that a server stores as it comes. */
export function isPlainText(name: string): boolean {
  return PLAIN_TEXT.has(lastWordOf(name));
}

/** Free text of whole sentences. */
export function isProseLike(name: string): boolean {
  return PROSE.has(lastWordOf(name));
}

/**
 * Nothing in the name says that only certain texts are right: not a reference, an address, a credential, a choice or a
 * language.
 */
export function mayBeAnyText(name: string): boolean {
  return wordsOf(name).every((word) => !TELLING.has(word) && !TELLING.has(singular(word)) && !/^\d+$/.test(word));
}

/** A type, level or unit: one of the server's own values, though the schema has no enum. */
export function isChoice(name: string): boolean {
  return CHOICES.has(lastWordOf(name));
}

/** Named after another item or person, whom a number would identify. */
export function isThing(name: string): boolean {
  return THINGS.has(lastWordOf(name));
}
