import { remembered } from './remembered.ts';
import { singular } from './singular.ts';

/** Lower-case words of a field name: "createdAt", "created_at" and "created-at" all give created, at. */
export const wordsOf = remembered(splitWords);

/** What a name ends with: "status" of orderStatus; nothing where it has no words. */
export function lastWordOf(name: string): string {
  return wordsOf(name).at(-1) ?? '';
}

/** A name however it is written: "pagesize" of pageSize, page_size and page-size. */
export const plainName = remembered((name) => wordsOf(name).join(''));

function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

const LAST_WORDS: Record<string, string[]> = {
  id: ['id', 'ids', 'uuid', 'guid', 'ref', 'pk', 'uid', 'sid'],
  time: ['at', 'time', 'date', 'timestamp', 'created', 'updated', 'modified', 'expires', 'until', 'since'],
  owner: ['owner', 'author', 'creator', 'by'],
  version: ['version', 'revision', 'rev', 'etag'],
  count: ['count', 'counts', 'total', 'totals'],
  link: ['url', 'uri', 'href', 'link', 'links', 'self', 'urls', 'uris'],
  secret: 'password passwd secret secrets token tokens credential credentials pin pan cvv cvc ssn'.split(' '),
};
const SERVERS_OWN = new Set(Object.values(LAST_WORDS).flat());
const REPEATS = new Set('confirm confirmation confirmed repeat repeated again verify verification retype'.split(' '));
const STATUS = new Set(['status', 'state', 'phase', 'stage', 'lifecycle']);
const HIDING = new Set(['archived', 'deleted', 'hidden', 'disabled', 'dry', 'draft', 'private', 'locked', 'test']);
const CLASSIFIER = new Set(['scope', 'type', 'kind']);
const UPPER_END = new Set(
  'to end ends until till finish finishes max maximum return returns expires expiry expiration deadline closes out'.split(
    ' ',
  ),
);
const IDENTITY = new Set([
  'name',
  'slug',
  'key',
  'code',
  'email',
  'username',
  'login',
  'handle',
  ...'sku isbn plate barcode vin ean gtin serial subdomain'.split(' '),
]);
/** What people call a thing that has no name. */
const TITLES = new Set('title label heading headline caption topic'.split(' '));
/** Codes that many items have in common. */
const SHARED_CODES = new Set(
  'country currency language postal zip post area region state coupon promo promotion discount voucher referral invite invitation gift'.split(
    ' ',
  ),
);
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
const PEOPLE = new Set(
  'user account owner author creator member customer client tenant organization organisation org company person profile team workspace'.split(
    ' ',
  ),
);
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
const GRANTS = new Set('scope permission privilege grant capability right role ability entitlement'.split(' '));
const LIMITS = new Set(
  'limit limits max maximum quota capacity timeout interval frequency retention period duration expire expires expiry expiration ttl window port seed workers threads concurrency parallelism'.split(
    ' ',
  ),
);
const ROWS = new Set('idx pos row line number no step track slot nth offset'.split(' '));
/** When something is over: what a server is sent, it keeps, or it would be there for ever. */
const EXPIRIES = new Set('expire expires expiry expiration'.split(' '));
/** Times that the client says, not the server. */
const CLIENT_TIME = new Set([
  ...EXPIRIES,
  ...'due start starts begin begins end ends birth dob departure arrival deadline from to valid appointment'.split(' '),
]);

/** Id-, time-, owner-, version-, count-, link- or secret-like by name: never asserted, and never sent unless required (planner and verifier §4.2). */
export function isServersOwn(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (isKeyOfAccess(words) || isRepeatedSecret(words)) return true;
  if (isTimeLike(name) && words.some((word) => CLIENT_TIME.has(word))) return false;
  return SERVERS_OWN.has(last) || words[0] === 'version';
}

function isKeyOfAccess(words: string[]): boolean {
  const [last = '', before = ''] = words.toReversed();
  if (last === 'key') return /^(api|private|access|secret|public)$/.test(before);
  // A card is shown as its last digits.
  return /^(api|priv|private|pub|public|secret)key$/.test(last) || (last === 'number' && before === 'card');
}

