import { because } from './because.ts';
import { formattedFiles, pictures } from '../resources/item-nouns.ts';
import { wordGroup } from '../word-group.ts';

/** Last words of names for a capacity. A capacity of 1 would be full after one item. */
export const rooms = wordGroup('rooms', {
  words: 'capacity seats beds places slots quota stock',
  matches: ['capacity', 'freeSeats'],
  refuses: ['seat', 'replaces'],
  alsoIn: because('a capacity of 1 is used up by one item, whatever else the word bounds', 'limits', 'stocks'),
});

/** Last words of texts that a server usually stores unchanged: `messageBody`. A label or address may be looked up. */
export const storedTexts = wordGroup('stored texts', {
  words: 'body content text title',
  matches: ['messageBody', 'title'],
  refuses: ['subtitle', 'context'],
  alsoIn: because('of the plain texts, these few are surely not looked up', 'plain texts', 'titles'),
});

/** Words of flags that often cannot be undone: `isFrozen`. */
export const forGood = wordGroup('for good', {
  words: 'immutable frozen sealed final finalised finalized irrevocable',
  matches: ['isFrozen', 'finalised'],
  refuses: ['finally', 'locked'],
});

/** Words for pictures in names of form members, paths and operationIds: `cover-image`. */
export const pictureFiles = wordGroup('picture files', {
  kind: 'noun',
  words: 'img png screenshot',
  includes: [pictures],
  matches: ['avatar', 'cover-image'],
  refuses: ['pdf', 'imagery'],
});

/** Words for files that the planner cannot produce: `xlsx`. A server that parses them may fail on plain text. */
export const otherFiles = wordGroup('other files', {
  kind: 'noun',
  words: `bin cert dataset docx excel exe executable font gif jpeg jpg keystore model mp3 mp4 music pem recording song svg
    track wav webp word xls xlsx xml yaml yml`,
  includes: [formattedFiles],
  matches: ['profileVideo', 'xlsx'],
  refuses: ['text', 'keyword'],
});
