import { asyncWorkOf } from '../resources/async-work.ts';
import { isActionVerb } from '../values/action-words.ts';
import { wordsOf } from '../values/field-names.ts';
import { singular } from '../values/singular.ts';
import { nounSegment, paramsOf } from '../resources/path-template.ts';
import type { Resource } from '../resources/resource-graph.ts';
import { successBody } from '../resources/response-shape.ts';
import type { Operation, Parameter } from '../spec/spec-model.ts';
import { followWork } from './follow-work.ts';
import type { Item } from './item.ts';
import type { Journey } from './journey.ts';
import type { Planning } from './planning.ts';
import { showItem } from './show-item.ts';
import type { Sketch } from './sketch.ts';
import { withArticle } from './with-article.ts';

/** Verbs that stand first in the name of a GET which does something all the same. */
const DOES = new Set(
  'clear delete flush logout mark purge rebuild refresh remove reset restart run sync test trigger'.split(' '),
);

function isCalledLikeAction(segment: string): boolean {
  const [first = '', ...others] = wordsOf(segment);
  return DOES.has(first) || (others.length === 0 && isActionVerb(first));
}

/** A read below an item: a parameter that must be guessed would fail what works otherwise, and a GET that is called like an action may be one. */
function isPlainRead({ graph, model: { schemas } }: Planning, operation: Operation): boolean {
  const { method, path, parameters } = operation;
  if (method !== 'GET' || graph.rpc.has(operation) || successBody(operation) === undefined) return false;
  const isGuessed = (one: Parameter) => {
    const { rest } = schemas.flatten(one.schema);
    const vouched = ['const', 'enum', 'default', 'examples'].some((key) => rest[key] !== undefined);
    return one.required && one.in !== 'path' && one.examples.length === 0 && !vouched;
  };
  return !parameters.some(isGuessed) && !isCalledLikeAction(nounSegment(path));
}

/** The thing of this run that the last of the parameters names. */
function parentOf({ graph }: Planning, operation: Operation, params: readonly string[]): Resource | undefined {
  const last = params.at(-1);
  return last === undefined ? undefined : graph.producerOf(operation.path, last);
}

function sketch(
  subject: Operation,
  parent: Resource,
  read: (journey: Journey, path: ReturnType<Journey['pathOf']>) => void,
  above: Operation = subject,
): Sketch {
  return {
    kind: 'read-below',
    name: `What ${subject.key} shows of ${withArticle(parent.noun)} is as documented`,
    subject,
    personas: [],
    variant: '',
    build: (journey) => {
      const path = journey.pathOf(above, undefined);
      const item = journey.item(parent);
      showItem(journey, item, '', item.createdBy);
      read(journey, path);
      if (!asyncWorkOf(journey.planning.model.schemas, parent)) return;
      // What a work leaves below it may come only with its end.
      followWork(journey, item);
      read(journey, path);
    },
  };
}

function readStep(journey: Journey, operation: Operation, more: Partial<Parameters<Journey['step']>[0]>): void {
  const noun = singular(nounSegment(operation.path));
  journey.step({ verb: 'read', noun, operation, persona: journey.actor, mayBeAbsent: true, ...more });
}

/** What the service makes below an item by itself: its list, and what that shows first. */
export function readBelow(planning: Planning, resource: Resource): Sketch[] {
  const { create, isSingleton, list, read, noun } = resource;
  if (create || isSingleton || !list || !isPlainRead(planning, list.operation)) return [];
  const parent = parentOf(planning, list.operation, paramsOf(list.operation.path));
  if (!parent) return [];
  const listed = sketch(list.operation, parent, (journey, path) => readStep(journey, list.operation, { path }));
  const id = list.place.isMap ? undefined : list.place.item.id;
  if (!read || id === undefined || !isPlainRead(planning, read.operation)) return [listed];
  const shown = sketch(
    read.operation,
    parent,
    (journey, path) => {
      const capture = journey.freeCapture(noun);
      const first = `${list.place.list}/0${id.pointer}`;
      // Where the list is empty, nobody has the id that is asked for instead.
      const captures = { [capture]: { from: 'body' as const, pointer: first, otherwise: 0 } };
      readStep(journey, list.operation, { path, captures });
      const value = { capture };
      const own: Item = {
        resource,
        createdBy: undefined,
        id: { template: value, reference: value, fromHeader: false },
        held: new Map(),
      };
      readStep(journey, read.operation, { path: journey.pathOf(read.operation, own) });
    },
    list.operation,
  );
  return [listed, shown];
}

/** The same for a read that shows something of an item and is no resource of its own: a report, a summary, a state. */
export function readBelowCall(planning: Planning, operation: Operation): Sketch[] {
  const parent = parentOf(planning, operation, paramsOf(operation.path));
  if (!parent || !isPlainRead(planning, operation)) return [];
  return [sketch(operation, parent, (journey, path) => readStep(journey, operation, { path }))];
}
