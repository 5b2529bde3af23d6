import type { Json, JsonSchema, Template } from '#verifier/plan/plan.ts';

import { isObject, pointerToken } from '../spec/json-object.ts';
import { chooseValue } from './choose-value.ts';
import { type Choice, isUnfit, type SentField } from './choice.ts';
import { isHiding, isIdLike, isMasked, isServersOwn, isStatusLike } from './field-names.ts';

const SINGLE = ['string', 'integer', 'number', 'boolean'];

/** By these a document says itself what is right. */
const VOUCHING = ['examples', 'enum', 'const'];

/**
 * Members of a create's body that are not sent, with values: a schema that requires nothing at all does not say what the server does; one that
 * requires something may still forget a member, but then only what the document or `examples` of the body give is sent, and anything else where
 * the refusal names it (`ifNamed`), lists of texts, too. Nothing that names another thing, that the server fills in itself, or that has members of its own.
 */
export function furtherMembers(
  { schemas, turn, isReference }: Pick<Choice, 'schemas' | 'turn'> & { isReference: (name: string) => boolean },
  schema: JsonSchema,
  sent: Template,
  examples: Json[],
): { further: SentField[]; ifNamed: SentField[] } {
  const { properties, required, rest: whole } = schemas.flatten(schema);
  const found: Record<'further' | 'ifNamed', SentField[]> = { further: [], ifNamed: [] };
  if (!('object' in sent)) return found;
  const bodies = [...examples, ...(Array.isArray(whole['examples']) ? whole['examples'] : [])].filter(isObject);
  for (const name of Object.keys(properties).sort()) {
    const member = properties[name] ?? true;
    const { types, rest, items = true } = schemas.flatten(member);
    const isOwn = isServersOwn(name) && !isMasked(name);
    const given = bodies.flatMap((body) => body[name] ?? []);
    const isVouched = given.length > 0 || VOUCHING.some((key) => rest[key] !== undefined);
    const isUnknown = isReference(name) && !isVouched;
    const isLeftAlone = isOwn || isIdLike(name) || isStatusLike(name) || isHiding(name) || isUnknown;
    const isSingle = SINGLE.includes(types[0] ?? '');
    const isTexts = types[0] === 'array' && schemas.flatten(items).types[0] === 'string';
    const isFit = (isSingle || isTexts) && rest['readOnly'] !== true;
    if (isLeftAlone || !isFit || Object.hasOwn(sent.object, name)) continue;
    const chosen = chooseValue({ schemas, turn, carried: {}, conflicts: true }, member, name, given);
    if (isUnfit(chosen)) continue;
    const isSent = isSingle && (required.length === 0 || isVouched);
    const field = { pointer: pointerToken(name), name, schema: member, template: chosen.template };
    found[isSent ? 'further' : 'ifNamed'].push(field);
  }
  return found;
}
