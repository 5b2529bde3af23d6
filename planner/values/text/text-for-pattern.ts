import { matchesPattern } from '#verifier/schema/pattern.ts';

/** The state of reading a pattern. `repeat`: how often an open quantifier repeats. `looks`: a look-around was met. */
type Cursor = { source: string; at: number; repeat: number; looks: boolean };
/** The characters that may stand at one place of a text. `index` counts the repetitions of its quantifier. */
type Place = { letters: string; index: number };

const CLASSES: Record<string, string> = { d: '0123456789', w: 'abcdefghijklmnopqrstuvwxyz0123456789_', s: ' ' };
const ANY = 'abcdefghijklmnopqrstuvwxyz0123456789';
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');

/** Characters for `.` in a pattern with look-arounds, which those of `ANY` may not satisfy. */
const MIXED = `${ANY}ABCDEFGHIJKLMNOPQRSTUVWXYZ!#@-`;
/** Kinds of characters that password rules require. */
const KINDS = [/[A-Z]/, /[a-z]/, /\d/, /[^\w\s]/];

const USUAL_REPEAT = 3;
/**
 * Numbers of repetitions to try for an open quantifier in a pattern with look-arounds. Each kind of
 * character needs a place.
 */
const REPEATS_OF_RULES = [8, 12, 20];
/** The most repetitions of a quantifier that does not ask for more. Nested open quantifiers multiply them. */
const MOST_REPEAT = 100;
/** The most characters of a text. A pattern that needs more is unsupported. */
const MOST_PLACES = 10_000;

/** A pattern that matches these but not "12" is one of durations with units. */
const DURATIONS = ['12s', '1h30m'];

class Unsupported extends Error {}

function escaped(letter: string): string {
  if (Object.hasOwn(CLASSES, letter)) return CLASSES[letter] ?? '';
  if (letter === 'S' || letter === 'D') return 'abcdefghijklmnopqrstuvwxyz';
  if (letter === 'W') return '-';
  if (letter === 'n') return '\n';
  if (letter === 't') return '\t';
  if (/[A-Za-z0-9]/.test(letter)) throw new Unsupported(letter);
  return letter;
}

function readClass(cursor: Cursor): string {
  const negated = cursor.source[cursor.at] === '^';
  if (negated) cursor.at += 1;
  let letters = '';
  while (cursor.source[cursor.at] !== ']') {
    const letter = cursor.source[cursor.at];
    if (letter === undefined) throw new Unsupported('class');
    cursor.at += 1;
    if (letter === '\\') {
      letters += escaped(cursor.source[cursor.at] ?? '');
      cursor.at += 1;
      continue;
    }
    const end = cursor.source[cursor.at] === '-' ? cursor.source[cursor.at + 1] : undefined;
    if (end === undefined || end === ']' || end === '\\') letters += letter;
    else {
      for (let code = letter.charCodeAt(0); code <= end.charCodeAt(0) && code < 256; code += 1)
        letters += String.fromCharCode(code);
      cursor.at += 2;
    }
  }
  cursor.at += 1;
  if (!negated) return letters;
  const allowed = [...ANY, ...PRINTABLE].filter((letter) => !letters.includes(letter)).join('');
  return allowed;
}

function readQuantity(cursor: Cursor): { least: number; most: number } {
  const rest = cursor.source.slice(cursor.at);
  const [text, quantity] = /^(\*|\+|\?|\{\d+(?:,\d*)?\})\??/.exec(rest) ?? ['', ''];
  cursor.at += text.length;
  if (!quantity) return { least: 1, most: 1 };
  if (quantity === '*') return { least: 0, most: Infinity };
  if (quantity === '+') return { least: 1, most: Infinity };
  if (quantity === '?') return { least: 0, most: 1 };
  const [least = '0', most] = quantity.slice(1, -1).split(',');
  return { least: Number(least), most: most ? Number(most) : most === '' ? Infinity : Number(least) };
}

function oneOf(letters: string): (index: number) => Place[] {
  if (letters === '') throw new Unsupported('empty class');
  return (index) => [{ letters, index }];
}

function readAtom(cursor: Cursor): (index: number) => Place[] {
  const letter = cursor.source[cursor.at] ?? '';
  cursor.at += 1;
  if (letter === '^' || letter === '$') return () => [];
  if (letter === '.') return oneOf(ANY);
  if (letter === '[') return oneOf(readClass(cursor));
  if (letter === '\\') {
    const next = cursor.source[cursor.at] ?? '';
    cursor.at += 1;
    return next === 'b' || next === 'B' ? () => [] : oneOf(escaped(next));
  }
  if (letter === '(') {
    const skipped = /^\?(:|<[A-Za-z]\w*>)/.exec(cursor.source.slice(cursor.at))?.[0] ?? '';
    cursor.at += skipped.length;
    const look = /^\?<?[=!]/.exec(cursor.source.slice(cursor.at))?.[0];
    if (look !== undefined) cursor.looks = true;
    else if (cursor.source[cursor.at] === '?') throw new Unsupported('modifier');
    cursor.at += look?.length ?? 0;
    const places = readChoices(cursor);
    if (cursor.source[cursor.at] !== ')') throw new Unsupported('group');
    cursor.at += 1;
    return () => (look === undefined ? places : []);
  }
  return oneOf(letter);
}

