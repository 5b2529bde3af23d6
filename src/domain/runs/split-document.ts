import { ServiceError } from '#contract/errors.ts';

const maximumDepth = 64;
const byte = (character: string): number => character.charCodeAt(0);
const [quote, backslash, comma, colon] = [byte('"'), byte('\\'), byte(','), byte(':')];
const [openObject, closeObject, openArray, closeArray] = [byte('{'), byte('}'), byte('['), byte(']')];

export type SplitDocument = {
  /** The object's other fields. */
  fields: Record<string, unknown>;
  /** How many elements the array has; absent or no array: it stands in `fields`. */
  elements: number;
  elementAt(index: number): unknown;
  /** The field `keyName` of an element, without a look at its others; undefined where it has none. */
  keyAt(index: number): unknown;
};

/**
 * A JSON object, read but for the elements of one of its arrays, each of which is read when it is asked for. Throws MALFORMED_JSON with the
 * place, TOO_DEEP; what is wrong within an element is found when it is read.
 */
export const splitDocument = (content: Uint8Array, arrayName: string, keyName: string): SplitDocument => {
  const scanner = new Scanner(content);
  const fields: Record<string, unknown> = {};
  let places: Element[] = [];
  scanner.each(openObject, closeObject, () => {
    const name = scanner.read(scanner.value()) as string;
    scanner.expect(colon);
    if (name !== arrayName || scanner.next() !== openArray) {
      fields[name] = scanner.read(scanner.value());
      return;
    }
    places = [];
    scanner.each(openArray, closeArray, () => places.push(scanner.element(keyName)));
    fields[name] = [];
  });
  scanner.end();
  return {
    fields,
    elements: places.length,
    elementAt: (index) => scanner.read(places[index]!.place),
    keyAt: (index) => {
      const { key } = places[index]!;
      return key && scanner.read(key);
    },
  };
};

type Place = readonly [from: number, to: number];
type Element = { place: Place; key: Place | undefined };
/** The document and its array are around an element. */
const depthOfElements = 2;

class Scanner {
  readonly #content: Buffer;
  #at = 0;

  constructor(content: Uint8Array) {
    this.#content = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  }

  /** The next byte that is no blank, which stays. */
  next(): number | undefined {
    while (this.#at < this.#content.length && this.#content[this.#at]! <= 0x20) this.#at++;
    return this.#content[this.#at];
  }

  expect(wanted: number): void {
    if (this.next() !== wanted) throw this.#malformed(`"${String.fromCharCode(wanted)}" is missing`);
    this.#at++;
  }

  /** What stands between the brackets, separated by commas. */
  each(open: number, close: number, member: () => void): void {
    this.expect(open);
    if (this.next() === close) {
      this.#at++;
      return;
    }
    for (;;) {
      member();
      if (this.next() !== comma) break;
      this.#at++;
    }
    this.expect(close);
  }

  /** Steps over one element of the array; of an object, the place of its last field of the name, which is the one that counts. */
  element(keyName: string): Element {
    const first = this.next();
    const from = this.#at;
    if (first !== openObject) return { place: this.value(depthOfElements), key: undefined };
    let key: Place | undefined;
    this.each(openObject, closeObject, () => {
      const name = this.value(depthOfElements + 1);
      this.expect(colon);
      const place = this.value(depthOfElements + 1);
      if (this.#says(name, keyName)) key = place;
    });
    return { place: [from, this.#at], key };
  }

  /** Whether a text is this name, which needs no escapes; it may have some all the same. */
  #says([from, to]: Place, name: string): boolean {
    const text = this.#content.subarray(from, to);
    return text.length === name.length + 2
      ? text.toString('latin1', 1, text.length - 1) === name
      : text.includes(backslash) && this.read([from, to]) === name;
  }

  /** Steps over one value that lies so deep, without a look at what is in it. */
  value(depth = depthOfElements): Place {
    const first = this.next();
    const from = this.#at;
    if (first === quote) this.#string();
    else if (first === openObject || first === openArray) this.#nested(depth);
    else while (this.#at < this.#content.length && !isDelimiter(this.#content[this.#at]!)) this.#at++;
    return [from, this.#at];
  }

  read([from, to]: Place): unknown {
    try {
      return JSON.parse(this.#content.toString('utf8', from, to)) as unknown;
    } catch (error) {
      throw new ServiceError(
        'MALFORMED_JSON',
        `The upload is not valid JSON behind byte ${from}: ${(error as Error).message}`,
      );
    }
  }

  end(): void {
    if (this.next() !== undefined) throw this.#malformed('nothing more is expected');
  }

  #string(): void {
    const from = this.#at + 1;
    for (let at = this.#content.indexOf(quote, from); at !== -1; at = this.#content.indexOf(quote, at + 1)) {
      let escapes = 0;
      while (at - escapes > from && this.#content[at - escapes - 1] === backslash) escapes++;
      if (escapes % 2 === 1) continue;
      this.#at = at + 1;
      return;
    }
    this.#at = this.#content.length;
    throw this.#malformed('a text does not end');
  }

  #nested(around: number): void {
    for (let depth = 0; ;) {
      const current = this.#content[this.#at];
      if (current === undefined) throw this.#malformed('it ends too early');
      if (current === quote) {
        this.#string();
        continue;
      }
      this.#at++;
      if ((current === openObject || current === openArray) && ++depth + around > maximumDepth)
        throw new ServiceError('TOO_DEEP', `The upload is nested deeper than ${maximumDepth} levels.`);
      if ((current === closeObject || current === closeArray) && --depth === 0) return;
    }
  }

  #malformed(why: string): ServiceError {
    return new ServiceError('MALFORMED_JSON', `The upload is not valid JSON: ${why} at byte ${this.#at}.`);
  }
}

const isDelimiter = (current: number): boolean =>
  current <= 0x20 || current === comma || current === closeObject || current === closeArray;
