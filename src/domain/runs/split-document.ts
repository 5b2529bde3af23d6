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
};

/**
 * A JSON object, read but for the elements of one of its arrays, each of which is read when it is asked for. Throws MALFORMED_JSON with the
 * place, TOO_DEEP; what is wrong within an element is found when it is read.
 */
export const splitDocument = (content: Uint8Array, arrayName: string): SplitDocument => {
  const scanner = new Scanner(content);
  const fields: Record<string, unknown> = {};
  let places: Place[] = [];
  scanner.each(openObject, closeObject, () => {
    const name = scanner.read(scanner.value()) as string;
    scanner.expect(colon);
    if (name !== arrayName || scanner.next() !== openArray) {
      fields[name] = scanner.read(scanner.value());
      return;
    }
    places = [];
    scanner.each(openArray, closeArray, () => places.push(scanner.value()));
    fields[name] = [];
  });
  scanner.end();
  return { fields, elements: places.length, elementAt: (index) => scanner.read(places[index]!) };
};

type Place = readonly [from: number, to: number];

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

  /** Steps over one value, without a look at what is in it. */
  value(): Place {
    const first = this.next();
    const from = this.#at;
    if (first === quote) this.#string();
    else if (first === openObject || first === openArray) this.#nested();
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
    for (this.#at++; this.#content[this.#at] !== quote; this.#at++) {
      if (this.#at >= this.#content.length) throw this.#malformed('a text does not end');
      if (this.#content[this.#at] === backslash) this.#at++;
    }
    this.#at++;
  }

  #nested(): void {
    for (let depth = 0; ;) {
      const current = this.#content[this.#at];
      if (current === undefined) throw this.#malformed('it ends too early');
      if (current === quote) {
        this.#string();
        continue;
      }
      this.#at++;
      // The document and its array are around it.
      if ((current === openObject || current === openArray) && ++depth + 2 > maximumDepth)
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
