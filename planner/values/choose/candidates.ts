import type { Json, JsonSchema } from '#verifier/plan/plan.ts';
import { canonicalJson } from '../../intake/json/canonical-json.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Chosen } from '../model/choice.ts';
import { MOST_MEMBERS } from './choices-in.ts';
import { isShowing } from '../../vocabulary/field-names.ts';
import { fits } from '../../intake/schema/fits.ts';
import { placeholders } from '../text/placeholders.ts';
import { isOfFormatOnly, isPastExample } from './is-given-by-spec.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';

export function literal(value: Json): Chosen {
  return { template: { literal: value }, fields: [] };
}

const candidatesBySchema = new WeakMap<FlatSchema, Map<string, Json[]>>();

/**
 * Returns the values to try for a field, cached by schema and name. With examples of the whole body (`nearby`),
 * they are not cached.
 */
export function candidates(
  schemas: SchemaStore,
  schema: JsonSchema,
  flat: FlatSchema,
  name: string,
  nearby: Json[],
): Json[] {
  if (nearby.length > 0) return findCandidates(schemas, schema, flat, name, nearby);
  const byName = candidatesBySchema.get(flat) ?? new Map<string, Json[]>();
  candidatesBySchema.set(flat, byName);
  const found = byName.get(name) ?? findCandidates(schemas, schema, flat, name, nearby);
  byName.set(name, found);
  return found;
}

/**
 * Returns the valid values but null, each once, in this order: const, examples, up to MOST_MEMBERS of the enum,
 * default, placeholders. Past expiries and a schema's examples that show only a notation are left out. A flag such as
 * `published` gets true in place of the default false.
 */
function findCandidates(
  schemas: SchemaStore,
  schema: JsonSchema,
  flat: FlatSchema,
  name: string,
  nearby: Json[],
): Json[] {
  const { const: constant, examples, enum: members, default: usual } = flat.rest;
  const ordered: Json[] = [
    ...(constant === undefined ? [] : [constant]),
    ...(Array.isArray(examples) && !isOfFormatOnly(name, flat) ? examples : []),
    ...nearby,
    ...(Array.isArray(members) ? saying(members.slice(0, MOST_MEMBERS)) : []),
    // A draft is hidden from lists: a flag such as `published` is sent as true, although its default is false.
    ...(usual === false && isShowing(name)
      ? [true]
      : [...(usual === undefined ? [] : [usual]), ...placeholders(name, flat)]),
  ];
  const seen = new Set<string>();
  return ordered.filter((value) => {
    const key = canonicalJson(value);
    if (value === null || seen.has(key) || isPastExample(name, flat, value) || !fits(schemas, schema, value))
      return false;
    seen.add(key);
    return true;
  });
}

/**
 * Returns the enum values without those that end in "unspecified" (`STATE_UNSPECIFIED`), which a server may replace. If
 * there are no others, returns all.
 */
export function saying(members: Json[]): Json[] {
  const said = members.filter((member) => typeof member !== 'string' || wordsOf(member).at(-1) !== 'unspecified');
  return said.length > 0 ? said : members;
}
