import { because } from '../values/because.ts';
import { people, registered } from '../people-words.ts';
import { wordGroup } from '../word-group.ts';

/**
 * Words in nouns of items that a server may send away, process, sum up or moderate: `logEvent`. A list may omit such an
 * item.
 */
export const passingItems = wordGroup('passing items', {
  kind: 'noun',
  words: `message mail email sms notification invitation event log metric trace sample command request webhook
    job task feedback review comment score report`,
  matches: ['notification', 'logEvent'],
  refuses: ['product', 'catalog'],
  alsoIn: because('an item of this noun may be sent away or used up', 'published texts', 'relation requests'),
});

/**
 * Words in nouns of people or their accounts: `staffMember`. Their lists never serve as reference data: a write could
 * affect real people.
 */
export const realPeople = wordGroup('real people', {
  kind: 'noun',
  words: `admin agent client contact contributor creator employee follower friend guest guide host invitee owner passenger
    patient player recipient sender speaker staff student subscriber supplier teacher tenant vendor visitor volunteer
    worker`,
  includes: [people, registered],
  matches: ['customer', 'staffMember'],
  refuses: ['country', 'membership'],
});

/** Last words of nouns of items that others are created from, tried in this order: a kernel from a `kernelSpec`. */
export const templates = wordGroup('templates', {
  kind: 'noun',
  words: 'blueprint class flavor flavour image kind model spec specification template type',
  matches: ['kernelSpec', 'blueprint'],
  refuses: ['kernel', 'typed'],
  alsoIn: because(
    'a list of this noun may hold what items are created from',
    'copied items',
    'other files',
    'pictures',
    'schema roles',
    'work matches',
  ),
});

/**
 * Last words, in the singular, of nouns of texts that people publish: `productRating`. A site may approve them first.
 */
export const publishedTexts = wordGroup('published texts', {
  kind: 'noun',
  words: `advert answer classified comment feedback listing question rating reply review story submission suggestion
    testimonial`,
  matches: ['review', 'productRating'],
  refuses: ['order', 'storyboard'],
});

/** Words of which the last path segment of a file's read may consist: `GET /documents/{id}/content`. */
export const fileContents = wordGroup('file contents', {
  kind: 'noun',
  words: 'binary blob byte content data download file original raw stream',
  matches: ['content', 'raw-data'],
  refuses: ['metadata', 'folder'],
  alsoIn: because(
    'at the end of a path, the word names the bytes of an item',
    'formatted files',
    'queue nouns',
    'schema roles',
  ),
});

/** Nouns of pictures: `avatar`, `cover-image`. */
export const pictures = wordGroup('pictures', {
  kind: 'noun',
  words: 'avatar banner cover icon image logo media photo picture thumbnail',
  matches: ['avatar', 'cover-image'],
  refuses: ['text', 'imagery'],
});

/** Nouns of files with a format of their own, pictures aside: `audio`, `profileVideo`. */
export const formattedFiles = wordGroup('formatted files', {
  kind: 'noun',
  words: 'audio backup binary certificate dump firmware key package plugin snapshot sound video voice',
  matches: ['audio', 'profileVideo'],
  refuses: ['text', 'keyword'],
});

/**
 * Words in paths of files that usually need a certain format, even if the media type does not say so: `cover-image`.
 */
export const formattedBytes = wordGroup('formatted bytes', {
  kind: 'noun',
  words: 'archive attachment database',
  includes: [pictures, formattedFiles],
  matches: ['avatar', 'cover-image'],
  refuses: ['blob', 'keyed'],
});

/**
 * Next-to-last words in names of references to objects that a server may copy into an item: `shippingAddressId`. An
 * order keeps its address when the customer's changes.
 */
export const copiedItems = wordGroup('copied items', {
  kind: 'noun',
  words: 'address blueprint method plan preset price snapshot tariff template',
  matches: ['shippingAddress', 'tariff'],
  refuses: ['customer', 'planet'],
  alsoIn: { 'formatted files': 'a server copies an object of this noun into the item' },
});
