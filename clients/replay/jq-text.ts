import type { ReplayValue } from '#verifier/replay/replay.ts';
import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { Json, ValueReference } from '#verifier/plan/plan.ts';
import { uniqueText } from './unique-text.ts';

/**
 * Text of jq programs. JSON is jq, save that a string of it may hold `\(…)`, which JSON never writes; so that nothing in a value is ever carried out.
 */
export const literal = (value: Json): string => JSON.stringify(value);

/** A JSON Pointer as a jq path. */
export const pathOf = (pointer: string): string => literal(segmentsOf(pointer));

export const referenceText = (reference: ValueReference): string =>
  'capture' in reference
    ? `$k.c[${literal(reference.capture)}]`
    : `($k.s[${literal(reference.sent)}] | at(${pathOf(reference.pointer)}))`;

const valueText = (value: ReplayValue): string => {
  if ('literal' in value) return literal(value.literal);
  if ('unique' in value) return uniqueText(value.unique);
  if ('input' in value) return `(env[${literal(value.input)}] | need(${literal(value.input)}))`;
  const known = referenceText(value);
  if ('capture' in value && value.unlessNull) return known;
  return `(${known} | need(${literal('capture' in value ? value.capture : value.sent)}))`;
};

type Tree = { text: string } | { members: Map<string, Tree>; isList: boolean };

/** The values of a request as one jq expression. */
export const valuesText = (values: readonly { at: string[]; value: ReplayValue }[]): string => {
  const root: Tree = { members: new Map(), isList: false };
  for (const { at, value } of values) plant(root, at, valueText(value));
  const unlessNull = values.filter(({ value }) => 'capture' in value && value.unlessNull === true);
  const left = unlessNull.map(
    ({ at }) => ` | if at(${literal(at)}) == null then delpaths([${literal(at)}]) else . end`,
  );
  return `${treeText(root)}${left.join('')}`;
};

const plant = (tree: Tree, [key, ...rest]: string[], text: string): void => {
  if (!('members' in tree) || key === undefined) return;
  if (rest.length === 0) {
    tree.members.set(key, { text });
    return;
  }
  const inner = tree.members.get(key) ?? { members: new Map<string, Tree>(), isList: true };
  tree.members.set(key, inner);
  // Only entries of a list are all numbered from 0 on.
  if ('members' in inner && rest[0] !== String(inner.members.size) && !inner.members.has(rest[0] as string))
    inner.isList = false;
  plant(inner, rest, text);
};

const treeText = (tree: Tree): string => {
  if ('text' in tree) return tree.text;
  const entries = [...tree.members];
  if (tree.isList) return `[${entries.map(([, inner]) => treeText(inner)).join(', ')}]`;
  return `{${entries.map(([key, inner]) => `${literal(key)}: ${treeText(inner)}`).join(', ')}}`;
};
