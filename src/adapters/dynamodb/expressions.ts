import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshallValue, type Value } from './marshall.ts';

/** An attribute, or the way to one inside maps: `'name'`, `['ws', workspaceId, 'role']`. */
export type Path = string | readonly string[];

/** Whole lists and maps are never compared: only what has an order or a plain equality. */
export type Comparable = string | number | boolean | null | Uint8Array;

/** Part of an expression: writes itself with the placeholders that `Placeholders` hands out. */
type Part = (placeholders: Placeholders) => string;

/** A condition on the item as it is before the write. */
export interface Condition {
  readonly condition: Part;
}

/** One change of an update. */
export interface Change {
  readonly clause: 'SET' | 'ADD' | 'REMOVE';
  readonly change: Part;
}

/** The names and values that expressions of one request refer to; the same name or key keeps one placeholder. */
export class Placeholders {
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, AttributeValue>();

  path(path: Path): string {
    return [path]
      .flat()
      .map((name) => this.#name(name))
      .join('.');
  }

  value(value: Value): string {
    const placeholder = `:v${this.#values.size}`;
    this.#values.set(placeholder, marshallValue(value));
    return placeholder;
  }

  /** The fields of a request; absent when unused, because DynamoDB refuses empty ones. */
  fields(): {
    ExpressionAttributeNames?: Record<string, string>;
    ExpressionAttributeValues?: Record<string, AttributeValue>;
  } {
    const names = [...this.#names].map(([name, placeholder]) => [placeholder, name]);
    return {
      ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
      ...(this.#values.size > 0 && { ExpressionAttributeValues: Object.fromEntries(this.#values) }),
    };
  }

  #name(name: string): string {
    const placeholder = this.#names.get(name) ?? `#n${this.#names.size}`;
    this.#names.set(name, placeholder);
    return placeholder;
  }
}

function condition(part: Part): Condition {
  return { condition: part };
}

export const exists = (path: Path): Condition => condition((p) => `attribute_exists(${p.path(path)})`);
export const absent = (path: Path): Condition => condition((p) => `attribute_not_exists(${p.path(path)})`);

const compare =
  (operator: string) =>
  (path: Path, value: Comparable): Condition =>
    condition((p) => `${p.path(path)} ${operator} ${p.value(value)}`);

export const equal = compare('=');
/** True also where the attribute is absent. */
export const different = compare('<>');
export const less = compare('<');
export const atMost = compare('<=');
export const greater = compare('>');
export const atLeast = compare('>=');

/** Compares two attributes of the item, such as `billableCount` and `cap`. */
export const lessThanAttribute = (path: Path, other: Path): Condition =>
  condition((p) => `${p.path(path)} < ${p.path(other)}`);

export const all = (...conditions: readonly Condition[]): Condition => joined(' AND ', conditions);
export const some = (...conditions: readonly Condition[]): Condition => joined(' OR ', conditions);

function joined(by: string, conditions: readonly Condition[]): Condition {
  const [only, ...others] = conditions;
  // DynamoDB refuses redundant parentheses.
  if (only !== undefined && others.length === 0) return only;
  return condition((p) => conditions.map((each) => `(${each.condition(p)})`).join(by));
}

export const set = (path: Path, value: Value): Change => ({
  clause: 'SET',
  change: (p) => `${p.path(path)} = ${p.value(value)}`,
});

export const setIfAbsent = (path: Path, value: Value): Change => ({
  clause: 'SET',
  change: (p) => `${p.path(path)} = if_not_exists(${p.path(path)}, ${p.value(value)})`,
});

/** Adds to a number; an absent attribute counts as 0. Top-level attributes and existing maps only. */
export const add = (path: Path, amount: number): Change => ({
  clause: 'ADD',
  change: (p) => `${p.path(path)} ${p.value(amount)}`,
});

export const remove = (path: Path): Change => ({ clause: 'REMOVE', change: (p) => p.path(path) });

/** The update expression of the changes, in a fixed order of clauses. */
export function updateExpression(changes: readonly Change[], placeholders: Placeholders): string {
  const clauses = Map.groupBy(changes, ({ clause }) => clause);
  return [...clauses]
    .map(([clause, members]) => `${clause} ${members.map(({ change }) => change(placeholders)).join(', ')}`)
    .join(' ');
}
