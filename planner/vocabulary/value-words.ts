import { coordinates, spans } from './quantity-words.ts';
import { parties } from './people-words.ts';
import { wordGroup } from './word-group.ts';

/** Last words of the name of an item's state: `orderStatus`. */
export const statuses = wordGroup('statuses', {
  words: 'status state phase stage lifecycle',
  matches: ['orderStatus', 'phase'],
  refuses: ['statusCode', 'statement'],
});

/** Last words of the name of an item's kind: `eventKind`. Other members may depend on it. */
export const classifiers = wordGroup('classifiers', {
  words: 'scope type kind',
  matches: ['type', 'eventKind'],
  refuses: ['typeName', 'mankind'],
});

/** Last words of texts that are usually one of the server's own values: `billing_plan`. */
export const choices = wordGroup('choices', {
  words: `class mode level priority severity format order sort visibility policy strategy method protocol
    algorithm encoding charset style engine provider driver tier plan platform os arch env environment theme layout
    direction unit units cron schedule recurrence rrule locale mime media role roles currency country language gender
    size`,
  includes: [classifiers, spans],
  matches: ['priority', 'billing_plan'],
  refuses: ['planName', 'orderNote'],
  alsoIn: {
    places: 'as a text, priority, order and sort are choices; as a number they are positions',
    ranks: 'as a text, order is a choice; as a number it is a position',
    'shared codes': 'currency, country and language are choices, and many items have the same code of one',
    grants: "a role is one of the server's own set, and it is a right; the other rights are lists",
  },
});

/** Last words of members that name another item or a person: `assignee`. A number there is probably an id. */
export const otherThings = wordGroup('other things', {
  words: 'parent child group project assignee reporter reviewer manager sender recipient contact principal',
  includes: [parties],
  matches: ['assignee', 'billing_account'],
  refuses: ['parentheses', 'managerName'],
});

/** Last words of texts by which people recognise an item without a name: `page_heading`. */
export const titles = wordGroup('titles', {
  words: 'title label heading headline caption topic',
  matches: ['title', 'page_heading'],
  refuses: ['subtitled', 'titleColor'],
});

/** Last words of free texts of a sentence or more: `deliveryNotes`. */
export const notes = wordGroup('notes', {
  words: `desc description note notes comment comments summary message remark remarks details bio about excerpt
    abstract instructions reason memo feedback`,
  matches: ['description', 'deliveryNotes'],
  refuses: ['notebook', 'commentCount'],
});

/** Last words of free texts of whole sentences: `biography`. */
export const prose = wordGroup('prose', {
  words: 'biography',
  includes: [notes],
  matches: ['biography', 'description'],
  refuses: ['title', 'bibliography'],
});

/** Last words of free texts that a server usually stores unchanged: `companyName`. */
export const plainTexts = wordGroup('plain texts', {
  words: `title name text content subject label body caption tag keyword headline heading question answer city street
    color colour brand company department manufacturer publisher occupation nickname hint motto`,
  includes: [notes],
  matches: ['title', 'companyName'],
  refuses: ['topic', 'nameserver'],
  alsoIn: {
    titles: 'a title is stored as it comes; a topic may name a queue',
    identities: 'a name is free text, and it usually must differ between items',
    holders: 'company as a text is what a person works for; among members it is an owner',
  },
});

/** Words of texts that a server may look up, parse, or compare with its own values: `hostName`. */
export const lookedUp = wordGroup('looked up', {
  words: `address addr host hostname domain server endpoint origin ip port path file filename folder directory dir
    proxy redirect callback webhook hook route bucket cursor page image img icon avatar photo picture logo thumbnail
    attachment geo coordinates coordinate position target source subject permission permissions acl session cookie
    auth authorization signature sign certificate cert pem hash md5 sha sha1 sha256 sha512 crc32 checksum digest commit
    nonce salt otp iban swift bic vat tax ssn license licence fingerprint
    expression expr query filter regex regexp pattern selector template script command cmd sql html css xml json yaml
    xpath jsonpath code config configuration settings options params parameters metadata operator condition
    limit offset result outcome copy ext extension action event trigger`,
  includes: [choices, otherThings, coordinates],
  matches: ['hostName', 'filterExpression'],
  refuses: ['ghost', 'motto'],
  alsoIn: {
    'plain texts': 'the subject of a message is free; that of a token or an event is looked up',
    measures: 'as a number, tax is a rate; as a text it is a number of the tax office',
    ranks: 'as a number, position is a place among siblings; as a text it is parsed',
    limits: 'as a number, limit and port are settings; as a text they are parsed',
    rows: 'as a number, offset is a row; as a text it is parsed',
    identities: 'a code is made unique as an identity, and made from nothing else it may be parsed',
    'checked numbers': 'iban, vat, tax and ssn have check digits or an issuer, so a server may look them up',
    grants: "a permission is one of the server's own rights",
    'own keys': 'an IBAN is looked up by its check digits, and only accounts have one',
    'life events': 'as a text, event names a kind of event; in a time it says when one happened',
    'access settings': 'settings of another service are parsed',
    secrets: 'a social security number is looked up, and a read masks it',
  },
});

