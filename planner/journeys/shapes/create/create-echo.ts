import { listInAnsweredParent } from '../../../resources/responses/list-in-answered-parent.ts';
import { paramsOf, shapeOf } from '../../../resources/model/path-template.ts';
import { itemIn, successBody } from '../../../resources/responses/response-shape.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import { createWithUnknownParent } from './create-with-unknown-parent.ts';
import { assertHeld } from '../../model/item.ts';
import { createAgain, createBare } from '../../builder/create-item.ts';
import type { Planning } from '../../model/planning.ts';
import { echoGlobalSingleton } from '../../builder/update-global-singleton.ts';
import type { Proposal } from '../../model/sketch.ts';
import { withArticle } from '../../../vocabulary/with-article.ts';
import { defineShape } from '../../model/define-shape.ts';

export const sharedSingletonEcho = defineShape({
  id: 'create/shared-singleton-echo',
  kind: 'create-echo',
  title: 'A shared singleton that is sent as it was read stays as it was',
  terms: ['singleton (AIP-156)', 'idempotent PUT (RFC 9110 §9.2.2)'],
  example: 'GET /settings → 200 {"theme":"dark"}, PUT /settings {"theme":"dark"} → 200 {"theme":"dark"}',
  test: 'planner/journeys/builder/update-global-singleton',
  testTitle: 'stay as they were, whatever they hold',
  propose: proposeShared,
});

function proposeShared({ graph }: Planning, resource: Resource): Proposal[] {
  const { create, put, patch, isSingleton, noun } = resource;
  if (create) return [];
  return [put, patch].flatMap((operation): Proposal[] => {
    if (!operation || !isSingleton || paramsOf(operation.path).some((name) => graph.producerOf(operation.path, name)))
      return [];
    const how = operation.method === 'PUT' ? 'put' : 'patched';
    return [
      {
        name: `${withArticle(noun, true)} ${how} as it was read stays as it was`,
        subject: operation,
        personas: [],
        variant: '',
        build: (journey) => echoGlobalSingleton(journey, resource, operation),
      },
    ];
  });
}

/**
 * True if the create's response shows an item of this resource. One POST may create items of several resources; it
 * shows the one of its own path.
 */
export function isAnswered({ graph }: Planning, resource: Resource): boolean {
  const operation = resource.create?.operation;
  const shape = operation && shapeOf(operation.path);
  const own = graph.resources.find(({ key }) => key === shape);
  return own === resource || own?.create?.operation !== operation;
}

export const createEcho = defineShape({
  id: 'create/echo',
  kind: 'create-echo',
  title: 'The response to a create shows the values that were sent',
  terms: ['create', 'echo', 'AIP-133'],
  example: 'POST /tasks {"title":"a"} → 201 {"id":7,"title":"a"}',
  test: 'planner/journeys/shapes/shapes',
  testTitle: 'a resource with create, read, list, update and delete has a journey of each basic shape',
  propose,
});

function propose(planning: Planning, resource: Resource): Proposal[] {
  const { model } = planning;
  const { create, noun } = resource;
  if (!create || !isAnswered(planning, resource)) return [];
  const { operation } = create;
  return [
    {
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
  ];
}
