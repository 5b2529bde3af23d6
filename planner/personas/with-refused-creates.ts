import { isOnlyOfName } from '../resources/model/is-only-of-name.ts';
import type { Resource } from '../resources/model/resource.ts';
import type { Operation } from '../intake/model/operation.ts';
import { singular } from '../vocabulary/singular.ts';
import { namesNoKind, wordsIn } from './grammar/limit-words.ts';
import { withFurtherLimits } from './persona-roles.ts';
import { statedGrants } from './grammar/stated-limits.ts';
import { isSharingEndpoint } from './grammar/is-sharing-endpoint.ts';
import type { ResourceGraph } from '../resources/model/resource-graph.ts';
import type { PersonaRoles } from './persona.ts';
import type { SpecModel } from '../intake/operations/spec-model.ts';
import { lastWordOf, sameName } from '../vocabulary/words-of.ts';
import type { StatedLimit } from './grammar/stated-limit.ts';
import { limitCovers } from './grammar/limit-covers.ts';

/** The grants of a description that lets the persona only read one kind of item: "reads one repository". */
const ONLY_READS =
  /^(?:[\w -]+: )?(?:(?:can|may) )?(?:reads?|views?|sees?) (?:(?:one|the|a|all|every|any) )?[\w-]+(?:[\s.;,]|\b(?:and|but|can|may)\b)*$/;

/** Nouns of items that a read-only persona may still create: a comment, a bookmark, a copy, a token. */
const OF_READERS =
  /(?:issue|pull|comment|review|discussion|reaction|fork|star|vote|like|favou?rite|bookmark|watch|report|feedback|suggestion|question|answer|reply|thread|message|note|annotation|snapshot|export|download|token|key|session|device|preference|search|query|view|filter|notification|request|ticket|order|draft|copy|login)$/i;
/** Nouns of items that a participant creates about itself or in another persona's item: a booking, a profile. */
const OF_TAKERS =
  /(?:booking|reservation|registration|rsvp|attendance|participation|attendee|participant|check-?in|membership|member|invitation|profile|account|user|contact|payment|purchase|subscription)$/i;
/**
 * Verbs of creating. A description may grant them beside a refusal: "may not change anything,
 * creates events of her own".
 */
const MAKES =
  /\b(?:creates?|makes?|adds?|posts?|publish(?:es)?|writes?|proposes?|submits?|drafts?|hosts?|starts?|opens?|uploads?|offers?|suggests?|plans?|sets? up)\b/;
/** Words with a noun that is only a place, or an item that is only read: "in the team", "reads orders". */
const NOT_DONE_TO =
  /\b(?:for|of|on|in|at|with|from|into|reads?|views?|sees?|browses?|lists?|attends?|visits?|joins?|follows?) (?:(?:the|all|any|every|an?) )?(?:\w+ed )?\w+/g;

/** True if the grants of the description name the noun, other than as a place or as an item that is read. */
function doesSomethingTo(description: string, noun: string): boolean {
  const said = statedGrants(description);
  const done = wordsIn(said.replaceAll(NOT_DONE_TO, ' '));
  return done.some((word) => sameName(singular(word), lastWordOf(noun)));
}

/**
 * True if a persona that only reads one resource may not create this one. The resource is the one that it reads, or is
 * below a parent, and its noun is none of `OF_READERS`. `said` has the grants of the description.
 */
function isOfRead(said: string, { noun, create }: Resource): boolean {
  const isBelow = create?.operation.path.includes('{') ?? false;
  return (isBelow || wordsIn(said).some((word) => sameName(singular(word), noun))) && !OF_READERS.test(noun);
}

/** True if the operation documents 403 and some other secured operation does not. */
export function documentsForbidden({ operations }: SpecModel, operation: Operation): boolean {
  const documents = ({ responses }: Operation) => responses['403'] !== undefined;
  return documents(operation) && operations.some((one) => one.secured && !documents(one));
}

function changesNothing({ scope, actions, ...limit }: StatedLimit): boolean {
  return scope === 'function' && namesNoKind(limit) && actions.includes('update') && actions.includes('delete');
}

function limitsOf(
  model: SpecModel,
  graph: ResourceGraph,
  resource: Resource,
  { persona, limits }: PersonaRoles['limited'][number],
): StatedLimit[] {
  const { noun, create } = resource;
  if (!create?.operation.secured || !isOnlyOfName(graph, resource) || !documentsForbidden(model, create.operation))
    return [];
  if (isSharingEndpoint(create.operation) || MAKES.test(persona.description.toLowerCase())) return [];
  const granted = statedGrants(persona.description);
  const onlyReads = ONLY_READS.test(granted) && isOfRead(granted, resource);
  const isOther =
    ![OF_READERS, OF_TAKERS].some((kinds) => kinds.test(noun)) && !doesSomethingTo(persona.description, noun);
  const isRefused = limits.some(
    (limit) =>
      (limit.isOfRole && isOther && limitCovers(limit, 'update', resource, graph)) ||
      (onlyReads && changesNothing(limit)),
  );
  return isRefused ? [{ scope: 'function', actions: ['create'], words: [noun] }] : [];
}

/**
 * Returns the roles with refused creates added. "May not organise" refuses creates of the organiser's items. "Reads one
 * repository, may not change anything" refuses creates of that resource and of items below a parent. A create counts
 * only if it documents 403, which some other secured operation does not. None counts if the description has a verb of
 * creating.
 */
export function withRefusedCreates(roles: PersonaRoles, model: SpecModel, graph: ResourceGraph): PersonaRoles {
  return withFurtherLimits(roles, (one) =>
    graph.resources.flatMap((resource) => limitsOf(model, graph, resource, one)),
  );
}
