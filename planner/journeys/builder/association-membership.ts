import { type AssociationShown, associationShown } from '../../resources/relations/association-shown.ts';
import { kindNamedBy } from '../../resources/relations/is-membership.ts';
import { isItemPath, nounSegment, paramsOf } from '../../resources/model/path-template.ts';
import type { Resource } from '../../resources/model/resource.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { singular } from '../../vocabulary/singular.ts';
import type { Journey } from '../model/journey.ts';
import type { Item } from '../model/item.ts';
import type { Planning } from '../model/planning.ts';
import { canShow, showItem } from './show-item.ts';
import type { Proposal } from '../model/sketch.ts';
import { withArticle } from '../../vocabulary/with-article.ts';
import { envProvidedParam } from '../model/env-provided-param.ts';

/**
 * A resource to which items of another one are added, and the PUT that adds one: cookbooks, and
 * `PUT /cookbooks/{id}/recipes/{recipeId}`.
 */
export type Holder = { holder: Resource; put: Operation };

/**
 * Returns the holder for a PUT or DELETE that adds or removes a member: cookbooks for
 * `DELETE /cookbooks/{id}/recipes/{recipeId}`. Undefined for any other operation.
 */
export function holderOf(planning: Planning, { method, path }: Operation): Holder | undefined {
  const { graph, model } = planning;
  const { byKey } = model;
  const [above, param] = paramsOf(path).slice(-2);
  if ((method !== 'PUT' && method !== 'DELETE') || above === undefined || param === undefined || !isItemPath(path))
    return undefined;
  // If both ids are env-provided, the member may have been added before the run: no journey is planned.
  if ([above, param].every((name) => envProvidedParam(planning, name) !== undefined)) return undefined;
  const put = byKey.get(`PUT ${path}`);
  const holder = graph.producerOf(path, above);
  const isMadeHere = graph.producerOf(path, param)?.create !== undefined;
  const part = kindNamedBy(graph, param);
  // Users who follow users have a shape of their own (`followBetweenPersonas`), so part and holder must differ.
  const isMadeElsewhere = part?.create !== undefined && part !== holder;
  return put && !put.body && holder?.create && !isMadeHere && isMadeElsewhere ? { holder, put } : undefined;
}

/**
 * Returns the members' resource (recipes) if `param` is the last parameter of PUT or DELETE
 * `/cookbooks/{id}/recipes/{recipeId}`. Undefined otherwise.
 */
export function partNamed(planning: Planning, operation: Operation, param: string): Resource | undefined {
  const isPart = paramsOf(operation.path).at(-1) === param && holderOf(planning, operation) !== undefined;
  return isPart ? planning.graph.producerOfField(param) : undefined;
}

/** A holder whose read shows its members. `part`: the members' resource; `shown`: the list that holds their ids. */
export type Association = Holder & { part: Resource; shown: AssociationShown };

const known = new WeakMap<Planning, Map<Operation, Association | undefined>>();

/**
 * Returns the association of a PUT or DELETE of a member. Undefined for other operations, and if no read of
 * the holder shows the members.
 */
export function associationOf(planning: Planning, operation: Operation): Association | undefined {
  const found = known.get(planning) ?? new Map<Operation, Association | undefined>();
  known.set(planning, found);
  if (!found.has(operation)) found.set(operation, findAssociation(planning, operation));
  return found.get(operation);
}

function findAssociation(planning: Planning, operation: Operation): Association | undefined {
  const holding = holderOf(planning, operation);
  const part = holding && partNamed(planning, operation, paramsOf(operation.path).at(-1) ?? '');
  const shown = part && associationShown(planning.model.schemas, holding.holder, part, operation.path);
  return shown && { ...holding, part, shown };
}

/**
 * Proposes a journey that adds a created item to a created holder, and removes it if `operation` is the DELETE, unless
 * the PUT documents 202. Status and schema are asserted, and the membership too if the holder's read shows its members.
 * Undefined if `holderOf` finds no holder.
 */
export function associationMembership(planning: Planning, operation: Operation): Proposal | undefined {
  const holding = holderOf(planning, operation);
  if (!holding) return undefined;
  const { holder, put } = holding;
  return {
    name: `${operation.key} answers as documented for ${withArticle(holder.noun)}`,
    subject: operation,
    personas: [],
    variant: '',
    build: (journey) => {
      const item = journey.item(holder);
      if (canShow(item)) showItem(journey, item, '', item.createdBy);
      const isLater = put.responses['202'] !== undefined;
      look(journey, item, put, 'listContains', callPart(journey, put, 'put-in'));
      // After a 202 the member may only have asked to join, so it is not taken out.
      if (operation === put || isLater) return;
      look(journey, item, operation, 'listLacks', callPart(journey, operation, 'take-out'));
    },
  };
}

/** Before a DELETE of a member, adds the step that puts the member in. */
export function associateBefore(journey: Journey, operation: Operation): void {
  const put = holderOf(journey.planning, operation)?.put;
  if (put && put !== operation) callPart(journey, put, 'put-in');
}

/**
 * Adds a read of the holder that asserts that it lists the member, or does not. Adds none if the read shows no members,
 * or if the operation documents 202.
 */
function look(
  journey: Journey,
  item: Item,
  operation: Operation,
  op: 'listContains' | 'listLacks',
  effectOf: string,
): void {
  const association = associationOf(journey.planning, operation);
  const { read, noun } = item.resource;
  if (!association || !read || operation.responses['202']) return;
  const { part, shown } = association;
  const { id } = journey.item(part);
  if (!id) return;
  const match = [{ pointer: shown.pointer, value: id.reference }];
  const assert = [{ op, list: shown.list, match }];
  journey.step({ verb: 'read', noun, operation: read.operation, persona: journey.actor, item, effectOf, assert });
}

/** Adds the PUT or DELETE of the member. Teardown undoes a PUT if the spec has the DELETE. Returns the step's id. */
function callPart(journey: Journey, operation: Operation, verb: string): string {
  const noun = singular(nounSegment(operation.path));
  const persona = journey.actor;
  const path = journey.pathOf(operation, undefined);
  const step = journey.step({ verb, noun, operation, persona, path, mayBeAbsent: true });
  const removal = journey.planning.model.byKey.get(`DELETE ${operation.path}`);
  if (operation.method === 'PUT' && removal)
    journey.teardown.push({ ...journey.request(removal, undefined, path, undefined), forStep: step, persona });
  return step;
}
