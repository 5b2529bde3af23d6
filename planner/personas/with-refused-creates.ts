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

/** The whole description says that the persona reads one resource: "Reads one repository". */
const ONLY_READS =
  /^(?:[\w -]+: )?(?:(?:can|may) )?(?:reads?|views?|sees?) (?:(?:one|the|a|all|every|any) )?[\w-]+(?:[\s.;,]|\b(?:and|but|can|may)\b)*$/;

/** Items that a read-only persona may still create: a comment, a bookmark, a copy, its own settings. */
const OF_READERS =
  /(?:issue|pull|comment|review|discussion|reaction|fork|star|vote|like|favou?rite|bookmark|watch|report|feedback|suggestion|question|answer|reply|thread|message|note|annotation|snapshot|export|download|token|key|session|device|preference|search|query|view|filter|notification|request|ticket|order|draft|copy|login)$/i;
/** Items that a participant creates in an item that another runs, or about itself. */
const OF_TAKERS =
  /(?:booking|reservation|registration|rsvp|attendance|participation|attendee|participant|check-?in|membership|member|invitation|profile|account|user|contact|payment|purchase|subscription)$/i;
/** Verbs of creating, also after a refusal: "may not change anything, creates events of her own". */
const MAKES =
  /\b(?:creates?|makes?|adds?|posts?|publish(?:es)?|writes?|proposes?|submits?|drafts?|hosts?|starts?|opens?|uploads?|offers?|suggests?|plans?|sets? up)\b/;
/** Words after which a noun is a place or something that is only looked at. */
const NOT_DONE_TO =
  /\b(?:for|of|on|in|at|with|from|into|reads?|views?|sees?|browses?|lists?|attends?|visits?|joins?|follows?) (?:(?:the|all|any|every|an?) )?(?:\w+ed )?\w+/g;

/** True if the description lets the persona do more to such items than look at them. */
function doesSomethingTo(description: string, noun: string): boolean {
  const said = statedGrants(description);
  const done = wordsIn(said.replaceAll(NOT_DONE_TO, ' '));
  return done.some((word) => sameName(singular(word), lastWordOf(noun)));
}

/** A persona that only reads one resource may not create it or its children. */
function isOfRead(said: string, { noun, create }: Resource): boolean {
  const isBelow = create?.operation.path.includes('{') ?? false;
  return (isBelow || wordsIn(said).some((word) => sameName(singular(word), noun))) && !OF_READERS.test(noun);
}

/** True if an operation documents 403 and not every secured operation does. */
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
 * Adds creates that description and document together refuse: "may not organise" refuses the organiser's items, and
 * "may not change anything" refuses all creates, where 403 is documented for just these.
 */
export function withRefusedCreates(roles: PersonaRoles, model: SpecModel, graph: ResourceGraph): PersonaRoles {
  return withFurtherLimits(roles, (one) =>
    graph.resources.flatMap((resource) => limitsOf(model, graph, resource, one)),
  );
}
