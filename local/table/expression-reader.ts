import { normalisedValue, type WireItem, type WireValue } from './attribute-values.ts';
import { unsupported, validationError } from './service-error.ts';

/** A way to an attribute: `['ws', 'w-1']` is `ws.w-1`. */
export type AttributePath = readonly string[];

/** What the `#names` and `:values` of one request stand for; knows which of them its expressions used. */
export class Placeholders {
  readonly #names: Readonly<Record<string, unknown>>;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #used = new Set<string>();

  constructor(input: Readonly<Record<string, unknown>>) {
    this.#names = fieldsOf(input, 'ExpressionAttributeNames', /^#\w+$/);
    this.#values = fieldsOf(input, 'ExpressionAttributeValues', /^:\w+$/);
  }

  name(placeholder: string): string {
    const name = this.#names[placeholder];
    if (typeof name !== 'string') throw validationError(`The attribute name ${placeholder} is not defined`);
    this.#used.add(placeholder);
    return name;
  }

  value(placeholder: string): WireValue {
    if (!Object.hasOwn(this.#values, placeholder)) {
      throw validationError(`The attribute value ${placeholder} is not defined`);
    }
    this.#used.add(placeholder);
    return normalisedValue(this.#values[placeholder], placeholder);
  }

  /** Throws ValidationException where a name or value was given that no expression used. */
  refuseUnused(): void {
    const unused = [...Object.keys(this.#names), ...Object.keys(this.#values)].filter((key) => !this.#used.has(key));
    if (unused.length > 0) throw validationError(`Given but unused in expressions: ${unused.join(', ')}`);
  }
}

function fieldsOf(input: Readonly<Record<string, unknown>>, field: string, pattern: RegExp): Record<string, unknown> {
  const fields = input[field];
  if (fields === undefined) return {};
  if (typeof fields !== 'object' || fields === null || Object.keys(fields).length === 0) {
    throw validationError(`${field} must not be empty`);
  }
  const wrong = Object.keys(fields).find((key) => !pattern.test(key));
  if (wrong !== undefined) throw validationError(`${field} contains an invalid key: ${wrong}`);
  return fields as Record<string, unknown>;
}

const token = /\s*(?:([#:]?\w+)|(<>|<=|>=|[=<>(),.+\-[\]]))\s*/y;

/** Reads one expression from left to right. Every error is a ValidationException or names what is unsupported. */
export class ExpressionReader {
  readonly #tokens: readonly string[];
  readonly #placeholders: Placeholders;
  readonly #field: string;
  #at = 0;

  constructor(field: string, text: unknown, placeholders: Placeholders) {
    if (typeof text !== 'string' || text.trim() === '') throw validationError(`${field} must not be empty`);
    this.#field = field;
    this.#placeholders = placeholders;
    this.#tokens = tokensOf(field, text);
  }

  /** The next token, in upper case where it is a word; undefined at the end. */
  peek(): string | undefined {
    return this.#tokens[this.#at]?.toUpperCase();
  }

  isBeforeCall(): boolean {
    return this.#tokens[this.#at + 1] === '(';
  }

  /** The next token as it was written. */
  next(): string {
    const found = this.#tokens[this.#at];
    if (found === undefined) throw this.syntaxError();
    this.#at += 1;
    return found;
  }

  /** Goes over the token if it is the next. */
  accept(wanted: string): boolean {
    const isNext = this.peek() === wanted;
    if (isNext) this.#at += 1;
    return isNext;
  }

  expect(wanted: string): void {
    if (!this.accept(wanted)) throw this.syntaxError();
  }

  end(): void {
    if (this.peek() !== undefined) throw this.syntaxError();
  }

  isValueNext(): boolean {
    return this.peek()?.startsWith(':') ?? false;
  }

  value(): WireValue {
    if (!this.isValueNext()) throw this.syntaxError();
    return this.#placeholders.value(this.next());
  }

  path(): AttributePath {
    const path = [this.#name()];
    while (this.accept('.')) path.push(this.#name());
    if (this.peek() === '[') throw unsupported('a path into a list');
    return path;
  }

  syntaxError() {
    const near = this.#tokens.slice(Math.max(0, this.#at - 1), this.#at + 2).join(' ');
    return validationError(`Invalid ${this.#field}: syntax error near "${near}"`);
  }

  #name(): string {
    const found = this.next();
    if (found.startsWith('#')) return this.#placeholders.name(found);
    if (!/^[a-z]\w*$/i.test(found)) throw this.syntaxError();
    return found;
  }
}

function tokensOf(field: string, text: string): string[] {
  const tokens: string[] = [];
  for (token.lastIndex = 0; token.lastIndex < text.length;) {
    const at = token.lastIndex;
    const found = token.exec(text);
    if (found === null) throw validationError(`Invalid ${field}: syntax error near "${text.slice(at, at + 10)}"`);
    tokens.push(found[1] ?? found[2]!);
  }
  return tokens;
}

/** The value at the path; undefined where there is none. */
export function valueAt(item: WireItem | undefined, path: AttributePath): WireValue | undefined {
  const [first = '', ...rest] = path;
  const value = item !== undefined && Object.hasOwn(item, first) ? item[first] : undefined;
  return rest.length === 0 ? value : valueAt(value?.['M'] as WireItem | undefined, rest);
}

/** Throws ValidationException where one path lies in another, or is the same. */
export function refuseOverlaps(field: string, paths: readonly AttributePath[]): void {
  for (const [at, path] of paths.entries()) {
    for (const other of paths.slice(at + 1)) {
      const isOverlap = path.slice(0, other.length).every((name, depth) => name === other[depth]);
      if (isOverlap) throw validationError(`Invalid ${field}: two document paths overlap`);
    }
  }
}

/** The attributes at the paths, in maps as they lie in the item. */
export function projected(item: WireItem, paths: readonly AttributePath[]): WireItem {
  const found: WireItem = {};
  for (const path of paths) {
    const value = valueAt(item, path);
    if (value === undefined) continue;
    let into = found;
    for (const name of path.slice(0, -1)) into = (into[name] ??= { M: {} })['M'] as WireItem;
    into[path.at(-1)!] = value;
  }
  return found;
}

/** The paths of a ProjectionExpression. */
export function parseProjection(text: unknown, placeholders: Placeholders): AttributePath[] {
  const reader = new ExpressionReader('ProjectionExpression', text, placeholders);
  const paths = [reader.path()];
  while (reader.accept(',')) paths.push(reader.path());
  reader.end();
  refuseOverlaps('ProjectionExpression', paths);
  return paths;
}
