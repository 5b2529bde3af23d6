import type { Plan } from '#verifier/plan/plan.ts';

import { isDoneByHolder } from '../../../resources/actions/queue-leases.ts';
import { isSameThing, itemIn, successBody } from '../../../resources/responses/response-shape.ts';
import { isItemPath, nounSegment, withoutSlash } from '../../../resources/model/path-template.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { asksAboutItem, staysWithItem } from '../../../vocabulary/action-words.ts';
import { singular } from '../../../vocabulary/singular.ts';
import { actOnItem } from '../../builder/act-on-item.ts';
import { createDestination, moveDestination } from '../../requests/move-destination.ts';
import { ownerReference } from '../../requests/references/owner-reference.ts';
import { calledIn } from '../../model/called-in.ts';
import { leaseFor, leaseOfSubject, namesHolder, acquireLease } from '../../builder/acquire-lease.ts';
import { leaseAnswered } from '../action/lease-visible.ts';
import { outputActionsFor } from '../../requests/references/action-outputs.ts';
import { importCall } from '../create/import-call.ts';
import { creatableAncestor, createdAncestor } from '../../builder/created-ancestor.ts';
import { assertHeld, type Item } from '../../model/item.ts';
import { undoIfCreated, undoIfMadeAtAll } from '../../builder/create-item.ts';
import { folderChildren, createFolder, takeInsideOnly } from '../../requests/folder-children.ts';
import { isSearchByPost } from '../../model/is-plain-read.ts';
import type { Planning } from '../../model/planning.ts';
import { madeBy } from '../../requests/references/carried-fields.ts';
import { associationMembership } from '../../builder/association-membership.ts';
import { canShow, showItem } from '../../builder/show-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import { withArticle } from '../../../vocabulary/with-article.ts';
import { actedOn } from '../../model/acted-on.ts';
import { reachesOut } from '../../model/reaches-out.ts';
import { wordsOf } from '../../../vocabulary/words-of.ts';
import { defineShape } from '../../model/define-shape.ts';
import { addingAnyhow } from '../../../vocabulary/crud-verbs.ts';
import { affectsAll } from '../../../vocabulary/segment-words.ts';

/** The most journeys that this shape proposes for one spec. */
const MOST = 200;

export const callsBelow = defineShape({
  id: 'read/calls-below',
  kind: 'call-below',
  title: 'A write at or below an item, whose outcome no read shows, answers as documented',
  terms: ['custom method (AIP-136)', 'contract'],
  example: 'POST /tasks → 201 {"id":7}, GET /tasks/7 → 200, POST /tasks/7/heartbeat → 204',
  test: 'planner/journeys/shapes/read/calls-below',
  testTitle:
    'what is added to a thing of the run, what concerns it alone, and what asks about it, is called, though nothing shows its outcome, save what leaves the service, takes away or does anything else',
  propose,
});

/**
 * Proposes one call each of operations that no kept journey calls successfully, at most `MOST`. They are writes at or
 * below a created item (`POST /tasks/{id}/heartbeat`), leases, imports and searches. Status and schema are asserted,
 * and little else. Writes that may affect more than the item are left out: a custom action is called only if its name
 * says that it concerns the item alone.
 */
function propose(planning: Planning, kept: Plan[]): Proposal[] {
  // Journeys that check a refusal without credentials do not count.
  const called = calledIn(kept.filter(({ kind }) => kind !== 'unauthenticated'));
  return planning.model.operations
    .filter((operation) => !called.has(operation.key) && !planning.graph.rpc.has(operation) && !takesLinks(operation))
    .flatMap((operation) => {
      const claim = leaseOfSubject(planning, operation);
      if (claim?.operation === operation) return leaseAnswered(planning, claim.resource);
      const removed = planning.graph.resources.find(({ remove, create }) => remove === operation && create);
      if (removed) return [sketch(planning, operation, removed)];
      const put = associationMembership(planning, operation);
      if (put) return [put];
      const imported = importCall(planning, operation);
      if (imported) return [imported];
      const sought = soughtThing(planning, operation);
      if (sought) return [sketch(planning, operation, sought)];
      const made = madeInOtherWords(planning, operation) ?? movedThing(planning, operation);
      if (made) return [sketch(planning, operation, made)];
      const thing = createdAncestor(planning, operation);
      const isCalled =
        thing &&
        (isActionOnIt(operation) ||
          (isDoneByHolder(operation) && leaseFor(planning, thing, operation)) ||
          (isUpdate(thing, operation) && !reachesOut(operation, [])) ||
          ((isOfPart(planning, operation) ||
            addsTo(operation) ||
            asksAboutIt(operation) ||
            ownerReference(planning, operation).length > 0) &&
            staysInside(operation)));
      return isCalled ? [sketch(planning, operation, thing)] : [];
    })
    .slice(0, MOST);
}

