import { invalid } from './api-error.ts';

/** A decoded form: what brackets nest, and texts. A list is an object with the keys 0, 1, … */
export type Form = { [name: string]: string | Form };

/** `items[0][id]=si_1&metadata[a]=b` → `{items: {0: {id: 'si_1'}}, metadata: {a: 'b'}}`. */
export const decodeForm = (encoded: string): Form => {
  const form: Form = Object.create(null) as Form;
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = name.replaceAll(']', '').split('[');
    const last = path.pop()!;
    let at = form;
    for (const part of path) {
      const inner = at[part];
      at = typeof inner === 'object' ? inner : (at[part] = Object.create(null) as Form);
    }
    // `expand[]` names no number: the next one is meant.
    at[last === '' ? String(Object.keys(at).length) : last] = value;
  }
  return form;
};

/** `items[0][id]` and `metadata[colour]` as a list of known parameters names them: `items[][id]`, `metadata[]`. */
const general = (name: string): string => name.replaceAll(/\[\d*\]/g, '[]').replace(/(metadata\]?)\[[^\]]+\]$/, '$1[]');

/** Throws for the first parameter that is not known: Stripe does not know it, or the emulator does not. */
export const refuseUnknown = (encoded: string, known: ReadonlySet<string>): void => {
  for (const name of new URLSearchParams(encoded).keys())
    if (!known.has(general(name))) throw invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
};

/** The parameters of one request, read by name. */
export class Parameters {
  readonly #form: Form;
  readonly #at: string;

  constructor(form: Form, at = '') {
    this.#form = form;
    this.#at = at;
  }

  has(name: string): boolean {
    return this.#form[name] !== undefined;
  }

  text(name: string): string | undefined {
    const value = this.#value(name);
    if (typeof value === 'object') throw invalid(`Invalid string: ${this.#named(name)}`, this.#named(name));
    return value;
  }

  neededText(name: string): string {
    const value = this.text(name);
    if (value) return value;
    throw invalid(`Missing required param: ${this.#named(name)}.`, this.#named(name), 'parameter_missing');
  }

  integer(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (/^-?\d{1,15}$/.test(value)) return Number(value);
    throw invalid(`Invalid integer: ${value}`, this.#named(name), 'parameter_invalid_integer');
  }

  flag(name: string): boolean | undefined {
    const value = this.text(name);
    if (value === undefined || value === 'true' || value === 'false') return value && value === 'true';
    throw invalid(`Invalid boolean: ${value}`, this.#named(name));
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.text(name);
    const found = choices.find((each) => each === value);
    if (value === undefined || found !== undefined) return found;
    throw invalid(`Invalid ${this.#named(name)}: must be one of ${choices.join(', ')}`, this.#named(name));
  }

  /** What is nested below a name; empty where it is absent. */
  inside(name: string): Parameters {
    const value = this.#value(name);
    if (typeof value === 'string' && value !== '') throw invalid('Invalid object', this.#named(name));
    return new Parameters(typeof value === 'object' ? value : {}, this.#named(name));
  }

  /** The entries of a list, in order. */
  entries(name: string): Parameters[] {
    const list = this.inside(name);
    return Object.keys(list.#form).map((index) => list.inside(index));
  }

  /** The texts of a list, in order. */
  texts(name: string): string[] {
    const list = this.inside(name);
    return Object.keys(list.#form).map((index) => list.neededText(index));
  }

  /** Keys and values that the caller chose. */
  pairs(name: string): Record<string, string> {
    const list = this.inside(name);
    return Object.fromEntries(Object.keys(list.#form).map((key) => [key, list.text(key) ?? '']));
  }

  #value(name: string): string | Form | undefined {
    return this.#form[name];
  }

  #named(name: string): string {
    return this.#at === '' ? name : `${this.#at}[${name}]`;
  }
}