/** Words of flags that a list may require to be true: `isActive`. */
export const showing = wordGroup('showing', {
  words: 'active enabled listed published visible',
  matches: ['isActive', 'published'],
  refuses: ['activity', 'publishedAt'],
});

/** Last words of a flag that only one of several siblings can have: `isDefault`. */
export const firstAmong = wordGroup('first among', {
  words: 'default primary main preferred',
  matches: ['isDefault', 'primary'],
  refuses: ['defaultValue', 'domain'],
});

/** Words of members whose value may cost money: a sign-up with `plan: "pro"` may return "free". */
export const bought = wordGroup('bought', {
  words: 'access membership plan privacy subscription tier visibility',
  matches: ['billing_plan', 'accessLevel'],
  refuses: ['accessory', 'planet'],
  alsoIn: {
    choices: "plan, tier and visibility are the server's own values, and a caller may have to buy one",
    'key kinds': 'access is a kind of key, and something that is bought',
  },
});

/** Response members that may hold the item. The exact name must match: `{"data": {…}, "permissions": […]}`. */
export const envelopes = wordGroup('envelopes', {
  words: 'attributes data entity item object record resource',
  matches: ['data', 'record'],
  refuses: ['metadata', 'items'],
});

/** Members for the size of a file. The whole name must match: `fileSize`, `size_in_bytes`. */
export const fileSizes = wordGroup('file sizes', {
  words: 'size filesize sizebytes filesizebytes sizeinbytes bytes bytesize contentlength',
  matches: ['fileSize', 'size_in_bytes'],
  refuses: ['sizes', 'length'],
  alsoIn: { choices: "a size is a number of bytes in a file and one of the server's own values elsewhere" },
});

/** Members for the name of a file. The whole name must match: `fileName`, `original_name`. */
export const fileNames = wordGroup('file names', {
  words: 'filename originalname originalfilename',
  matches: ['fileName', 'original_name'],
  refuses: ['name', 'profileName'],
  alsoIn: { 'looked up': 'a name of a file is parsed as a text of a create, and repeated for a file that was sent' },
});

/** Members for the media type of a file. The whole name must match: `contentType`. */
export const contentTypes = wordGroup('content types', {
  words: 'contenttype mimetype mediatype',
  matches: ['contentType', 'mime_type'],
  refuses: ['type', 'content'],
});

/** Members for the path in an entry of a batch request. The whole name must match: `relativeUrl`. */
export const entryPaths = wordGroup('entry paths', {
  words: 'path url uri relativeurl',
  matches: ['relativeUrl', 'path'],
  refuses: ['method', 'paths'],
  alsoIn: {
    links: 'url and uri are links; in a batch they say what to call',
    'looked up': 'a path is parsed; in a batch it says what to call',
  },
});

/** Members for the status in an entry of a batch response. The whole name must match: `statusCode`. */
export const entryStatuses = wordGroup('entry statuses', {
  words: 'status statuscode code',
  matches: ['statusCode', 'status'],
  refuses: ['statuses', 'codes'],
  alsoIn: {
    statuses: 'status is a state of an item, and a number in the response to a batch',
    identities: 'a code identifies an item; in the response to a batch it is a status',
    'looked up': 'a code is parsed; in the response to a batch it is a status',
    'about results': 'the status says something about a result, and a number in a batch is one too',
  },
});

/**
 * First words of members that name the state after a transition: `to`, `nextState`. In a create, they name where
 * something goes: `targetAccountId`.
 */
export const transitionTargets = wordGroup('transition targets', {
  words: 'to target next destination new',
  matches: ['toStatus', 'nextState'],
  refuses: ['total', 'newsletter'],
  alsoIn: {
    'client times': 'to is the end of a time; beside a transition it is a state',
    'upper ends': 'to is the end of a range; beside a transition it is a state',
    'looked up': 'a target is looked up; beside a transition it is a state',
    places: 'next is a place among siblings; beside a transition it is a state',
  },
});
