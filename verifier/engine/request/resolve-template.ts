import { readPointer } from '../../plan/json-pointer.ts';
import type { Comparison, ItemMatch, Json, Template, ValueReference } from '../../plan/plan.ts';
import { uniqueValue } from './unique-value.ts';

/** The values that one request sent. `sent` references of later steps read them. */
export type SentRequest = {
  path: Record<string, Json>;
  query: Record<string, Json>;
  header: Record<string, Json>;
  body?: Json;
};

/** The values that templates of one attempt are filled from. */
export type Values = {
  nonce: string;
  captures: Map<string, Json>;
  sent: Map<string, SentRequest>;
  /** Captures of existing items that the run found and did not create. */
  borrowed: ReadonlySet<string>;
  /** The value of an input for the step's persona, or the name of the environment variable that is not set. */
  input: (name: string) => { value: string } | { variable: string };
};

/** Thrown if a template needs an input whose environment variable is not set. */
export class MissingInput extends Error {
  override readonly name = 'MissingInput';
  readonly variable: string;
  constructor(variable: string) {
    super(`${variable} is not set`);
    this.variable = variable;
  }
}

/** Thrown if a template refers to a value that no earlier step produced. */
export class MissingValue extends Error {
  override readonly name = 'MissingValue';
}

/** The template with its values filled in. Throws MissingInput or MissingValue. */
export function resolveTemplate(template: Template, values: Values): Json {
  if ('literal' in template) return template.literal;
  if ('unique' in template) return uniqueValue(template.unique, values.nonce);
  if ('input' in template) {
    const input = values.input(template.input);
    if ('variable' in input) throw new MissingInput(input.variable);
    return input.value;
  }
  if ('object' in template) {
    const members = Object.entries(template.object).map(
      ([key, value]) => [key, resolveTemplate(value, values)] as const,
    );
    return Object.fromEntries(members.filter(([key, value]) => value !== null || !isLeftOut(template.object[key])));
  }
  if ('array' in template) return template.array.map((item) => resolveTemplate(item, values));
  return resolveReference(template, values);
}

function isLeftOut(template: Template | undefined): boolean {
  return template !== undefined && 'capture' in template && template.unlessNull === true;
}

/** The captured or sent value that a reference names. Throws MissingValue. */
export function resolveReference(reference: ValueReference, values: Values): Json {
  const value =
    'capture' in reference
      ? values.captures.get(reference.capture)
      : readPointer(values.sent.get(reference.sent) as unknown as Json, reference.pointer);
  if (value !== undefined) return value;
  const wanted = 'capture' in reference ? `capture ${reference.capture}` : `${reference.sent}${reference.pointer}`;
  throw new MissingValue(`no earlier step produced ${wanted}`);
}

/**
 * The members that a list item must have, with their values. `identifies`: the value was sent in a path, or captured
 * from an item that the run created. Throws MissingValue.
 */
export function resolveMatch(
  match: ItemMatch,
  values: Values,
): { pointer: string; value: Json; compare: Comparison; summary: boolean; identifies: boolean }[] {
  return match.map(({ pointer, value, compare = 'exact', summary = false }) => ({
    pointer,
    value: resolveReference(value, values),
    compare,
    summary,
    identifies: 'capture' in value ? !values.borrowed.has(value.capture) : value.pointer.startsWith('/path/'),
  }));
}
