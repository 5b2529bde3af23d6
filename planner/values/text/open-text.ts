import type { JsonSchema } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import { isFreelyNamed } from '../../intake/schema/is-open-member.ts';
import type { Choice, SentField } from '../model/choice.ts';
import { isServersOwn, mayBeAnyText } from '../../vocabulary/field-names.ts';
import { uniqueFor } from './unique-for.ts';

const PLAIN_TEXT: JsonSchema = { type: 'string' };

/** Returns a unique text for a member of any name, in an object that accepts such a member. Undefined otherwise. */
export function openText({ schemas, turn }: Choice, { properties }: FlatSchema): SentField | undefined {
  const found = Object.entries(properties).find(([, schema]) => isFreelyNamed(schema));
  if (!found) return undefined;
  const [name, schema] = found;
  const template = uniqueFor(schemas, schemas.flatten(PLAIN_TEXT), name, undefined, turn);
  return template && { pointer: pointerToken(name), name, schema, template };
}

/**
 * True for names of objects in which a server may store any members: `tags`. False for `settings`,
 * whose members it knows.
 */
export function holdsAnything(name: string): boolean {
  return mayBeAnyText(name) && !isServersOwn(name);
}
