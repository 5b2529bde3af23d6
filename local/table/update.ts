import type { WireItem, WireValue } from './attribute-values.ts';
import { addDecimals, formatDecimal, parseDecimal } from './decimal.ts';
import {
  type AttributePath,
  ExpressionReader,
  type Placeholders,
  refuseOverlaps,
  valueAt,
} from './expression-reader.ts';
import { unsupported, validationError } from './service-error.ts';

/** What an UpdateExpression makes of an item; where there was none, of its key alone. */
export interface Update {
  readonly paths: readonly AttributePath[];
  /** Throws ValidationException where the item does not fit the update. */
  readonly apply: (item: WireItem) => WireItem;
}

/** One change: what to put at the path, read from the item as it was before the update; undefined removes. */
interface Change {
  readonly path: AttributePath;
  readonly valueFor: (before: WireItem) => WireValue | undefined;
}

type Clause = (reader: ExpressionReader) => Change;

const clauses = new Map<string, Clause>([
  ['SET', setChange],
  ['ADD', addChange],
  ['REMOVE', (reader) => ({ path: reader.path(), valueFor: () => undefined })],
]);

/**
 * Reads an UpdateExpression: SET of a value, an attribute or `if_not_exists`, ADD of a number, REMOVE.
 * Arithmetic in SET, lists and sets are unsupported: no adapter uses them.
 */
export function parseUpdate(text: unknown, placeholders: Placeholders): Update {
  const reader = new ExpressionReader('UpdateExpression', text, placeholders);
  const seen = new Set<string>();
  const changes: Change[] = [];
  do {
    const name = reader.next().toUpperCase();
    if (name === 'DELETE') throw unsupported('DELETE in an update');
    const clause = clauses.get(name);
    if (clause === undefined) throw reader.syntaxError();
    if (seen.has(name)) throw validationError(`Invalid UpdateExpression: the "${name}" section can only be used once`);
    seen.add(name);
    do changes.push(clause(reader));
    while (reader.accept(','));
  } while (reader.peek() !== undefined);
  const paths = changes.map(({ path }) => path);
  refuseOverlaps('UpdateExpression', paths);
  return {
    paths,
    apply: (item) => changes.reduce((after, { path, valueFor }) => changed(after, path, valueFor(item)), item),
  };
}

function setChange(reader: ExpressionReader): Change {
  const path = reader.path();
  reader.expect('=');
  const valueFor = setOperand(reader);
  const operator = reader.peek();
  if (operator === '+' || operator === '-') throw unsupported(`${operator} in an update`);
  return { path, valueFor };
}

function setOperand(reader: ExpressionReader): Change['valueFor'] {
  if (reader.isBeforeCall()) {
    const name = reader.next();
    if (name === 'list_append') throw unsupported('list_append in an update');
    if (name !== 'if_not_exists') throw validationError(`Invalid function name; function: ${name}`);
    reader.expect('(');
    const path = reader.path();
    reader.expect(',');
    const otherwise = setOperand(reader);
    reader.expect(')');
    return (before) => valueAt(before, path) ?? otherwise(before);
  }
  if (reader.isValueNext()) {
    const value = reader.value();
    return () => value;
  }
  const path = reader.path();
  return (before) => {
    const value = valueAt(before, path);
    if (value === undefined) {
      throw validationError('The provided expression refers to an attribute that does not exist in the item');
    }
    return value;
  };
}

function addChange(reader: ExpressionReader): Change {
  const path = reader.path();
  const amount = reader.value()['N'];
  if (typeof amount !== 'string') throw validationError('Incorrect operand type for operator ADD; it adds numbers');
  return {
    path,
    valueFor: (before) => {
      const held = valueAt(before, path) ?? { N: '0' };
      if (typeof held['N'] !== 'string') {
        throw validationError('An operand in the update expression has an incorrect data type');
      }
      return { N: formatDecimal(addDecimals(parseDecimal(held['N']), parseDecimal(amount))) };
    },
  };
}

/** A copy of the attributes with the value at the path, or without it. The maps on the way must be there. */
function changed(attributes: WireItem, [first = '', ...rest]: AttributePath, value: WireValue | undefined): WireItem {
  if (rest.length === 0) {
    const { [first]: _old, ...others } = attributes;
    return value === undefined ? others : { ...attributes, [first]: value };
  }
  const inner = valueAt(attributes, [first])?.['M'];
  if (inner === undefined) {
    throw validationError('The document path provided in the update expression is invalid for update');
  }
  return { ...attributes, [first]: { M: changed(inner as WireItem, rest, value) } };
}
