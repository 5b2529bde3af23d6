import { listInAnsweredParent } from '../../../resources/responses/list-in-answered-parent.ts';
import { paramsOf, shapeOf } from '../../../resources/model/path-template.ts';
import { itemIn, successBody } from '../../../resources/responses/response-shape.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import { createWithUnknownParent } from './create-with-unknown-parent.ts';
import { createWithIdempotencyKey } from './create-with-idempotency-key.ts';
import { assertHeld } from '../../model/item.ts';
import { createAgain, createBare } from '../../builder/create-item.ts';
import type { Planning } from '../../model/planning.ts';
import { echoGlobalSingleton } from '../../builder/update-global-singleton.ts';
import type { Sketch } from '../../model/sketch.ts';
import { withArticle } from '../../../vocabulary/with-article.ts';

/** A singleton that nothing of the journey's own stands above is shared: sent as it was read, it is answered as it was. */
function sharedEcho({ graph }: Planning, resource: Resource): Sketch[] {
  const { put, patch, isSingleton, noun } = resource;
  return [put, patch].flatMap((operation): Sketch[] => {
    if (!operation || !isSingleton || paramsOf(operation.path).some((name) => graph.producerOf(operation.path, name)))
      return [];
    const how = operation.method === 'PUT' ? 'put' : 'patched';
    return [
      {
        kind: 'create-echo',
        name: `${withArticle(noun, true)} ${how} as it was read stays as it was`,
        subject: operation,
        personas: [],
        variant: '',
        build: (journey) => echoGlobalSingleton(journey, resource, operation),
      },
    ];
  });
}

/** What the create answers is what was sent. */
export function createEcho(planning: Planning, resource: Resource): Sketch[] {
  const { model, graph } = planning;
  const { create, noun } = resource;
  if (!create) return sharedEcho(planning, resource);
  const { operation } = create;
  // Of several kinds of things that one create makes, the one on whose path it stands is what it answers.
  const shape = shapeOf(operation.path);
  const own = graph.resources.find(({ key }) => key === shape);
  if (own !== resource && own?.create?.operation === operation) return [];
  return [
    {
      kind: 'create-echo',
      name: `Creating ${withArticle(noun)} answers what was sent`,
      subject: operation,
      personas: [],
      variant: '',
      build: (journey) => {
        const schema = listInAnsweredParent(model, operation, resource) ? undefined : successBody(operation);
        const place = schema === undefined ? undefined : itemIn(model.schemas, schema, resource);
        const made = journey.item(resource, (item) => {
          const shown = place ? assertHeld(model.schemas, item, place.flat, place.prefix, operation.words) : [];
          if (shown.length > 0) return shown;
          throw new CannotPlan({
            reason: 'OUTCOME_NOT_SHOWN',
            pointer: operation.pointer,
            detail: `The response of ${operation.key} documents no field that was sent.`,
            edit: `Return the created ${noun} in the 201 response.`,
          });
        });
        createAgain(journey, made);
        createWithUnknownParent(journey, resource);
        createBare(journey, made);
      },
    },
    ...createWithIdempotencyKey(resource),
  ];
}
