/** Result of reading a pattern. `isForeign`: it was written in another dialect than ECMA-262. */
type Read = { pattern: string; isForeign: boolean };

const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;
const QUANTIFIER = /^\{\d+(,\d*)?\}/;
const POSIX: Record<string, string> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \\t',
  digit: '0-9',
  lower: 'a-z',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  word: '\\w',
  xdigit: '0-9A-Fa-f',
};
/** Escapes that ECMA-262 lacks, with their meaning in it. */
const FOREIGN: Record<string, string> = { A: '^', Z: '$', z: '$', h: '[ \\t]' };

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/**
 * Returns the parts of a pattern in slashes, as in JavaScript and PHP: `/^[A-Z]{3}$/i`. Its source must start with `^`
 * or end with `$`: as a plain pattern it would match nothing. Undefined for other patterns.
 */
function insideSlashes(pattern: string): { source: string; flags: string } | undefined {
  const [, source = '', flags = ''] = /^\/(\^.*|.*\$)\/([a-z]*)$/s.exec(pattern) ?? [];
  return source === '' || source.endsWith('\\$') ? undefined : { source, flags };
}

/** Returns a letter in both cases: "aA" inside a class, else "[aA]". */
function bothCases(letter: string, isInClass: boolean): string {
  const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()];
  if (lower === upper) return letter;
  return isInClass ? lower + upper : `[${lower}${upper}]`;
}

/** Rewrites a pattern part by part for ECMA-262 with the flag `u`. */
class Rewriter {
  readonly #source: string;
  readonly #isAnyCase: boolean;
  #at = 0;
  #isInClass = false;

  constructor(source: string, isAnyCase: boolean) {
    this.#source = source;
    this.#isAnyCase = isAnyCase;
  }

  rewrite(): string {
    let out = '';
    while (this.#at < this.#source.length) out += this.#next();
    return out;
  }

  #take(text: string): string {
    this.#at += text.length;
    return text;
  }

  #next(): string {
    const rest = this.#source.slice(this.#at);
    const letter = rest[0]!;
    if (letter === '\\') return this.#escape(rest);
    if (this.#isInClass) return this.#inClass(rest, letter);
    if (letter === '[') {
      this.#isInClass = true;
      return this.#take(rest.startsWith('[^') ? '[^' : '[');
    }
    const group = /^\(\?P?<(?![=!])/.exec(rest);
    if (group) return this.#take(group[0]) && '(?<';
    const quantifier = /^([*+?]|\{\d+(,\d*)?\})\+/.exec(rest);
    if (quantifier) return this.#take(quantifier[0]).slice(0, -1);
    const counted = QUANTIFIER.exec(rest);
    if (counted) return this.#take(counted[0]);
    this.#at += 1;
    if ('{}]'.includes(letter)) return `\\${letter}`;
    return this.#isAnyCase ? bothCases(letter, false) : letter;
  }

  #inClass(rest: string, letter: string): string {
    const [whole, name = ''] = /^\[:(\w+):\]/.exec(rest) ?? [];
    if (whole !== undefined && POSIX[name] !== undefined) return this.#take(whole) && POSIX[name];
    const [range, from = '', to = ''] = /^([a-zA-Z])-([a-zA-Z])/.exec(rest) ?? [];
    if (range !== undefined && this.#isAnyCase) return this.#take(range) && [range, ...otherCase(from, to)].join('');
    this.#at += 1;
    if (letter === ']') this.#isInClass = false;
    if (letter === '[') return '\\[';
    return this.#isAnyCase ? bothCases(letter, true) : letter;
  }

  #escape(rest: string): string {
    const letter = rest[1] ?? '';
    this.#at += 2;
    if (!this.#isInClass && FOREIGN[letter] !== undefined) return FOREIGN[letter];
    const isNeedless = /[^A-Za-z0-9]/.test(letter) && !SYNTAX.test(letter) && !(this.#isInClass && letter === '-');
    return isNeedless ? letter : `\\${letter}`;
  }
}

/** Returns a letter range in the other case: ["A-Z"] for `a-z`; [] for a range of mixed case. */
function otherCase(from: string, to: string): string[] {
  const turn = /[a-z]/.test(from) && /[a-z]/.test(to) ? 'toUpperCase' : 'toLowerCase';
  const isOneCase = /^([a-z][a-z]|[A-Z][A-Z])$/.test(from + to);
  return isOneCase ? [`${from[turn]()}-${to[turn]()}`] : [];
}

/**
 * Returns a pattern as a regular expression of ECMA-262 with the flag `u`; undefined if that is impossible. If it does
 * not compile as written or stands in slashes, these are rewritten: needless escapes (`\-`), loose brackets, slashes
 * with flags, `\A`, `\Z`, `(?i)`, POSIX classes, possessive quantifiers and Python's named groups.
 */
export function readPattern(pattern: string): Read | undefined {
  const literal = insideSlashes(pattern);
  if (literal === undefined && compiles(pattern)) return { pattern, isForeign: false };
  const { source, flags } = literal ?? { source: pattern, flags: '' };
  const [inline = '', letters = ''] = /^\(\?([a-z]+)\)/.exec(source) ?? [];
  const isAnyCase = `${flags}${letters}`.includes('i');
  const rewritten = new Rewriter(source.slice(inline.length), isAnyCase).rewrite();
  if (!compiles(rewritten)) return undefined;
  const isPlain = literal === undefined && inline === '' && !/\\[AZzh]|\[:\w+:\]|\(\?P<|[*+?}]\+/.test(source);
  return { pattern: rewritten, isForeign: !isPlain };
}
