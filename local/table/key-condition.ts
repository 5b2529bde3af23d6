import type { tableSchema } from '#adapters/dynamodb/table-schema.ts';
import { ExpressionReader, type Placeholders } from './expression-reader.ts';
import { unsupported, validationError } from './service-error.ts';

/** One end of a range of sort keys, in the order of their UTF-8 bytes. */
export interface Bound {
  readonly operator: '=' | '<' | '<=' | '>' | '>=';
  readonly value: string;
}

/** One partition of the table or its index, and the sort keys in it that are wanted. */
export interface KeyCondition {
  readonly partition: string;
  readonly bounds: readonly Bound[];
}

type KeyNames = Pick<typeof tableSchema | typeof tableSchema.index, 'partitionKey' | 'sortKey'>;

/** Reads `pk = :p`, alone or with one of `sk = < <= > >=`, BETWEEN and begins_with, in either order. */
export function parseKeyCondition(text: unknown, names: KeyNames, placeholders: Placeholders): KeyCondition {
  const reader = new ExpressionReader('KeyConditionExpression', text, placeholders);
  const conditions = [keyTest(reader)];
  while (reader.accept('AND')) conditions.push(keyTest(reader));
  reader.end();
  const of = (wanted: string) => conditions.filter(({ name }) => name === wanted);
  const [partitions, sorts] = [of(names.partitionKey), of(names.sortKey)];
  const [partition] = partitions[0]?.bounds ?? [];
  if (
    partitions.length !== 1 ||
    sorts.length > 1 ||
    conditions.length > 2 ||
    partitions.length + sorts.length < conditions.length
  ) {
    throw validationError(`Query conditions must name ${names.partitionKey} once and ${names.sortKey} at most once`);
  }
  if (partition?.operator !== '=')
    throw validationError(`Query key condition not supported: ${names.partitionKey} needs =`);
  return { partition: partition.value, bounds: sorts[0]?.bounds ?? [] };
}

interface KeyTest {
  readonly name: string;
  readonly bounds: readonly Bound[];
}

function keyTest(reader: ExpressionReader): KeyTest {
  if (reader.peek() === '(') throw unsupported('parentheses in a key condition');
  return reader.isBeforeCall() ? beginsWith(reader) : comparison(reader);
}

function beginsWith(reader: ExpressionReader): KeyTest {
  const called = reader.next();
  if (called !== 'begins_with') throw validationError(`Invalid operator used in KeyConditionExpression: ${called}`);
  reader.expect('(');
  const name = keyName(reader);
  reader.expect(',');
  const prefix = keyValue(reader);
  reader.expect(')');
  const end = firstBehind(prefix);
  return {
    name,
    bounds: [{ operator: '>=', value: prefix }, ...(end === undefined ? [] : [{ operator: '<' as const, value: end }])],
  };
}

function comparison(reader: ExpressionReader): KeyTest {
  const name = keyName(reader);
  const operator = reader.next();
  if (operator.toUpperCase() === 'BETWEEN') return between(reader, name);
  if (!isOperator(operator)) throw validationError(`Invalid operator used in KeyConditionExpression: ${operator}`);
  return { name, bounds: [{ operator, value: keyValue(reader) }] };
}

function between(reader: ExpressionReader, name: string): KeyTest {
  const from = keyValue(reader);
  reader.expect('AND');
  const to = keyValue(reader);
  if (compareText(from, to) > 0) throw validationError('The BETWEEN operator requires its first value to be the lower');
  return {
    name,
    bounds: [
      { operator: '>=', value: from },
      { operator: '<=', value: to },
    ],
  };
}

function isOperator(text: string): text is Bound['operator'] {
  return ['=', '<', '<=', '>', '>='].includes(text);
}

function keyName(reader: ExpressionReader): string {
  const [name = '', ...more] = reader.path();
  if (more.length > 0) throw validationError('KeyConditionExpressions cannot have conditions on nested attributes');
  return name;
}

function keyValue(reader: ExpressionReader): string {
  const held = reader.value()['S'];
  if (typeof held !== 'string' || held === '') {
    throw validationError(
      'One or more parameter values were invalid: a key is compared with a string that is not empty',
    );
  }
  return held;
}

/** Whether a sort key lies in the range. */
export function isWithin(sortKey: string, bounds: readonly Bound[]): boolean {
  return bounds.every(({ operator, value }) => {
    const order = compareText(sortKey, value);
    return order === 0 ? operator.endsWith('=') : operator.startsWith(order < 0 ? '<' : '>');
  });
}

function compareText(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** The first text, in UTF-8 order, behind all that begin with the prefix; undefined where none is. */
function firstBehind(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0)!);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  // Surrogates are no characters of their own.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}