/** What a secret is typed into a second time: password_repeat, confirmPassword, password2. Without the first it means nothing. */
function isRepeatedSecret(words: string[]): boolean {
  const secrets = words.filter((word) => /^(password|passwd)\d?$/.test(word));
  return secrets.some((word) => /\d$/.test(word)) || (secrets.length > 0 && words.some((word) => REPEATS.has(word)));
}

/** A secret, or a link, which may hold one: what a read shows of it need not be what is stored. */
export function isMasked(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const isHidden = [...(LAST_WORDS['secret'] ?? []), ...(LAST_WORDS['link'] ?? [])].includes(last);
  return isHidden || isKeyOfAccess(words) || isRepeatedSecret(words);
}

/** Says who owns or did something. */
export function isOwnerLike(name: string): boolean {
  return LAST_WORDS['owner']?.includes(lastWordOf(name)) ?? false;
}

/** What an owner is known by (owner_email): a thing that is made in the name of another may be out of the caller's sight. */
export function isOwnersKey(name: string): boolean {
  const [owner = '', key = ''] = wordsOf(name).slice(-2);
  return owner === 'owner' && /^(email|mail|login|username|handle|user|account)$/.test(key);
}

/** How somebody is let in elsewhere: what is made up is incomplete, or kept out of sight. */
export function isAccess(name: string): boolean {
  return /^(auth|oauth|authentication|authorization)$/.test(lastWordOf(name));
}

/** Says when something was or is to be. */
export function isTimeLike(name: string): boolean {
  return LAST_WORDS['time']?.includes(lastWordOf(name)) ?? false;
}

/** Says when something is over. As a number it may be a day or a span, in seconds or not: a wrong one is over at once. */
export function isExpiry(name: string): boolean {
  return isTimeLike(name) && wordsOf(name).some((word) => EXPIRIES.has(word)) && !isOfCopies(name);
}

/** Says something of the copies that others keep of a thing, which itself stays. */
export function isOfCopies(name: string): boolean {
  return wordsOf(name).includes('cache');
}

const OF_LIFE = new Set(
  'hire hired measured observed occurred sampled purchase purchased visit visited effective manufactured release event'.split(
    ' ',
  ),
);

/** Says when something was, or is to be, that no server knows: not when a record was made, sent or decided on, which it may note by itself. */
export function isOfLife(name: string): boolean {
  return isTimeLike(name) && wordsOf(name).some((word) => OF_LIFE.has(word));
}

/** Names whose thing it is: a server knows that from the caller, whatever a request says. */
export function isWhose(name: string): boolean {
  return isOwnerLike(name) || wordsOf(name).some((word) => PEOPLE.has(word));
}

/** Names such as status, state, phase: asserted only where the operation itself names the field. */
export function isStatusLike(name: string): boolean {
  return STATUS.has(lastWordOf(name));
}

/** Says what sort of thing an item is: usually settled when it is made, and other fields depend on it. */
export function isClassifier(name: string): boolean {
  return CLASSIFIER.has(lastWordOf(name));
}

/** The upper end of a range: endDate, valid_to, maxPrice. */
export function isUpperEnd(name: string): boolean {
  const words = wordsOf(name);
  return [words[0], words.at(-1)].some((word) => word !== undefined && UPPER_END.has(word));
}

