import { compareValues, isEqual, type WireItem, type WireValue } from './attribute-values.ts';
import { type AttributePath, ExpressionReader, type Placeholders, valueAt } from './expression-reader.ts';
import { unsupported, validationError } from './service-error.ts';

/** Whether an item, or no item, fulfils a condition. */
export type Condition = (item: WireItem | undefined) => boolean;

type Operand = {
  readonly path?: AttributePath;
  readonly value?: WireValue;
  readonly of: (item: WireItem | undefined) => WireValue | undefined;
};

const comparators = new Set(['=', '<>', '<', '<=', '>', '>=']);
const unsupportedFunctions = new Set(['BEGINS_WITH', 'CONTAINS', 'SIZE', 'ATTRIBUTE_TYPE']);

/**
 * Reads a ConditionExpression: comparisons, `attribute_exists`, `attribute_not_exists`, AND, OR, NOT and parentheses.
 * DynamoDB's other functions, BETWEEN and IN are unsupported: no adapter uses them.
 */
export function parseCondition(text: unknown, placeholders: Placeholders): Condition {
  const reader = new ExpressionReader('ConditionExpression', text, placeholders);
  const condition = new ConditionParser(reader).either();
  reader.end();
  return condition;
}

class ConditionParser {
  readonly #reader: ExpressionReader;
  readonly #parenthesised = new WeakSet<Condition>();

  constructor(reader: ExpressionReader) {
    this.#reader = reader;
  }

  either(): Condition {
    const parts = [this.#both()];
    while (this.#reader.accept('OR')) parts.push(this.#both());
    return parts.length === 1 ? parts[0]! : (item) => parts.some((part) => part(item));
  }

  #both(): Condition {
    const parts = [this.#negated()];
    while (this.#reader.accept('AND')) parts.push(this.#negated());
    return parts.length === 1 ? parts[0]! : (item) => parts.every((part) => part(item));
  }

  #negated(): Condition {
    if (!this.#reader.accept('NOT')) return this.#single();
    const inner = this.#negated();
    return (item) => !inner(item);
  }

  #single(): Condition {
    if (this.#reader.accept('(')) return this.#inParentheses();
    return this.#reader.isBeforeCall() ? this.#call() : this.#comparison();
  }

  #inParentheses(): Condition {
    const inner = this.either();
    this.#reader.expect(')');
    if (this.#parenthesised.has(inner)) throw validationError('The expression has redundant parentheses');
    this.#parenthesised.add(inner);
    return inner;
  }

  #call(): Condition {
    const name = this.#reader.next();
    const isUnsupported = unsupportedFunctions.has(name.toUpperCase());
    if (isUnsupported) throw unsupported(`the function ${name} in a condition`);
    if (name !== 'attribute_exists' && name !== 'attribute_not_exists') {
      throw validationError(`Invalid function name; function: ${name}`);
    }
    this.#reader.expect('(');
    const path = this.#reader.path();
    this.#reader.expect(')');
    const isWanted = name === 'attribute_exists';
    return (item) => (valueAt(item, path) !== undefined) === isWanted;
  }

  #comparison(): Condition {
    const left = this.#operand();
    const comparator = this.#reader.peek() ?? '';
    if (comparator === 'BETWEEN' || comparator === 'IN') throw unsupported(`${comparator} in a condition`);
    if (!comparators.has(comparator)) throw this.#reader.syntaxError();
    this.#reader.next();
    const right = this.#operand();
    if (left.path && right.path && left.path.join('\0') === right.path.join('\0')) {
      throw validationError('The first operand must be distinct from the remaining operands');
    }
    return comparisonOf(comparator, left, right);
  }

  #operand(): Operand {
    if (this.#reader.isBeforeCall()) throw unsupported(`the function ${this.#reader.next()} as an operand`);
    if (this.#reader.isValueNext()) {
      const value = this.#reader.value();
      return { value, of: () => value };
    }
    const path = this.#reader.path();
    return { path, of: (item) => valueAt(item, path) };
  }
}

function comparisonOf(comparator: string, left: Operand, right: Operand): Condition {
  const given = [left.value, right.value].filter((value) => value !== undefined);
  if (comparator === '=' || comparator === '<>') {
    if (given.some((value) => 'L' in value || 'M' in value)) throw unsupported('a comparison of whole lists or maps');
    return (item) => {
      const [one, other] = [left.of(item), right.of(item)];
      return (one !== undefined && other !== undefined && isEqual(one, other)) === (comparator === '=');
    };
  }
  if (given.some((value) => !('S' in value || 'N' in value || 'B' in value))) {
    throw validationError(`Incorrect operand type for operator ${comparator}`);
  }
  return (item) => {
    const [one, other] = [left.of(item), right.of(item)];
    const order = one && other && compareValues(one, other);
    if (order === undefined) return false;
    return order === 0 ? comparator.endsWith('=') : order < 0 === comparator.startsWith('<');
  };
}
