import { SpecError } from './spec-error.ts';

/** Collects the parts of a document that were left out or read differently than written, one line for each cause. */
export class Findings {
  /** The number of operations that were left out before the others were read. */
  operations = 0;
  /** The first error of `add` or `around`. A document without any operation left is refused with it. */
  first: SpecError | undefined;
  readonly #byCause = new Map<string, { error: SpecError; parts: string[] }>();
  readonly #readOtherwise = new Map<string, { edit: string; places: Set<string> }>();

  /**
   * Returns what `read` returns. If it throws a SpecError, the part is left out, reported, and the result is undefined.
   * SPEC_TOO_COMPLEX concerns the whole document and is thrown on.
   */
  around<T>(part: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SpecError) || error.code === 'SPEC_TOO_COMPLEX') throw error;
      this.add(part, error);
      return undefined;
    }
  }

  add(part: string, error: SpecError): void {
    this.first ??= error;
    this.note(part, error);
  }

  /** Reports a part that was left out. Its error never becomes `first`. */
  note(part: string, error: SpecError): void {
    const cause = this.#byCause.get(error.message) ?? { error, parts: [] };
    cause.parts.push(part);
    this.#byCause.set(error.message, cause);
  }

  /** Reports a fault that was read as its author probably meant it. `at` is its JSON Pointer. */
  readOtherwise(at: string, wrong: string, edit: string): void {
    const known = this.#readOtherwise.get(wrong) ?? { edit, places: new Set() };
    known.places.add(at);
    this.#readOtherwise.set(wrong, known);
  }

  /** Returns one line for each cause: what was left out or read differently, why, where, and how to mend it. */
  told(): string[] {
    const otherwise = [...this.#readOtherwise].map(([wrong, { edit, places }]) => {
      const [first = '', ...others] = places;
      return `${wrong} (${first}${others.length > 0 ? ` and ${others.length} more` : ''}) ${edit}`;
    });
    return [...this.#leftOut(), ...otherwise];
  }

  #leftOut(): string[] {
    return [...this.#byCause.values()].map(({ error, parts }) => {
      const [first = ''] = parts;
      const others = parts.length > 1 ? ` and ${parts.length - 1} more are` : ' is';
      const place = error.pointer !== undefined && !error.message.includes(error.pointer) ? ` (${error.pointer})` : '';
      return `${first}${others} left out: ${error.message}${place} ${error.fix}`;
    });
  }
}
