import { wordGroup } from './word-group.ts';

/** Words for the time at which an item ends: `expiresAt`. The client usually sets it. */
export const expiries = wordGroup('expiries', {
  words: 'expire expires expiry expiration',
  matches: ['expiresAt', 'expiry_date'],
  refuses: ['experience', 'endDate'],
  alsoIn: { times: '"expires" alone is the name of a time' },
});

/** Words of times that usually the client sets, not the server: `dueDate`. */
export const clientTimes = wordGroup('client times', {
  words: 'due start starts begin begins end ends birth dob departure arrival deadline from to valid appointment',
  includes: [expiries],
  matches: ['dueDate', 'valid_to'],
  refuses: ['createdAt', 'updated'],
});

/** First or last words of names for the upper end of a range: `endDate`, `maxPrice`. */
export const upperEnds = wordGroup('upper ends', {
  words:
    'to end ends until till finish finishes max maximum return returns expires expiry expiration deadline closes out',
  matches: ['endDate', 'maxPrice'],
  refuses: ['calendar', 'endpoint'],
  alsoIn: {
    limits: 'max and maximum bound a range and a quantity',
    'client times': 'to, end, ends and deadline end a range of times that the client says',
    expiries: 'an expiry ends a range; "expire" as a verb does not',
    times: '"until" and "expires" alone are the names of times',
  },
});

/** Words for events outside the API, whose time usually only the client knows: `hiredAt`. */
export const lifeEvents = wordGroup('life events', {
  words:
    'hire hired measured observed occurred sampled purchase purchased visit visited effective manufactured release event',
  matches: ['hiredAt', 'purchase_date'],
  refuses: ['createdAt', 'eventually'],
});

/** Words for events that lie in the past: `founded_on`. Nobody is born in 2030. */
export const pastEvents = wordGroup('past events', {
  words: `birth birthday dob born issued issue hired hire joined founded published purchased registered manufactured
    built bought acquired spent occurred`,
  matches: ['dateOfBirth', 'founded_on'],
  refuses: ['birthplace', 'dueDate'],
  alsoIn: {
    'life events': 'these events are past; a release, a visit or what is effective may be to come',
    'client times': 'the client says when somebody was born, and it is past',
    showing: 'published is a flag of an item and, in a date, a past event',
  },
});
