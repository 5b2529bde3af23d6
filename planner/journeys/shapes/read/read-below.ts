import type { Plan } from '#verifier/plan/plan.ts';

import { asyncWorkOf } from '../../../resources/actions/async-work-of.ts';
import { singular } from '../../../vocabulary/singular.ts';
import { sentResource } from '../../../resources/model/body-wrapper.ts';
import { nounSegment, paramsOf } from '../../../resources/model/path-template.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { calledIn } from '../../model/called-in.ts';
import { followWork } from '../../builder/follow-work.ts';
import type { Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import { isPlainQuestion } from './is-plain-question.ts';
import { isGet, isPlainRead, isSearchByPost } from '../../model/is-plain-read.ts';
import type { Planning } from '../../model/planning.ts';
import { showItem } from '../../builder/show-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import { withArticle } from '../../../vocabulary/with-article.ts';
import { topOf, withoutMembers } from '../../model/without-members.ts';
import type { BuiltBody } from '../../model/built-body.ts';
import { defineShape } from '../../model/define-shape.ts';

/** Returns the resource of the last path parameter: the item that the read is below. Undefined if it has none. */
function parentOf({ graph }: Planning, operation: Operation, params: readonly string[]): Resource | undefined {
  const last = params.at(-1);
  return last === undefined ? undefined : graph.producerOf(operation.path, last);
}

type Path = ReturnType<Journey['pathOf']>;

function sketch(
  subject: Operation,
  parent: Resource,
  read: (journey: Journey, path: Path) => void,
  above: Operation = subject,
): Proposal {
  return {
    name: `${subject.key} answers as documented for ${withArticle(parent.noun)}`,
    subject,
    personas: [],
    variant: '',
    build: (journey) => {
      const path = journey.pathOf(above, undefined);
      const item = journey.item(parent);
      showItem(journey, item, '', item.createdBy);
      read(journey, path);
      if (!asyncWorkOf(journey.planning.model.schemas, parent)) return;
      // Work of the parent may fill the list only when it ends, so the list is read again.
      followWork(journey, item);
      read(journey, path);
    },
  };
}

/**
 * Adds a read that may answer 404, because the run did not create its item. A search by POST sends required
 * values only.
 */
export function readStep(journey: Journey, operation: Operation, more: Partial<Parameters<Journey['step']>[0]>): void {
  const noun = singular(nounSegment(operation.path));
  const { planning } = journey;
  const isAsked = isSearchByPost(planning.model.schemas, operation) || isPlainQuestion(planning, operation);
  const question = isAsked ? asked(journey, operation) : {};
  journey.step({ verb: 'read', noun, operation, persona: journey.actor, mayBeAbsent: true, ...question, ...more });
}

/** Returns a search's body with required values only, because a made-up criterion may be refused. */
export function asked(journey: Journey, operation: Operation): { rpc: 'READ'; body: BuiltBody | undefined } {
  const built = operation.body && journey.body(operation, 0);
  const { required, properties } = sentResource(journey.planning.model.schemas, operation);
  const leftOut = Object.keys(properties).filter((name) => !required.includes(name));
  const least =
    built && required.length > 0
      ? withoutMembers(built, new Set(leftOut.map(pointerToken)), topOf)
      : built && { ...built, template: { object: {} } };
  return { rpc: 'READ', body: least && { ...least, optional: [] } };
}

export const readBelow = defineShape({
  id: 'read/below-item',
  kind: 'read-below',
  title: 'What the service makes below an item, and its first entry, answer as documented',
  terms: ['sub-resource', 'output only'],
  example:
    'POST /deployments → 201 {"id":7}, GET /deployments/7/events → 200 [{"id":1}], GET /deployments/7/events/1 → 200',
  test: 'planner/journeys/shapes/read/read-below',
  testTitle: 'what stands below an item is read, save what a GET is called that does something',
  propose,
});

/**
 * Proposes a read of a list below an item of the run, if no operation fills the list. Proposes also a read of its first
 * entry, if entries have one.
 */
function propose(planning: Planning, resource: Resource): Proposal[] {
  const { create, isSingleton, list } = resource;
  if (create || isSingleton || !list || !isPlainRead(planning, list.operation)) return [];
  const parent = parentOf(planning, list.operation, paramsOf(list.operation.path));
  if (!parent) return [];
  const listed = sketch(list.operation, parent, (journey, path) => readStep(journey, list.operation, { path }));
  const first = readFirst(planning, resource);
  return first ? [listed, sketch(first.subject, parent, first.read, list.operation)] : [listed];
}

/**
 * Returns the creatable resources that the list's entries refer to. The list may be empty until one of their items
 * exists: invoices without a subscription.
 */
export function namedByItems({ graph }: Planning, { list }: Resource): Resource[] {
  const names = Object.keys(list?.place.item.flat.properties ?? {});
  const named = names.flatMap((name) => graph.producerOfField(name) ?? graph.producerCalled(name) ?? []);
  return [...new Set(named)].filter(({ create }) => create !== undefined);
}

/** A read of a listed item: `subject` is its operation; `read` adds the steps that read the list, then the item. */
export type First = { subject: Operation; read: (journey: Journey, path: Path) => void };

/**
 * Returns how to read an item that no operation creates: the first entry of its list or, with `below`, an operation
 * below that entry. Undefined if the list shows no id, or if that operation is no plain read.
 */
export function readFirst(planning: Planning, resource: Resource, below?: Operation): First | undefined {
  const { list, read, noun } = resource;
  const id = list?.place.isMap ? undefined : list?.place.item.id;
  const subject = below ?? read?.operation;
  if (!list || !read || id === undefined || !subject || !isPlainRead(planning, subject)) return undefined;
  const { operation } = read;
  return {
    subject,
    read: (journey, path) => {
      const capture = journey.freeCapture(noun);
      const first = `${list.place.list}/0${id.pointer}`;
      // If the list is empty, the read is sent an id that no item has.
      const { format } = planning.model.schemas.flatten(resource.paramSchema).rest;
      const otherwise = format === 'uuid' ? '00000000-0000-4000-8000-000000000000' : 0;
      const captures = { [capture]: { from: 'body' as const, pointer: first, otherwise } };
      readStep(journey, list.operation, { path, captures });
      const value = { capture };
      const own: Item = {
        resource,
        createdBy: undefined,
        id: { template: value, reference: value, fromHeader: false },
        held: new Map(),
      };
      readStep(journey, subject, { path: journey.pathOf(operation, own) });
    },
  };
}

/** True for a GET below an item that no operation creates, without a further path parameter: `GET /runs/{id}/jobs`. */
export function isBelowFirst({ create, list, read }: Resource, { method, path }: Operation): boolean {
  if (create || !list || !read || method !== 'GET') return false;
  const above = `${read.operation.path}/`;
  return path.startsWith(above) && !path.slice(above.length).includes('{');
}

export const readBelowCall = defineShape({
  id: 'read/below-item-call',
  kind: 'read-below',
  title: 'A report, a summary or a state below an item answers as documented',
  terms: ['sub-resource', 'view'],
  example: 'POST /projects → 201 {"id":7}, GET /projects/7/summary → 200 {"tasks":0}',
  test: 'planner/journeys/shapes/read/read-below',
  testTitle: 'what stands below an item is read, save what a GET is called that does something',
  propose: proposeCall,
});

function proposeCall(planning: Planning, operation: Operation): Proposal[] {
  const parent = parentOf(planning, operation, paramsOf(operation.path));
  if (!parent || !isPlainRead(planning, operation)) return [];
  return [sketch(operation, parent, (journey, path) => readStep(journey, operation, { path }))];
}

export const readBelowUncalled = defineShape({
  id: 'read/below-item-uncalled',
  kind: 'read-below',
  title: 'A read below an item that no kept journey calls answers as documented',
  terms: ['sub-resource', 'contract'],
  example: 'POST /boards → 201 {"id":7}, GET /boards/7/rules → 200 {"rules":[]}',
  test: 'planner/journeys/shapes/read/read-below',
  testTitle: 'a part is read also where what writes it proves nothing',
  propose: proposeUncalled,
});

function proposeUncalled(planning: Planning, kept: Plan[]): Proposal[] {
  const called = calledIn(kept);
  return planning.model.operations
    .filter(({ method, key }) => isGet(method) && !called.has(key))
    .flatMap((operation) => proposeCall(planning, operation));
}