/**
 * Returns the resource that the operation creates in another way: `POST /calendars/{id}/events/quickAdd` returns an
 * event as `POST /calendars/{id}/events` does. Only below a created item: `POST /carts/add-item` may return the
 * caller's own cart, which teardown would delete.
 */
function madeInOtherWords(planning: Planning, operation: Operation): Resource | undefined {
  const { resources } = planning.graph;
  const { schemas } = planning.model;
  if (!creatableAncestor(planning, operation)) return undefined;
  const [, above, called = ''] = /^(.*[^/])[/:]([^/:{}]+)\/?$/.exec(operation.path) ?? [];
  const answered = successBody(operation);
  if (operation.method !== 'POST' || answered === undefined || reachesOut(operation, [called])) return undefined;
  if (!wordsOf(called).some((word) => addingAnyhow.has(word))) return undefined;
  return resources.find((resource) => {
    const { create } = resource;
    const usual = create && successBody(create.operation);
    if (create?.id.from !== 'body' || usual === undefined || withoutSlash(create.operation.path) !== above)
      return false;
    const [one, other] = [answered, usual].map((schema) => itemIn(schemas, schema, resource));
    return one !== undefined && other !== undefined && one.prefix === other.prefix && isSameThing(one.flat, other.flat);
  });
}

function movedThing(planning: Planning, operation: Operation): Resource | undefined {
  return moveDestination(planning, operation) && actedOn(planning, operation)?.resource;
}

/** True if the operation takes links (`text/uri-list`): it may then refuse JSON, even if that is documented. */
function takesLinks({ body }: Operation): boolean {
  return body?.contentTypes.includes('text/uri-list') ?? false;
}

/**
 * True for a POST to a plural noun, or to an item's path. Not to an item's path if the first word of its summary or
 * operationId is a verb such as deploy, other than create.
 */
function addsTo({ method, path, words, id }: Operation): boolean {
  const [said = '', named = ''] = [words, id].map((name) => wordsOf(name)[0] ?? '');
  const isVerb = [said, named].some((word) => word !== 'create' && affectsAll.has(word));
  return method === 'POST' && (isItemPath(path) ? !isVerb : singular(nounSegment(path)) !== nounSegment(path));
}

/**
 * True for an action that its name says concerns one item alone: `POST /tasks/{id}/heartbeat`,
 * `POST /kernels/{id}:interrupt`.
 */
export function isActionOnIt({ method, path }: Operation): boolean {
  const [, verb] = /\}[/:]([^/:{}]+)$/.exec(path) ?? [];
  return method !== 'GET' && method !== 'DELETE' && verb !== undefined && staysWithItem(verb);
}

/** True for a question about an item: `POST /stores/{id}/check`, `POST /shops/{id}/search/orders`. */
function asksAboutIt(operation: Operation): boolean {
  const below = operation.path.slice(operation.path.lastIndexOf('}') + 1).split(/[/:]/);
  return isQuestion(operation) && below.slice(-2).some(asksAboutItem);
}

/** True for a POST with a body that documents 200 and neither 201 nor 202: it may only return an answer. */
export function isQuestion({ method, body, responses }: Operation): boolean {
  const isAnswered = responses['200'] !== undefined && responses['201'] === undefined && responses['202'] === undefined;
  return method === 'POST' && body !== undefined && isAnswered;
}

