import { remembered } from './remembered.ts';
import { singular } from './singular.ts';
import { pastEvents } from './time-words.ts';
import { wordsOf } from './words-of.ts';

/** Two valid texts for one name. The second is for a changed value or another item. */
type Pair = [string, string];

const DATE_TIME: Pair = ['2030-01-15T09:30:00Z', '2031-02-16T10:45:00Z'];
const DATE: Pair = ['2030-01-15', '2031-02-16'];
const PASSWORD: Pair = ['Sample-password-1', 'Changed-password-1'];
const PHONE: Pair = ['+12025550123', '+12025550124'];
const PLACE: Pair = ['DE', 'FR'];
const LANGUAGE: Pair = ['en', 'de'];
const LOCALE: Pair = ['en-US', 'de-DE'];
const ZONE: Pair = ['Europe/Berlin', 'America/New_York'];
const POSTAL: Pair = ['10115', '10117'];
const COLOUR: Pair = ['#336699', '#993366'];
const PAGE: Pair = ['https://example.com/sample', 'https://example.com/changed'];
const JSON_TEXT: Pair = ['{"note":"sample"}', '{"note":"changed"}'];

/** Valid texts by a name, or by its last one or two words. */
const BY_NAME: Record<string, Pair> = {
  country: PLACE,
  'country code': PLACE,
  nationality: PLACE,
  currency: ['EUR', 'USD'],
  'currency code': ['EUR', 'USD'],
  language: LANGUAGE,
  'language code': LANGUAGE,
  lang: LANGUAGE,
  locale: LOCALE,
  timezone: ZONE,
  'time zone': ZONE,
  tz: ZONE,
  phone: PHONE,
  'phone number': PHONE,
  telephone: PHONE,
  mobile: PHONE,
  'mobile number': PHONE,
  fax: PHONE,
  zip: POSTAL,
  'zip code': POSTAL,
  zipcode: POSTAL,
  postcode: POSTAL,
  'post code': POSTAL,
  'postal code': POSTAL,
  website: PAGE,
  homepage: PAGE,
  url: PAGE,
  uri: PAGE,
  email: ['sample@example.com', 'changed@example.com'],
  mail: ['sample@example.com', 'changed@example.com'],
  'email address': ['sample@example.com', 'changed@example.com'],
  'ip address': ['192.0.2.1', '192.0.2.2'],
  ip: ['192.0.2.1', '192.0.2.2'],
  iban: ['DE89370400440532013000', 'GB29NWBK60161331926819'],
  color: COLOUR,
  colour: COLOUR,
  gender: ['female', 'male'],
  year: ['2030', '2031'],
  json: JSON_TEXT,
  'json data': JSON_TEXT,
  'json metadata': JSON_TEXT,
  'json string': JSON_TEXT,
  date: DATE,
  timestamp: DATE_TIME,
  datetime: DATE_TIME,
  password: PASSWORD,
  'confirm password': PASSWORD,
  'password confirm': PASSWORD,
  'password confirmation': PASSWORD,
  'repeat password': PASSWORD,
  'password repeat': PASSWORD,
  'password again': PASSWORD,
  'verify password': PASSWORD,
  'retype password': PASSWORD,
  password1: PASSWORD,
  password2: PASSWORD,
};
/** Codes of three letters, for schemas that do not allow two. */
const LONGER: Record<string, Pair> = { country: ['DEU', 'FRA'], nationality: ['DEU', 'FRA'] };

/** The word before "on" in a name of a date: `placedOn`, `sent_on`, `dueOn`. `basedOn` is no date. */
const DONE = /^(?!based)(\w+ed|born|bought|due|held|paid|sent|sold)$/;

/** Returns pairs of texts that servers usually accept for a name, the likeliest first; [] for an unknown name. */
export const knownTexts = remembered((name: string): Pair[] => {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  for (const known of [words.join(' '), words.slice(-2).join(' '), last, singular(last)]) {
    const found = Object.hasOwn(BY_NAME, known) ? BY_NAME[known] : undefined;
    const longer = LONGER[known.split(' ')[0] ?? ''];
    if (found) return longer ? [found, longer] : [found];
  }
  return last === 'on' && DONE.test(words.at(-2) ?? '') ? [DATE] : [];
});

/** Returns the turn, an index of texts, to send: at most 1 for a name with known texts, as each pair holds two. */
export function knownTurn<Turn extends number>(name: string, turn: Turn): Turn | 1 {
  return turn > 1 && knownTexts(name).length > 0 ? 1 : turn;
}

/** True for a text that holds JSON, by its name or format. The server may reformat it. */
export function isJsonText(name: string): boolean {
  return knownTexts(name)[0] === JSON_TEXT;
}

/** True if a word of a date's name means a past event: `birthDate`, `hiredOn`. Nobody is born in 2030. */
export function isPast(name: string): boolean {
  return wordsOf(name).some((word) => pastEvents.has(word));
}
