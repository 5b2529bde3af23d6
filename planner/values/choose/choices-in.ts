import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';

/** The enum values of an object's members. `endings` has those of several words, as endings of names. */
type Choices = { texts: Set<string>; endings: string[] };

/** The most values of an enum that count. Each is compared with every name and tried as a value. */
export const MOST_MEMBERS = 1_000;

const choicesOf = new WeakMap<FlatSchema, Choices>();

/** Returns the enum values of an object's members, cached by schema. */
export function choicesIn(schemas: SchemaStore, flat: FlatSchema): Choices {
  const known = choicesOf.get(flat) ?? findChoices(schemas, flat);
  choicesOf.set(flat, known);
  return known;
}

function findChoices(schemas: SchemaStore, flat: FlatSchema): Choices {
  const texts = Object.values(flat.properties).flatMap((schema) => {
    const { enum: members } = schemas.flatten(schema).rest;
    return Array.isArray(members) ? members.slice(0, MOST_MEMBERS).filter((one) => typeof one === 'string') : [];
  });
  const words = texts.map(wordsOf).filter(({ length }) => length > 1);
  return { texts: new Set(texts), endings: words.map((one) => ` ${one.join(' ')}`) };
}

/**
 * True if a member belongs to one value of an enum beside it: `config_price_watch` to "price_watch", an object `ssh` to
 * "ssh". Only items of that kind have it.
 */
export function belongsToChoice(name: string, { types }: FlatSchema, { texts, endings }: Choices): boolean {
  const words = wordsOf(name).join(' ');
  return (types[0] === 'object' && texts.has(name)) || endings.some((ending) => words.endsWith(ending));
}
