import type { PlanKind } from '#verifier/plan/journey-kinds.ts';

import { sentResource } from '../../resources/model/body-wrapper.ts';
import { paramsOf, parentPath } from '../../resources/model/path-template.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { shownInParent, type ShownInParent } from '../../resources/responses/shown-in-parent.ts';
import { deleteItem } from '../builder/delete-item.ts';
import type { Journey } from '../model/journey.ts';
import type { Planning } from '../model/planning.ts';
import { listItem } from '../builder/show-item.ts';
import type { Sketch } from '../model/sketch.ts';
import { sketchesBy } from '../model/define-shape.ts';
import { KIND_FACTS } from '../model/kind-facts.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { RESOURCE_SHAPES } from './shapes.ts';
import { updatesOf } from './update/update-read.ts';
import { isIdLike } from '../../vocabulary/identifiers.ts';

/**
 * Returns the journeys of all shapes for a resource. If the parent's read alone shows the items (`lines` of
 * `GET /orders/{id}`), shapes with `looksInParent` look for them there.
 */
export function proposeInParent(planning: Planning, resource: Resource, shapes: typeof RESOURCE_SHAPES): Sketch[] {
  const shown = shownInParent(planning.graph, planning.model.schemas, resource);
  const made = madeWithParent(planning, resource);
  const place = (sketches: Sketch[], kind: PlanKind): Sketch[] => {
    const { looksInParent, comparesValues } = KIND_FACTS[kind];
    const looking = shown && looksInParent ? sketches.map((one) => lookedForInParent(shown, one)) : sketches;
    return made && comparesValues ? looking.map((one) => apart(made, one)) : looking;
  };
  const subjectOf = (kind: PlanKind) => (shown && KIND_FACTS[kind].looksInParent ? shown.child : resource);
  return shapes.flatMap((shape) => {
    if ('kind' in shape) return place(sketchesBy<[Resource]>(shape, planning, subjectOf(shape.kind)), shape.kind);
    const [{ kind }] = shape;
    const subject = subjectOf(kind);
    const ofUpdate = (update: Operation) => shape.flatMap((one) => sketchesBy(one, planning, subject, update));
    return place(updatesOf(subject).flatMap(ofUpdate), kind);
  });
}

function lookedForInParent({ child, parent, member }: ShownInParent, sketch: Sketch): Sketch {
  const isOfParent = sketch.subject === child.list?.operation;
  return {
    ...sketch,
    name: sketch.name.replace('in the list', `in its ${parent.noun}`),
    // One parent's read may show several lists of children, so the list's name tells the journeys apart.
    variant: isOfParent ? [sketch.variant, member].filter((part) => part !== '').join(' ') : sketch.variant,
    build: (journey) => {
      if (sketch.kind === 'delete-gone' && sketch.variant === '') deleteOfTwo(journey, child);
      else sketch.build(journey);
    },
  };
}

/**
 * Creates two children and deletes the first, because some servers delete a cart with its last line. If the second
 * create replaced the first child (one vote per caller), the journey ends undecided.
 */
function deleteOfTwo(journey: Journey, child: Resource): void {
  const item = journey.item(child);
  journey.attempt(() => journey.another(child, 1));
  deleteItem(journey, item, () => {
    listItem(journey, item, 'listContains', undefined, item.createdBy);
    const look = journey.steps.at(-1);
    if (look) look.mayBeAbsent = true;
  });
}

/**
 * A parent whose create also takes children, such as a cart with lines. `things`: the resources that these children and
 * separately created ones refer to: the product of a line.
 */
type MadeWithParent = { parent: Resource; things: Resource[] };

function madeWithParent({ graph, model: { schemas } }: Planning, resource: Resource): MadeWithParent | undefined {
  const path = resource.create?.operation.path ?? '';
  const param = paramsOf(path).at(-1);
  if (!resource.create || param === undefined || !parentPath(path).endsWith('}')) return undefined;
  const parent = graph.producerOf(path, param);
  if (!parent?.create || parent === resource) return undefined;
  const own = sentResource(schemas, resource.create.operation).properties;
  const lists = Object.values(sentResource(schemas, parent.create.operation).properties).flatMap((sent) => {
    const { items } = schemas.flatten(sent);
    return items === undefined ? [] : [Object.keys(schemas.flatten(items).properties)];
  });
  const both = Object.keys(own).filter((name) => isIdLike(name) && lists.some((entry) => entry.includes(name)));
  const named = both.flatMap((name) => graph.producerOfField(name) ?? []);
  const things = [...new Set(named)].filter((thing) => thing.create && thing !== parent && thing !== resource);
  return things.length > 0 ? { parent, things } : undefined;
}

/**
 * Returns the journey in which the child refers to another item than the children that its parent was created with. A
 * server may add up two cart lines of one product.
 */
function apart({ parent, things }: MadeWithParent, sketch: Sketch): Sketch {
  const buildAmong = (journey: Journey, [thing, ...others]: Resource[]): void => {
    if (thing) journey.within(journey.another(thing, 2), () => buildAmong(journey, others));
    else sketch.build(journey);
  };
  const build = (journey: Journey) => {
    journey.item(parent);
    buildAmong(journey, things);
  };
  return { ...sketch, build };
}