/** The version that a client has seen, for a server that refuses changes of anything newer. */
export function isVersionLike(name: string): boolean {
  return LAST_WORDS['version']?.includes(lastWordOf(name)) ?? false;
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

/** Booleans that may take an item out of its list or change what the call does. */
export function isHiding(name: string): boolean {
  return wordsOf(name).some((word) => HIDING.has(word));
}

/** Fields that usually must differ between items; their value is made unique for each run. */
export function isIdentity(name: string): boolean {
  const words = wordsOf(name);
  if (words.length === 1 && /^(id|uuid|guid|identifier)$/.test(words[0] ?? '')) return true;
  const isCode = words.length === 2 && words[1] === 'code' && SHARED_CODES.has(words[0] ?? '');
  return words.length <= 2 && !isCode && IDENTITY.has(words.at(-1) ?? '');
}

/** A number with a check digit, or that others give out: one that is made up is refused. */
export function isChecked(name: string): boolean {
  return wordsOf(name).some((word) => CHECKED.has(word));
}

const CHECKED = new Set(
  'account bank card credit iban id insurance passport phone routing social ssn tax vat'.split(' '),
);

/** As a text it is a key, though no schema tells: the number of an invoice, a ticket, a contract. */
export function isNumbered(name: string): boolean {
  return lastWordOf(name) === 'number';
}

/** A text by which people tell things of a kind, although two may have the same. */
export function isTitle(name: string): boolean {
  return TITLES.has(lastWordOf(name));
}

/** Says where a thing stands among others of its kind. */
export function isPlace(name: string): boolean {
  return PLACES.has(lastWordOf(name));
}

/** A whole number by which things stand in line: one that is past the end of it becomes the last. */
export function isRank(name: string): boolean {
  return RANKS.has(lastWordOf(name));
}

/** Of all things beside one another one alone is so: isDefault, primary. */
export function isFirstAmong(name: string): boolean {
  return FIRST_AMONG.has(lastWordOf(name));
}

/** How long a thing is there: it is gone when that is over, and what is left of it is less each time. */
export function isLifetime(name: string): boolean {
  const isSaid = wordsOf(name).some((word) => word === 'ttl' || word === 'lifetime');
  return isSaid || /^(expires?(in|after)|timetolive|maxage)/.test(plainName(name));
}

/** Whether a header says which request it is: what comes with the same key again is answered as it was before. */
export function isRequestKey(header: string): boolean {
  return wordsOf(header).some((word) => word === 'idempotency' || word === 'idempotent');
}

/** How much or how long at most, and the like: of these, zero often means "no limit" or "as usual". */
export function isLimit(name: string): boolean {
  return wordsOf(name).some((word) => LIMITS.has(word));
}

/** What somebody may do: one right may bring others. */
export function isGrant(name: string): boolean {
  return GRANTS.has(singular(lastWordOf(name)));
}

/** What a path names a thing by is where it stands now: another thing has that place once one before it is gone. */
export function isPlaceInPath(name: string): boolean {
  return isPlace(name) || ROWS.has(lastWordOf(name));
}

/** A quantity that people write with decimals. */
export function isMeasure(name: string): boolean {
  return MEASURES.has(lastWordOf(name));
}

/** What things of one kind alone are known by, wherever it is said: the serial of a device. */
export function isOwnKey(name: string): boolean {
  return OWN_KEYS.has(plainName(name));
}

const OWN_KEYS = new Set('serial serialnumber sku isbn vin ean gtin barcode imei iban plate licenseplate'.split(' '));

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

/** Nothing in the name says that only certain texts are right: not a reference, an address, a credential, a choice or a language. */
export function mayBeAnyText(name: string): boolean {
  return wordsOf(name).every((word) => !TELLING.has(word) && !TELLING.has(singular(word)) && !/^\d+$/.test(word));
}

/** A type, a level, a unit: one of a set of the server's own, though no schema says so. */
export function isChoice(name: string): boolean {
  return CHOICES.has(lastWordOf(name));
}

/** Called like another thing or a person, whom a number would name. */
export function isThing(name: string): boolean {
  return THINGS.has(lastWordOf(name));
}

/** Ends like an identifier: id, uuid, guid, ref. */
export function isIdLike(name: string): boolean {
  return LAST_WORDS['id']?.includes(lastWordOf(name)) ?? false;
}

/** An id that does not say of what: "id", "_id", "uuid". */
export function isPlainId(name: string): boolean {
  return isIdLike(name) && wordsOf(name).length === 1;
}

/** Two names that differ only in writing: projectId, project_id, ProjectID. */
export function sameName(left: string, right: string): boolean {
  return left === right || plainName(left) === plainName(right);
}
