import type { Json } from '../plan/plan.ts';
import { canonicalText } from './deep-equal.ts';
import { apart, conditionally, fail, type At, type Compile, type Run } from './validation.ts';

type Schema = { [key: string]: Json };
type ArrayCheck = (value: Json[], at: At, run: Run, seen?: Set<string>) => boolean;

/** The check of a schema's array keywords. Undefined if it has none. */
export function arrayCheck(schema: Schema, compile: Compile): ArrayCheck | undefined {
  const checks = [
    lengthCheck(schema),
    itemsCheck(schema, compile),
    containsCheck(schema, compile),
    unevaluatedCheck(schema, compile),
    schema['uniqueItems'] === true ? uniqueCheck : undefined,
  ].filter((check) => check !== undefined);
  if (checks.length === 0) return undefined;
  return (value, at, run, seen) => {
    let valid = true;
    for (const check of checks) valid = check(value, at, run, seen) && valid;
    return valid;
  };
}

function lengthCheck({ minItems, maxItems }: Schema): ArrayCheck | undefined {
  if (typeof minItems !== 'number' && typeof maxItems !== 'number') return undefined;
  return ({ length }, at, run) => {
    if (typeof maxItems === 'number' && length > maxItems)
      return fail(run, at, 'maxItems', `Array has too many items (${length} > ${maxItems}).`);
    if (typeof minItems === 'number' && length < minItems)
      return fail(run, at, 'minItems', `Array has too few items (${length} < ${minItems}).`);
    return true;
  };
}

function itemsCheck({ prefixItems, items }: Schema, compile: Compile): ArrayCheck | undefined {
  if (prefixItems === undefined && items === undefined) return undefined;
  const first = Array.isArray(prefixItems) ? prefixItems.map(compile) : [];
  const rest = items === undefined ? undefined : compile(items);
  return (value, at, run, seen) => {
    let valid = true;
    for (const [index, item] of value.entries()) {
      const check = first[index] ?? rest;
      if (check === undefined) break;
      seen?.add(String(index));
      valid = check(item, { above: at, key: index }, run) && valid;
    }
    return valid;
  };
}

function containsCheck(schema: Schema, compile: Compile): ArrayCheck | undefined {
  const { contains, minContains = 1, maxContains } = schema;
  if (contains === undefined) return undefined;
  const check = compile(contains);
  return (value, at, run, seen) => {
    let found = 0;
    apart(run, () => {
      for (const [index, item] of value.entries()) {
        if (!check(item, { above: at, key: index }, run)) continue;
        found += 1;
        seen?.add(String(index));
      }
      return true;
    });
    const least = Number(minContains);
    if (found < least)
      return conditionally(run, () =>
        fail(run, at, 'contains', `Array contains ${found} of at least ${least} items matching schema.`),
      );
    if (typeof maxContains === 'number' && found > maxContains)
      return conditionally(run, () =>
        fail(run, at, 'maxContains', `Array contains ${found} of at most ${maxContains} items matching schema.`),
      );
    return true;
  };
}

function unevaluatedCheck({ unevaluatedItems }: Schema, compile: Compile): ArrayCheck | undefined {
  if (unevaluatedItems === undefined) return undefined;
  const check = compile(unevaluatedItems);
  return (value, at, run, seen) =>
    conditionally(run, () => {
      let valid = true;
      for (const [index, item] of value.entries()) {
        if (seen?.has(String(index))) continue;
        seen?.add(String(index));
        if (!check(item, { above: at, key: index }, run))
          valid = fail(run, at, 'unevaluatedItems', 'Items did not match unevaluated items schema.');
      }
      return valid;
    });
}

const uniqueCheck: ArrayCheck = (value, at, run) => {
  const places = new Map<string, number>();
  for (const [index, item] of value.entries()) {
    const text = canonicalText(item, run);
    const other = places.get(text);
    if (other !== undefined) return fail(run, at, 'uniqueItems', `Duplicate items at indexes ${other} and ${index}.`);
    places.set(text, index);
  }
  return true;
};