function readSequence(cursor: Cursor): Place[] {
  const places: Place[] = [];
  while (cursor.at < cursor.source.length && !'|)'.includes(cursor.source[cursor.at] ?? '')) {
    const atom = readAtom(cursor);
    const { least, most } = readQuantity(cursor);
    const isSign = least === 0 && atom(0).every(({ letters }) => /^[+-]*-[+-]*$/.test(letters));
    const times = isSign ? 0 : Math.max(least, Math.min(most, cursor.repeat));
    for (let index = 0; index < times; index += 1) {
      places.push(...atom(index));
      if (places.length > MOST_PLACES) throw new Unsupported('too long');
      if (places.length === 0) break;
    }
  }
  return places;
}

function readChoices(cursor: Cursor): Place[] {
  const first = readSequence(cursor);
  while (cursor.source[cursor.at] === '|') {
    cursor.at += 1;
    readSequence(cursor);
  }
  return first;
}

/**
 * True for a pattern of durations with units. Servers rewrite durations, but leave seconds below a minute unchanged.
 */
function isOfDurations(pattern: string): boolean {
  return DURATIONS.every((text) => matchesPattern(pattern, text) === true) && matchesPattern(pattern, '12') === false;
}

/**
 * Returns a text that matches the pattern and, where possible, has at least `minLength` characters. Another `variant`
 * may give another text. Of an alternation, the first branch is used. For look-arounds, texts with all kinds of
 * characters are tried. Undefined for unsupported syntax such as back references, and if no tried text matches.
 */
export function textForPattern(pattern: string, variant: number, minLength = 0): string | undefined {
  if (isOfDurations(pattern) && minLength <= 3) return `${12 + (variant % 48)}s`;
  const text = matching(pattern, variant, USUAL_REPEAT);
  return text !== undefined && text.length < minLength
    ? matching(pattern, variant, Math.min(minLength, MOST_REPEAT))
    : text;
}

/**
 * Returns the letters and digits that the pattern allows at each place of a text, one string for each place. A place
 * that allows none has one other character. Undefined for look-arounds and for patterns that cannot be read.
 */
export function lettersForPattern(pattern: string, minLength = 0): string[] | undefined {
  const usual = placesOf(pattern, USUAL_REPEAT);
  const read = usual && usual.places.length < minLength ? placesOf(pattern, Math.min(minLength, MOST_REPEAT)) : usual;
  return read?.looks
    ? undefined
    : read?.places.map(({ letters }) => {
        const plain = [...new Set(letters)].filter((letter) => /[a-z0-9]/i.test(letter)).join('');
        return plain === '' ? (letters[0] ?? '') : plain;
      });
}

function matching(pattern: string, variant: number, repeat: number): string | undefined {
  const read = placesOf(pattern, repeat);
  const text = read?.places.map(({ letters, index }) => letters[(index + variant) % letters.length]).join('');
  const texts = text === undefined ? [] : [text, ...(read?.looks ? byRules(pattern, variant) : [])];
  return texts.find((one) => matchesPattern(pattern, one) === true);
}

/** Returns texts with all kinds of characters in turn, for a pattern whose look-arounds require some of each. */
function byRules(pattern: string, variant: number): string[] {
  return REPEATS_OF_RULES.flatMap((repeat) => {
    const places = placesOf(pattern, repeat)?.places ?? [];
    return KINDS.map((_, turn) =>
      places.map(({ letters }, at) => letterOf(letters === ANY ? MIXED : letters, at + turn, variant)).join(''),
    );
  });
}

/** Returns a character of the kind whose turn it is. If the place allows none of that kind, it is of the next kind. */
function letterOf(letters: string, turn: number, variant: number): string {
  for (let next = 0; next < KINDS.length; next += 1) {
    const own = [...letters].filter((letter) => KINDS[(turn + next) % KINDS.length]?.test(letter));
    if (own.length > 0) return own[(turn + variant) % own.length] ?? '';
  }
  return letters[variant % letters.length] ?? '';
}

function placesOf(pattern: string, repeat: number): { places: Place[]; looks: boolean } | undefined {
  const cursor: Cursor = { source: pattern, at: 0, repeat, looks: false };
  try {
    const places = readChoices(cursor);
    return cursor.at === pattern.length ? { places, looks: cursor.looks } : undefined;
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}
