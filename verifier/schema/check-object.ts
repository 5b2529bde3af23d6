import type { Json } from '../plan/plan.ts';
import { conditionally, fail, isMatched, spend, type At, type Compile, type Run } from './validation.ts';

type Members = { [key: string]: Json };
type ObjectCheck = (value: Members, at: At, run: Run, seen?: Set<string>) => boolean;

/** The check of a schema's object keywords. Undefined if it has none. */
export function objectCheck(schema: Members, compile: Compile): ObjectCheck | undefined {
  const checks = [
    requiredCheck(schema),
    countCheck(schema),
    namesCheck(schema, compile),
    dependentCheck(schema, compile),
    membersCheck(schema, compile),
  ].filter((check) => check !== undefined);
  if (checks.length === 0) return undefined;
  return (value, at, run, seen) => {
    let valid = true;
    for (const check of checks) valid = check(value, at, run, seen) && valid;
    return valid;
  };
}

function requiredCheck({ required }: Members): ObjectCheck | undefined {
  if (!Array.isArray(required)) return undefined;
  return (value, at, run) => {
    spend(run, required.length);
    let valid = true;
    for (const key of required)
      if (!Object.hasOwn(value, String(key)))
        valid = fail(run, at, 'required', `Instance does not have required property "${String(key)}".`);
    return valid;
  };
}

function countCheck({ minProperties, maxProperties }: Members): ObjectCheck | undefined {
  if (typeof minProperties !== 'number' && typeof maxProperties !== 'number') return undefined;
  return (value, at, run) => {
    const { length } = Object.keys(value);
    spend(run, length);
    if (typeof minProperties === 'number' && length < minProperties)
      return fail(run, at, 'minProperties', `Instance does not have at least ${minProperties} properties.`);
    if (typeof maxProperties === 'number' && length > maxProperties)
      return fail(run, at, 'maxProperties', `Instance has more than ${maxProperties} properties.`);
    return true;
  };
}

function namesCheck({ propertyNames }: Members, compile: Compile): ObjectCheck | undefined {
  if (propertyNames === undefined) return undefined;
  const check = compile(propertyNames);
  return (value, at, run) =>
    conditionally(run, () => {
      let valid = true;
      for (const key of Object.keys(value))
        if (!check(key, { above: at, key }, run))
          valid = fail(run, at, 'propertyNames', `Property name "${key}" does not match schema.`);
      return valid;
    });
}

function dependentCheck({ dependentRequired, dependentSchemas }: Members, compile: Compile): ObjectCheck | undefined {
  const required = Object.entries(isMembers(dependentRequired) ? dependentRequired : {});
  const schemas = Object.entries(isMembers(dependentSchemas) ? dependentSchemas : {}).map(
    ([key, schema]) => [key, compile(schema)] as const,
  );
  if (required.length + schemas.length === 0) return undefined;
  return (value, at, run, seen) => {
    spend(run, required.length + schemas.length);
    let valid = true;
    for (const [key, others] of required)
      for (const other of Object.hasOwn(value, key) && Array.isArray(others) ? others : [])
        if (!Object.hasOwn(value, String(other)))
          valid = fail(run, at, 'dependentRequired', `Instance has "${key}" but does not have "${String(other)}".`);
    for (const [key, check] of schemas)
      if (Object.hasOwn(value, key) && !conditionally(run, () => check(value, at, run, seen))) valid = false;
    return valid;
  };
}

function membersCheck(schema: Members, compile: Compile): ObjectCheck | undefined {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  if ([properties, patternProperties, additionalProperties, unevaluatedProperties].every((one) => one === undefined))
    return undefined;
  const known = new Map(
    Object.entries(isMembers(properties) ? properties : {}).map(([key, one]) => [key, compile(one)]),
  );
  const patterns = Object.entries(isMembers(patternProperties) ? patternProperties : {}).map(
    ([pattern, one]) => [pattern, compile(one)] as const,
  );
  const others = additionalProperties === undefined ? undefined : compile(additionalProperties);
  const unseen = unevaluatedProperties === undefined ? undefined : compile(unevaluatedProperties);
  return (value, at, run, seen) => {
    let valid = true;
    for (const key of Object.keys(value)) {
      spend(run, 1);
      const inside: At = { above: at, key };
      const member = value[key]!;
      let isKnown = false;
      const own = known.get(key);
      if (own) {
        isKnown = true;
        valid = own(member, inside, run) && valid;
      }
      for (const [pattern, check] of patterns) {
        const matches = isMatched(run, pattern, key);
        // If a pattern cannot be decided, the member may be one that it allows.
        isKnown ||= matches !== false;
        if (matches === true) valid = check(member, inside, run) && valid;
      }
      if (!isKnown && others) {
        isKnown = true;
        if (!others(member, inside, run)) {
          valid = false;
          if (additionalProperties === false)
            fail(run, at, 'additionalProperties', `Property "${key}" does not match additional properties schema.`);
        }
      }
      if (isKnown) seen?.add(key);
      else if (unseen && !seen?.has(key)) {
        seen?.add(key);
        const isFit = conditionally(
          run,
          () =>
            unseen(member, inside, run) ||
            fail(run, at, 'unevaluatedProperties', `Property "${key}" does not match unevaluated properties schema.`),
        );
        valid &&= isFit;
      }
    }
    return valid;
  };
}

function isMembers(value: Json | undefined): value is Members {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
