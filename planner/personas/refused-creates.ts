import type { Resource, ResourceGraph } from '../resources/resource.ts';
import type { Operation, SpecModel } from '../spec/spec-model.ts';
import { sameName } from '../values/field-names.ts';
import { namesNoKind } from './limit-words.ts';
import type { PersonaRoles } from './persona-roles.ts';
import { limitCovers, statedGrants, type StatedLimit } from './stated-limit.ts';
import { isWayIn } from './ways-in.ts';

/** That it reads one kind of thing is all that is said of what it may do: "Reads one repository". */
const ONLY_READS =
  /^(?:[\w -]+: )?(?:(?:can|may) )?(?:reads?|views?|sees?) (?:(?:one|the|a|all|every|any) )?[\w-]+(?:[\s.;,]|\b(?:and|but|can|may)\b)*$/;

/** Whether a document says of an operation that not everybody may: it documents 403 there, and not wherever somebody is asked for. */
export function saysWhoMay({ operations }: SpecModel, operation: Operation): boolean {
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
  const isAlone = graph.resources.every((one) => one === resource || !sameName(one.noun, noun));
  if (!create?.operation.secured || !isAlone || !saysWhoMay(model, create.operation)) return [];
  if (isWayIn(create.operation)) return [];
  const onlyReads = ONLY_READS.test(statedGrants(persona.description));
  const isRefused = limits.some(
    (limit) =>
      (limit.isOfRole && limitCovers(limit, 'update', resource, graph)) || (onlyReads && changesNothing(limit)),
  );
  return isRefused ? [{ scope: 'function', actions: ['create'], words: [noun] }] : [];
}

/**
 * The roles with the creates that a persona is refused by its description and the document together: who "may not organise", as the organiser does,
 * makes none of the organiser's things, and who reads and "may not change anything" makes nothing, where 403 is documented for just that.
 */
export function withRefusedCreates(roles: PersonaRoles, model: SpecModel, graph: ResourceGraph): PersonaRoles {
  const limited = roles.limited.map((one) => ({
    persona: one.persona,
    limits: [...one.limits, ...graph.resources.flatMap((resource) => limitsOf(model, graph, resource, one))],
  }));
  return { ...roles, limited };
}
