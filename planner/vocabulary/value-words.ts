import { coordinates, spans } from './quantity-words.ts';
import { parties } from './people-words.ts';
import { wordGroup } from './word-group.ts';

/** Last words of the name of an item's state. */
export const statuses = wordGroup('statuses', {
  words: 'status state phase stage lifecycle',
  matches: ['orderStatus', 'phase'],
  refuses: ['statusCode', 'statement'],
});

/** Last words of the name of an item's kind, on which its other members depend. */
export const classifiers = wordGroup('classifiers', {
  words: 'scope type kind',
  matches: ['type', 'eventKind'],
  refuses: ['typeName', 'mankind'],
});

/** Last words of texts that are one of the server's own values. */
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

/** Last words of members that name another item or a person, whose id a number would be. */
export const otherThings = wordGroup('other things', {
  words: 'parent child group project assignee reporter reviewer manager sender recipient contact principal',
  includes: [parties],
  matches: ['assignee', 'billing_account'],
  refuses: ['parentheses', 'managerName'],
});

/** Last words of texts by which people recognise an item that has no name. */
export const titles = wordGroup('titles', {
  words: 'title label heading headline caption topic',
  matches: ['title', 'page_heading'],
  refuses: ['subtitled', 'titleColor'],
});

/** Last words of free texts of a sentence or more. */
export const notes = wordGroup('notes', {
  words: `desc description note notes comment comments summary message remark remarks details bio about excerpt
    abstract instructions reason memo feedback`,
  matches: ['description', 'deliveryNotes'],
  refuses: ['notebook', 'commentCount'],
});

/** Last words of free texts of whole sentences. */
export const prose = wordGroup('prose', {
  words: 'biography',
  includes: [notes],
  matches: ['biography', 'description'],
  refuses: ['title', 'bibliography'],
});

/** Last words of free texts that a server stores unchanged. */
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

/** Words of texts that a server may look up, parse, or compare with its own values. */
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

/** Flags that must be true for an item to be listed. */
export const showing = wordGroup('showing', {
  words: 'active enabled listed published visible',
  matches: ['isActive', 'published'],
  refuses: ['activity', 'publishedAt'],
});

/** Last words of a flag that only one of several siblings can have. */
export const firstAmong = wordGroup('first among', {
  words: 'default primary main preferred',
  matches: ['isDefault', 'primary'],
  refuses: ['defaultValue', 'domain'],
});
