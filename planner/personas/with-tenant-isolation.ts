import { ITEM_ACTIONS } from '../resources/actions/actions-of.ts';
import { sentResource } from '../resources/model/body-wrapper.ts';
import { isOnlyOfName } from '../resources/model/is-only-of-name.ts';
import type { Resource } from '../resources/model/resource.ts';
import type { Operation } from '../intake/model/operation.ts';
import { singular } from '../vocabulary/singular.ts';
import { HOLDER, isAnotherHolder } from './grammar/is-another-holder.ts';
import { wordsIn } from './grammar/limit-words.ts';
import type { PersonaBinding } from '#verifier/plan/plan.ts';
import { withFurtherLimits } from './persona-roles.ts';
import type { Create } from '../resources/model/create.ts';
import type { ResourceGraph } from '../resources/model/resource-graph.ts';
import type { PersonaRoles } from './persona.ts';
import type { SpecModel } from '../intake/operations/spec-model.ts';
import { lastWordOf, sameName } from '../vocabulary/words-of.ts';
import type { StatedLimit } from './grammar/stated-limit.ts';
import { limitCovers } from './grammar/limit-covers.ts';

/** Words between "your" and a noun that leave the item the caller's own. "Your next event" may be somebody else's. */
const STATE =
  /^(?:own|saved|stored|active|recent|past|current|open|pending|scheduled|upcoming|existing|previous|personal)$/;
/** Words by which a list shows more than the caller's items. */
const NOT_ONLY =
  /\b(?:(?:all|every|any)(?! (?:of )?your\b)|others?|everyone|also|only|includ\w+|besides|plus|public|shared|find|search|discover|explore|browse|pick|choose|select)\b/;

/**
 * True if the operation's words say that the items of the noun are the caller's own: "List your scheduled payments".
 */
function saysYours({ words }: Operation, noun: string): boolean {
  const said = words.toLowerCase();
  if (NOT_ONLY.test(said)) return false;
  return said
    .split(/\byour\b/)
    .slice(1)
    .some((behind) => {
      const [word = '', ...rest] = wordsIn(behind);
      const [first = '', second = '', third = ''] = STATE.test(word) ? rest : [word, ...rest];
      const called = [first, first + second, first + second + third, word + (rest[0] ?? '')];
      return called.some((one) => one !== '' && sameName(singular(one), noun));
    });
}

/**
 * Nouns of items that only concern their owner and are not public: a payment "between two of your accounts". A listing,
 * ride or auction is none.
 */
const OF_TWO =
  /(?:payment|transfer|transaction|order|invoice|bill|charge|refund|payout|withdrawal|deposit|subscription|booking|reservation|purchase|statement|mandate|debit|loan|claim|shipment|receipt|settlement|budget|conversion)$/i;

/** Returns the creatable resources that the required members of a create refer to, by member. */
function namedBy({ schemas }: SpecModel, graph: ResourceGraph, { operation }: Create): Map<string, Resource> {
  const { required } = sentResource(schemas, operation);
  return new Map(
    required.flatMap((name): [string, Resource][] => {
      const thing = graph.producerOfField(name);
      return thing ? [[name, thing]] : [];
    }),
  );
}

/** True if the description names the items of this noun. */
function isSpokenOf({ description }: PersonaBinding, noun: string): boolean {
  const words = wordsIn(description.toLowerCase());
  return words.some((word) => [noun, lastWordOf(noun)].some((name) => sameName(singular(word), name)));
}

/**
 * Returns the limits that the document states for a resource: its list shows only the caller's items, or its items are
 * created only from hidden items. Empty if it states neither, or if the description itself speaks of the items.
 */
function limitsOf(
  model: SpecModel,
  graph: ResourceGraph,
  resource: Resource,
  { persona, limits }: PersonaRoles['limited'][number],
): StatedLimit[] {
  const { noun, key, create, list, read } = resource;
  const covers = (limit: StatedLimit, one: Resource) =>
    limit.scope === 'object' && ITEM_ACTIONS.every((action) => limitCovers(limit, action, one, graph));
  const hides = (one: Resource) => limits.some((limit) => covers(limit, one));
  const isFree = !hides(resource) && !isSpokenOf(persona, noun);
  if (!create?.operation.secured || !isOnlyOfName(graph, resource) || !isFree || !graph.resources.some(hides))
    return [];
  if (`${create.operation.path}${key}`.includes('{')) return [];
  const named = namedBy(model, graph, create);
  const kinds = [...named.values()];
  const isListed = list !== undefined && saysYours(list.operation, noun);
  const isSaid = list === undefined ? kinds.some((one) => saysYours(create.operation, one.noun)) : isListed;
  const isShown = [...named.keys()].every((name) => read?.place.flat.properties[name] !== undefined);
  const isMadeOfHidden = isSaid && isShown && kinds.length > 0 && kinds.every(hides) && OF_TWO.test(noun);
  const actions = [...(isListed ? ['list' as const] : []), ...(isMadeOfHidden ? ITEM_ACTIONS : [])];
  return actions.length > 0 ? [{ scope: 'object', actions, words: [noun], isUnshared: true }] : [];
}

/**
 * Returns the roles with the limits added that the document's words state, for a persona that is another customer or
 * account. "List your payments" hides others' payments from the list. Payments "between two of your accounts" are
 * hidden if accounts are hidden and the payments refer to nothing else.
 */
export function withTenantIsolation(roles: PersonaRoles, model: SpecModel, graph: ResourceGraph): PersonaRoles {
  return withFurtherLimits(roles, (one) =>
    isAnotherHolder(one.persona.description.toLowerCase(), HOLDER)
      ? graph.resources.flatMap((resource) => limitsOf(model, graph, resource, one))
      : [],
  );
}
