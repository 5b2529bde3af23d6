import type { JsonSchema, Template } from '#verifier/plan/plan.ts';

import { type Choice, chooseValue, isUnfit } from './choose-value.ts';
import { isHiding, isIdLike, isMasked, isServersOwn, isStatusLike } from './field-names.ts';

const SINGLE = ['string', 'integer', 'number', 'boolean'];

/**
 * Values for members of a create's body that are not sent, by name: a schema that requires nothing at all does not say what the server does. Nothing
 * that names another thing, that the server fills in itself, or that has members of its own.
 */
export function furtherMembers(
  { schemas, turn, isReference }: Pick<Choice, 'schemas' | 'turn'> & { isReference: (name: string) => boolean },
  schema: JsonSchema,
  sent: Template,
): Record<string, Template> {
  const { properties, required } = schemas.flatten(schema);
  if (required.length > 0 || !('object' in sent)) return {};
  const found = Object.keys(properties)
    .sort()
    .flatMap((name) => {
      const member = properties[name] ?? true;
      const { types, rest } = schemas.flatten(member);
      const isOwn = isServersOwn(name) && !isMasked(name);
      const isLeftAlone = isOwn || isIdLike(name) || isStatusLike(name) || isHiding(name) || isReference(name);
      const isSingle = SINGLE.includes(types[0] ?? '') && rest['readOnly'] !== true;
      if (isLeftAlone || !isSingle || Object.hasOwn(sent.object, name)) return [];
      const chosen = chooseValue({ schemas, turn, carried: {}, conflicts: true }, member, name, []);
      return isUnfit(chosen) ? [] : [[name, chosen.template] as const];
    });
  return Object.fromEntries(found);
}