/**
 * Returns the resource that `POST /orders/search` searches, so that an item of it is created first. Undefined for
 * "query", which may be a question to a language model, for "lookup", and for other operations.
 */
export function soughtThing(
  { graph: { resources }, model: { schemas } }: Planning,
  operation: Operation,
): Resource | undefined {
  const [, above, asked] = /^(.*[^/])[/:]([^/:{}]+)$/.exec(operation.path) ?? [];
  if (asked === undefined || /^(query|lookup)/i.test(asked)) return undefined;
  if (!isQuestion(operation) || !isSearchByPost(schemas, operation)) return undefined;
  return resources.find(({ create, list }) => create && [create.operation.path, list?.operation.path].includes(above));
}

/**
 * True if the operation is the PUT or PATCH of the resource, which changes only the created item, whatever its name.
 */
function isUpdate({ put, patch }: Resource, operation: Operation): boolean {
  return operation === put || operation === patch;
}

/**
 * True for the PUT or PATCH of a part that a GET of the same path reads: `PUT /boards/{id}/rules`. False for a path
 * that ends with an id.
 */
function isOfPart({ model: { byKey } }: Planning, { method, path }: Operation): boolean {
  return (method === 'PUT' || method === 'PATCH') && !isItemPath(path) && byKey.has(`GET ${path}`);
}

function staysInside(operation: Operation): boolean {
  const { path } = operation;
  const fixed = path.slice(path.indexOf('{')).split(/[/:]/);
  return !reachesOut(
    operation,
    fixed.filter((segment) => !segment.includes('{')),
  );
}

function sketch(planning: Planning, operation: Operation, thing: Resource): Proposal {
  return {
    name: `${operation.key} answers as documented for ${withArticle(thing.noun)}`,
    subject: operation,
    personas: [],
    variant: '',
    build: (journey) => {
      const inside = folderChildren(planning, operation, thing);
      const item = inside ? createFolder(journey, thing, inside) : journey.item(thing, echoOf(planning, thing));
      if (canShow(item) && !inside) showItem(journey, item, '', item.createdBy);
      const claim = leaseFor(planning, thing, operation);
      if (claim) acquireLease(journey, item, claim);
      for (const giver of outputActionsFor(journey, thing, operation)) actOnItem(journey, item, giver);
      // If the request names the lease's holder, a refusal is a failure: the caller holds the item.
      const isTheirs = claim !== undefined && namesHolder(journey, claim, operation);
      const isRemoval = operation === thing.remove;
      const own = isRemoval || isUpdate(thing, operation) ? item : undefined;
      const path = journey.pathOf(operation, own);
      const body = isRemoval ? journey.deleteBody(operation, item) : journey.body(operation, 0, own);
      const noun = singular(nounSegment(operation.path));
      const actor = journey.actor;
      const step = journey.step({
        verb: 'call',
        noun,
        operation,
        persona: actor,
        path,
        query: createDestination(journey, operation),
        item: own ?? (isTheirs ? item : undefined),
        body,
        optional: body?.optional,
        mayBeAbsent: isTheirs ? undefined : true,
      });
      const made = madeBy(planning.graph, operation);
      if (made) undoIfCreated(journey, made, step);
      const further = madeInOtherWords(planning, operation) ?? inside?.made;
      if (further) undoIfMadeAtAll(journey, further, step);
      if (inside) takeInsideOnly(journey);
    },
  };
}

/**
 * Returns the function that asserts the create's response, for a resource that no read or list shows;
 * undefined for others.
 */
function echoOf(
  { model: { schemas } }: Planning,
  thing: Resource,
): ((item: Item) => ReturnType<typeof assertHeld>) | undefined {
  const operation = thing.create?.operation;
  const schema = operation && successBody(operation);
  if (!operation || schema === undefined || thing.read || thing.list) return undefined;
  const { flat, prefix } = itemIn(schemas, schema, thing);
  return (item) => assertHeld(schemas, item, flat, prefix, operation.words);
}
