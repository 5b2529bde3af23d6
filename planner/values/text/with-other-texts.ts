import type { Json } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import { isObject } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { isProseLike } from '../../vocabulary/field-names.ts';
import { fits } from '../../intake/schema/fits.ts';
import { placeholders } from './placeholders.ts';
import { lastWordOf } from '../../vocabulary/words-of.ts';
import { storedTexts } from '../../vocabulary/values/sent-words.ts';

/** Keywords that restrict a text to certain values or a form, or keep clients from sending it. */
const CLOSED = ['enum', 'const', 'format', 'pattern', 'readOnly'];

/** True for a text of plain words, unlike markup, a colour or an encoded text, which a server may correct. */
function isInWords(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}\s.,;:!?'’()-]+$/u.test(text) && !/\p{Ll}[\p{Lu}\p{N}]/u.test(text);
}

/**
 * Returns an example object with the second placeholder in those plain texts whose schema accepts it, such as
 * `description`. All other members are kept, as they may have to stay.
 */
export function withOtherTexts(schemas: SchemaStore, { properties }: FlatSchema, value: Json): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => {
      const schema = properties[name];
      if (schema === undefined) return [name, held];
      const flat = schemas.flatten(schema);
      if (isObject(held)) return [name, withOtherTexts(schemas, flat, held)];
      const isFree = flat.types[0] === 'string' && CLOSED.every((key) => flat.rest[key] === undefined);
      const isWritten =
        isFree &&
        typeof held === 'string' &&
        isInWords(held) &&
        (isProseLike(name) || storedTexts.has(lastWordOf(name)));
      const other = isWritten ? placeholders(name, flat)[1] : undefined;
      return [name, other !== undefined && fits(schemas, schema, other) ? other : held];
    }),
  );
}
