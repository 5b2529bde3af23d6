import { ACTIONS, ITEM_ACTIONS } from '../resources/actions/actions-of.ts';
import { sentResource } from '../resources/model/body-wrapper.ts';
import type { ResourceGraph } from '../resources/model/resource-graph.ts';
import type { Resource } from '../resources/model/resource.ts';
import type { SpecModel } from '../intake/operations/spec-model.ts';
import type { Operation } from '../intake/model/operation.ts';
import { destinations } from '../vocabulary/list-words.ts';
import { transitionTargets } from '../vocabulary/value-words.ts';
import { peopleWithAccess } from '../vocabulary/values/access-words.ts';
import { wordsOf } from '../vocabulary/words-of.ts';
import { HOLDER, isAnotherHolder } from './grammar/is-another-holder.ts';
import { limitCovers, PEOPLE } from './grammar/limit-covers.ts';
import type { StatedLimit } from './grammar/stated-limit.ts';
import type { PersonaRoles } from './persona.ts';

/** A required body member, and the resource that it refers to. */
export type HiddenReference = { name: string; thing: Resource };

/** True if a member names where something goes: one may pay into another's account, and write to another person. */
function isDestination(name: string): boolean {
  const words = wordsOf(name);
  return (
    transitionTargets.has(words[0] ?? '') || words.some((word) => destinations.has(word) || peopleWithAccess.has(word))
  );
}

/** True for a limit of an outsider or of another holder, such as a customer: nobody shares items with them. */
function hidesAll({ scope, actions, words, isUnshared, isInside }: StatedLimit, isHolder: boolean): boolean {
  const isOutsiders = words.length === 0 && ACTIONS.every((action) => actions.includes(action));
  return scope === 'object' && !isUnshared && !isInside && (isOutsiders || isHolder);
}

/**
 * Returns the required body members of a create that refer to items which the persona may not read, update or delete in
 * another account. The persona is an outsider or another customer; [] for others. People and destinations are left out.
 */
export function hiddenReferences(
  { schemas }: SpecModel,
  graph: ResourceGraph,
  operation: Operation,
  { persona, limits }: PersonaRoles['limited'][number],
): HiddenReference[] {
  const isHolder = isAnotherHolder(persona.description.toLowerCase(), HOLDER);
  const total = limits.filter((limit) => hidesAll(limit, isHolder));
  if (total.length === 0) return [];
  return sentResource(schemas, operation).required.flatMap((name) => {
    const thing = graph.producerOfField(name);
    const isHidden =
      thing?.create?.operation.secured === true &&
      !PEOPLE.test(thing.noun) &&
      !isDestination(name) &&
      total.some((limit) => ITEM_ACTIONS.every((action) => limitCovers(limit, action, thing, graph)));
    return isHidden ? [{ name, thing }] : [];
  });
}
